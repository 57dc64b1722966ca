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
    asked: Mutex<Asked>,
}

#[derive(Default)]
struct Asked {
    /// What came of the first time that each file was asked for.
    first: BTreeMap<String, Answer>,
    /// The files that could be read only when they were asked for again.
    late: BTreeMap<String, File>,
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
        let asked = self.asked();
        let files =
            asked.first.iter().filter_map(|(name, answer)| Some((name, answer.as_ref().ok()?)));
        let files: BTreeMap<_, _> = files.chain(&asked.late).collect();
        for (name, file) in files {
            hash.update((name.len() as u64).to_le_bytes());
            hash.update(name);
            hash.update(file.digest);
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Everything that was asked for so far, and what came of it at first: what could
    /// be read only later has changed since.
    #[cfg(feature = "watch")]
    pub(crate) fn answers(&self) -> BTreeMap<String, Answer> {
        self.asked().first.clone()
    }

    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an answer, unless the file was read meanwhile: what holds then.
    fn keep(&self, name: String, answer: Answer) -> Answer {
        let (kept, is_new) = {
            let mut asked = self.asked();
            let is_new = !asked.first.contains_key(&name);
            let failures = || asked.first.values().filter(|answer| answer.is_err()).count();
            if is_new && answer.is_err() && failures() >= MOST_FAILURES {
                return answer;
            }
            let kept = asked.keep(name, answer);
            (kept, is_new)
        };
        if let Some(notice) = &self.notice
            && is_new
        {
            notice();
        }
        kept
    }
}

impl Asked {
    fn file(&self, name: &str) -> Option<&File> {
        let first = self.first.get(name).and_then(|answer| answer.as_ref().ok());
        first.or_else(|| self.late.get(name))
    }

    /// Keeps an answer, unless the file was read before: what holds then.
    fn keep(&mut self, name: String, answer: Answer) -> Answer {
        if let Some(file) = self.file(&name) {
            return Ok(file.clone());
        }
        match &answer {
            Ok(file) if self.first.contains_key(&name) => {
                self.late.insert(name, file.clone());
            }
            Ok(_) | Err(_) => {
                self.first.insert(name, answer.clone());
            }
        }
        answer
    }
}

impl Files for Reader {
    fn read(&self, path: &str) -> Result<Source, FileError> {
        if let Some(known) = self.asked().file(path) {
            return Ok(known.source.clone());
        }
        let answer = self.root.read(path, self.limit);
        // Another way to write the path may have been read before.
        let name = answer.as_ref().map_or(path, |file| file.source.name()).to_owned();
        Ok(self.keep(name, answer)?.source)
    }
}
