//! Where a path leads: a regular file in a folder, or what is there instead.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rulebook::StoreError;

use crate::shown::failed;

/// As many links in a row as the system follows.
const MOST_LINKS: usize = 40;
const NO_FOLDER: &str = "what should be its folder is a file";

/// What a lock has behind the name of the file that it is for.
pub(crate) const LOCK: &str = ".lock";

/// A regular file, or where there could be one.
#[derive(Debug)]
pub(crate) struct Place {
    folder: PathBuf,
    name: OsString,
}

impl Place {
    /// Where a path leads when its links are followed.
    pub(crate) fn of(path: &Path) -> Result<Self, StoreError> {
        // There are links that only the system can follow, as to a pipe that is open.
        if let Ok(found) = fs::metadata(path) {
            regular(&found)?;
        }
        let mut path = path.to_path_buf();
        for _ in 0..MOST_LINKS {
            match fs::symlink_metadata(&path) {
                Ok(found) if found.is_symlink() => {
                    let target = fs::read_link(&path)
                        .map_err(|error| failed(format!("the link cannot be read: {error}")))?;
                    path.pop();
                    path.push(target);
                }
                Ok(found) => {
                    regular(&found)?;
                    return Self::without_links(&path);
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return Self::without_links(&path);
                }
                Err(error) if error.kind() == ErrorKind::NotADirectory => {
                    return Err(failed(NO_FOLDER));
                }
                Err(error) => return Err(failed(format!("it cannot be reached: {error}"))),
            }
        }
        Err(failed("it is a link that leads nowhere: links lead to each other"))
    }

    fn without_links(path: &Path) -> Result<Self, StoreError> {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(failed("it names no file"));
        };
        match fs::metadata(folder) {
            Ok(found) if found.is_dir() => {}
            Ok(_) => return Err(failed(NO_FOLDER)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(failed("its folder does not exist: make it first"));
            }
            Err(error) => return Err(failed(format!("its folder cannot be reached: {error}"))),
        }
        Ok(Self { folder: folder.to_path_buf(), name: name.to_owned() })
    }

    /// Whether the name of the file has an ending.
    pub(crate) fn ends_with(&self, ending: &str) -> bool {
        self.name.as_encoded_bytes().ends_with(ending.as_bytes())
    }

    /// The file itself, which is no link.
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.join(&self.name)
    }

    /// The folder that the file is in.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file whose lock keeps other writers out.
    pub(crate) fn lock(&self) -> PathBuf {
        self.beside(LOCK)
    }

    /// Another file beside it, with an ending more in its name.
    pub(crate) fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.name.clone();
        name.push(ending);
        self.folder.join(name)
    }
}

/// Refuses what is no regular file.
pub(crate) fn regular(found: &fs::Metadata) -> Result<(), StoreError> {
    if found.is_dir() {
        return Err(failed("it is a folder: name a file in it"));
    }
    if !found.is_file() {
        return Err(failed("it is a pipe or a device: name a file"));
    }
    Ok(())
}
