//! Names in a folder, made durable.

#[cfg(unix)]
use std::fs::File;
#[cfg(unix)]
use std::io::ErrorKind;
use std::path::Path;

use rulebook::StoreError;

#[cfg(unix)]
use crate::shown::{failed, not_written};

/// A folder whose list of names is to be made durable. Opened before anything changes:
/// later it could only be told that it cannot be.
pub(crate) struct Folder {
    #[cfg(unix)]
    handle: File,
}

impl Folder {
    #[cfg(unix)]
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        Ok(Self { handle: File::open(path).map_err(|error| not_written(&error))? })
    }

    #[cfg(unix)]
    pub(crate) fn sync(&self) -> Result<(), StoreError> {
        match self.handle.sync_all() {
            // There are file systems without it.
            Err(error)
                if !matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) =>
            {
                let text = "it is written, and may be lost again if the power fails now";
                Err(failed(format!("{text}: {error}")))
            }
            _ => Ok(()),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn open(_: &Path) -> Result<Self, StoreError> {
        Ok(Self {})
    }

    #[cfg(not(unix))]
    pub(crate) fn sync(&self) -> Result<(), StoreError> {
        Ok(())
    }
}
