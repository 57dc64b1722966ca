//! Files of one tool set, read once each, and remembered by what they held.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use crate::confine::{File, FileError, Root};
use crate::source::Source;

/// Where the text of manifests and scripts comes from.
pub(crate) trait Files: Send + Sync {
    /// Reads a file by its path below the root.
    fn read(&self, path: &str) -> Result<Source, FileError>;
}

/// Reads files below one root, each once: whoever asks again gets the same text,
/// whatever has become of the file.
pub(crate) struct Reader {
    root: Root,
    limit: u64,
    read: Mutex<BTreeMap<String, File>>,
}

impl Reader {
    /// A reader of files of at most `limit` bytes.
    pub(crate) fn new(root: Root, limit: u64) -> Self {
        Self { root, limit, read: Mutex::default() }
    }

    /// One hash of everything read so far: names and contents.
    pub(crate) fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for (name, file) in &*self.files() {
            hash.update((name.len() as u64).to_le_bytes());
            hash.update(name);
            hash.update(file.digest);
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<String, File>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for Reader {
    fn read(&self, path: &str) -> Result<Source, FileError> {
        if let Some(known) = self.files().get(path) {
            return Ok(known.source.clone());
        }
        let file = self.root.read(path, self.limit)?;
        // Another way to write the path may have been read before.
        let name = file.source.name().to_owned();
        Ok(self.files().entry(name).or_insert(file).source.clone())
    }
}
