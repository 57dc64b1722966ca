//! Whether two looks at a path met the same folder.

use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

/// What tells a folder from another one at the same path.
///
/// Systems give the number of a folder that is gone to the next one, which began
/// at another time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Identity {
    number: Option<(u64, u64)>,
    born: Option<SystemTime>,
}

impl Identity {
    /// The folder that is at this path now.
    pub(super) fn of(folder: &Path) -> Self {
        folder.metadata().map_or_else(
            |_| Self::default(),
            |metadata| Self { number: number(&metadata), born: metadata.created().ok() },
        )
    }

    /// Whether it is certain that both are the same folder.
    pub(super) fn is(&self, other: &Self) -> bool {
        self == other && self.number.is_some()
    }
}

#[cfg(unix)]
fn number(metadata: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<(u64, u64)> {
    None
}
