//! The root: the folder that no path may leave, and the only way to a file.
//!
//! Every file is opened through one directory handle, never by a path that was
//! put together, so a link that is swapped while a file is opened cannot lead
//! out. Hard links to files outside cannot be told from files inside.
#![expect(
    clippy::disallowed_methods,
    reason = "this module is where files are opened; the ban keeps it the only one"
)]

mod error;
mod explain;
#[cfg(feature = "watch")]
mod identity;
mod locate;
mod path;
mod read;
#[cfg(test)]
mod tests;
mod text;
#[cfg(feature = "watch")]
mod trail;

use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs_utf8::Dir;
use sha2::{Digest, Sha256};

pub(crate) use self::error::FileError;
#[cfg(feature = "watch")]
pub(crate) use self::locate::{absolute, absolute_manifests, first_there, folder};
pub(crate) use self::path::{import_path, import_paths, normalize};
#[cfg(feature = "watch")]
pub(crate) use self::trail::Trail;
use crate::source::Source;

/// The folder that no path may leave.
#[derive(Debug)]
pub(crate) struct Root {
    dir: Dir,
}

/// A file below the root, read once.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// Its text, named by its path below the root.
    pub(crate) source: Source,
    /// The SHA-256 of the bytes that were read, a byte order mark included.
    pub(crate) digest: [u8; 32],
}

impl Root {
    /// The folder `dir`, which the host chose.
    pub(crate) fn open(dir: &Path) -> Result<Self, FileError> {
        cap_std::fs::Dir::open_ambient_dir(dir, ambient_authority())
            .map(|dir| Self { dir: Dir::from_cap_std(dir) })
            .map_err(|error| explain::folder(dir, &error))
    }

    /// The folder that the path of a manifest leads to, and the manifest's name in it.
    pub(crate) fn of_manifest(manifest: &Path) -> Result<(Self, String), FileError> {
        let name = locate::file_name(manifest)?;
        let root = Self::open(locate::folder(manifest))?;
        Ok((root, name))
    }

    /// The folder `dir`, which the host chose, and the path below it of a
    /// manifest, which may be written relative to the current folder or,
    /// when nothing is there, to `dir`.
    pub(crate) fn at(dir: &Path, manifest: &Path) -> Result<(Self, String), FileError> {
        let root = Self::open(dir)?;
        let name = locate::below(&root.dir, dir, manifest)?;
        Ok((root, name))
    }

    /// Reads a text file below the root, whole, of at most `limit` bytes.
    pub(crate) fn read(&self, path: &str, limit: u64) -> Result<File, FileError> {
        let name = path::normalize(path)?;
        let bytes = read::whole(&self.dir, path, &name, limit)?;
        let source = text::decode(&name, &bytes)?;
        Ok(File { source, digest: Sha256::digest(&bytes).into() })
    }
}
