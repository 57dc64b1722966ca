//! Which files somebody has begun to write and not closed yet.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::signal::{Signal, Writing};

/// The files that are open for writing, as far as signals tell.
///
/// It is for one gathering of signals, which has an end of its own: some files
/// are never closed (another name for a file looks like a new file), and nobody
/// tells of the end of what began before. Where the system does not tell of
/// closing, no file is ever open.
#[derive(Debug, Default)]
pub(super) struct Writers {
    open: BTreeSet<PathBuf>,
}

impl Writers {
    /// Takes notice of what happened.
    pub(super) fn note(&mut self, signal: &Signal) {
        match signal {
            Signal::Changed { path, writing: Writing::Began } => {
                self.open.insert(path.clone());
            }
            // A folder that goes takes its files along.
            Signal::Changed { path, writing: Writing::Ended } => {
                self.open.retain(|open| !open.starts_with(path));
            }
            Signal::Changed { writing: Writing::Unknown, .. } => {}
            // The closing of a file may be among what was lost.
            Signal::Lost => self.open.clear(),
        }
    }

    /// Whether a file is open for writing.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }
}

#[cfg(test)]
mod tests;
