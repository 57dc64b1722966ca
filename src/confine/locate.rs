//! Where a manifest lies, from the path that a host gave for it.
//!
//! These paths are the host's own words, so they may be absolute, have `..` and
//! lead through links. What comes out is a path below the root, which is opened
//! through the root like any other: a mistake here finds no file, or another
//! file below the root, never one outside.

use std::io::ErrorKind;
use std::path::{self, Component, Path, PathBuf};

use cap_std::fs_utf8::Dir;

use super::error::FileError;
use super::explain;
use super::path::normalize;
use crate::code::Code;
use crate::quote::quoted;

/// The same path, whatever becomes of the current folder.
#[cfg(feature = "watch")]
pub(crate) fn absolute(path: &Path) -> PathBuf {
    path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The paths that the path of a manifest may mean, whatever becomes of the current
/// folder: what is written relative to it comes before the same relative to `root`.
#[cfg(feature = "watch")]
pub(crate) fn absolute_manifests(root: Option<&Path>, manifest: &Path) -> Vec<PathBuf> {
    let mut manifests = vec![absolute(manifest)];
    manifests.extend(root.map(|root| absolute(&root.join(manifest))));
    manifests.dedup();
    manifests
}

/// The first of the paths that something is at.
#[cfg(feature = "watch")]
pub(crate) fn first_there(paths: &[PathBuf]) -> Option<&PathBuf> {
    paths.iter().find(|path| path.symlink_metadata().is_ok())
}

/// The folder part of the path.
pub(crate) fn folder(manifest: &Path) -> &Path {
    manifest.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The last part of the path.
pub(super) fn file_name(manifest: &Path) -> Result<String, FileError> {
    let shown = manifest.to_string_lossy();
    let Some(name) = manifest.file_name() else {
        let message = format!("{} names no file", quoted(&shown));
        return Err(FileError::new(Code::NotAFile, &shown, message).help("name a manifest"));
    };
    relative(Path::new(name))
}

/// The path of the manifest below the root folder, which was opened from `root`.
pub(super) fn below(dir: &Dir, root: &Path, manifest: &Path) -> Result<String, FileError> {
    let shown = manifest.to_string_lossy();
    if let Err(error) = manifest.symlink_metadata() {
        if error.kind() != ErrorKind::NotFound {
            return Err(explain::unreadable(&shown, &error));
        }
        let below = relative(manifest).ok().filter(|name| dir.symlink_metadata(name).is_ok());
        return below.ok_or_else(|| {
            let message = format!("{} does not exist", quoted(&shown));
            FileError::new(Code::FileNotFound, &shown, message)
                .help("write it relative to the current folder, or to the root folder")
        });
    }
    if let Some(name) = as_written(root, manifest)
        && dir.symlink_metadata(&name).is_ok()
    {
        return Ok(name);
    }
    resolved(root, manifest).unwrap_or_else(|| {
        let root = root.to_string_lossy();
        let message = format!("{} is outside the root folder {}", quoted(&shown), quoted(&root));
        Err(FileError::new(Code::PathEscapes, &shown, message)
            .help("choose a root folder that contains the manifest"))
    })
}

/// The rest of the manifest's path after the root's, where both are plain words.
///
/// It comes before following links: a link below the root keeps its name, and a
/// later load follows it anew.
fn as_written(root: &Path, manifest: &Path) -> Option<String> {
    let plain = |path: &Path| {
        let absolute = path::absolute(path).ok()?;
        absolute.components().all(|part| part != Component::ParentDir).then_some(absolute)
    };
    relative(plain(manifest)?.strip_prefix(plain(root)?).ok()?).ok()
}

/// The same with the links of both folders followed.
fn resolved(root: &Path, manifest: &Path) -> Option<Result<String, FileError>> {
    let folder = folder(manifest).canonicalize().ok()?;
    let name: PathBuf = folder.join(manifest.file_name()?);
    let rest = name.strip_prefix(root.canonicalize().ok()?).ok()?;
    Some(relative(rest))
}

/// A path in the words of this system as a path below the root.
fn relative(path: &Path) -> Result<String, FileError> {
    let shown = path.to_string_lossy();
    let Some(text) = path.to_str() else {
        let message = format!("the name {} is not UTF-8", quoted(&shown));
        return Err(FileError::new(Code::InvalidPath, &shown, message));
    };
    let separator = std::path::MAIN_SEPARATOR;
    if separator == '/' { normalize(text) } else { normalize(&text.replace(separator, "/")) }
}
