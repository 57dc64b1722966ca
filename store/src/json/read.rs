//! What a file holds.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read as _};
use std::path::Path;

use rulebook::{SettingsDocument, StoreError};

use crate::place::regular;
use crate::shown::failed;
use crate::text;

/// The document in a file; none where there is no file.
pub(crate) fn document(path: &Path) -> Result<Option<SettingsDocument>, StoreError> {
    let cannot = |error| failed(format!("it cannot be read: {error}"));
    let file = match open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            // What cannot be opened at all, as a socket, is told by what it is.
            if let Ok(found) = fs::metadata(path) {
                regular(&found)?;
            }
            return Err(cannot(error));
        }
    };
    // It may be another than a moment ago.
    regular(&file.metadata().map_err(cannot)?)?;
    let mut bytes = Vec::new();
    file.take(text::LIMIT + 1).read_to_end(&mut bytes).map_err(cannot)?;
    text::read(&bytes).map(Some)
}

fn open(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    // What is a pipe in its place must not be waited for.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        (rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY).bits().cast_signed(),
    );
    options.open(path)
}
