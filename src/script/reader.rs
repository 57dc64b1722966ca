//! Files of one tool set, read once each, and remembered by what they held.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::confine::{FileError, Root};
use crate::source::Source;

/// Reads files below one root, and keeps the hash of each.
pub(crate) struct Reader {
    root: Root,
    limit: u64,
    read: Mutex<BTreeMap<String, [u8; 32]>>,
}

impl Reader {
    /// A reader of files of at most `limit` bytes.
    pub(crate) fn new(root: Root, limit: u64) -> Self {
        Self { root, limit, read: Mutex::default() }
    }

    /// Reads a file by its path below the root.
    pub(crate) fn read(&self, path: &str) -> Result<Source, FileError> {
        let file = self.root.read(path, self.limit)?;
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.insert(file.source.name().to_owned(), file.digest);
        Ok(file.source)
    }

    /// One hash of everything read so far: names and contents.
    pub(crate) fn hash(&self) -> String {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let mut hash = Sha256::new();
        for (name, content) in &*read {
            hash.update((name.len() as u64).to_le_bytes());
            hash.update(name);
            hash.update(content);
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
