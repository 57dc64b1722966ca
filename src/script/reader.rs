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

/// Told when a file was asked for that nobody had asked for before.
pub(crate) type Notice = Box<dyn Fn() + Send + Sync>;

/// How many files that could not be read are remembered: a script may make up
/// names without an end.
const MOST_FAILURES: usize = 256;

/// Reads files below one root, each once: whoever asks again gets the same text,
/// whatever has become of the file. One that could not be read is tried again.
pub(crate) struct Reader {
    root: Root,
    limit: u64,
    notice: Option<Notice>,
    asked: Mutex<BTreeMap<String, Answer>>,
}

/// What came of reading a file.
pub(crate) type Answer = Result<File, FileError>;

impl Reader {
    /// A reader of files of at most `limit` bytes.
    pub(crate) fn new(root: Root, limit: u64, notice: Option<Notice>) -> Self {
        Self { root, limit, notice, asked: Mutex::default() }
    }

    /// One hash of everything read so far: names and contents.
    pub(crate) fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for (name, answer) in &*self.asked() {
            let Ok(file) = answer else { continue };
            hash.update((name.len() as u64).to_le_bytes());
            hash.update(name);
            hash.update(file.digest);
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Everything that was asked for so far, and what came of it.
    #[cfg(feature = "watch")]
    pub(crate) fn answers(&self) -> BTreeMap<String, Answer> {
        self.asked().clone()
    }

    fn asked(&self) -> MutexGuard<'_, BTreeMap<String, Answer>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an answer, unless the file was read meanwhile: what holds then.
    fn keep(&self, name: String, answer: Answer) -> Answer {
        let (kept, is_new) = {
            let mut asked = self.asked();
            let is_new = !asked.contains_key(&name);
            let failures = || asked.values().filter(|answer| answer.is_err()).count();
            if is_new && answer.is_err() && failures() >= MOST_FAILURES {
                return answer;
            }
            let known = asked.entry(name).or_insert_with(|| answer.clone());
            if known.is_err() {
                *known = answer;
            }
            (known.clone(), is_new)
        };
        if let Some(notice) = &self.notice
            && is_new
        {
            notice();
        }
        kept
    }
}

impl Files for Reader {
    fn read(&self, path: &str) -> Result<Source, FileError> {
        if let Some(Ok(known)) = self.asked().get(path) {
            return Ok(known.source.clone());
        }
        let answer = self.root.read(path, self.limit);
        // Another way to write the path may have been read before.
        let name = answer.as_ref().map_or(path, |file| file.source.name()).to_owned();
        Ok(self.keep(name, answer)?.source)
    }
}
