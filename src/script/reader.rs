//! Files of one tool set, read once each, and remembered by what they held.

use std::collections::BTreeMap;
#[cfg(feature = "watch")]
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use crate::confine::{File, FileError, Root, normalize};
use crate::source::Source;

/// Where the text of manifests and scripts comes from.
pub(crate) trait Files: Send + Sync {
    /// Reads a file by its path below the root.
    fn read(&self, path: &str) -> Result<Source, FileError>;

    /// Reads a file that may be asked for later, so that it is what it is now then.
    fn foresee(&self, path: &str) -> Result<Source, FileError>;
}

/// Told when a file was asked for that nobody had asked for before.
pub(crate) type Notice = Box<dyn Fn() + Send + Sync>;

/// How many files that could not be read are remembered: a script may make up
/// names without an end.
const MOST_FAILURES: usize = 256;

/// Reads files below one root, each once: whoever asks again gets the same text,
/// whatever has become of the file. One that could not be read is tried again when
/// nobody is told of what is asked for, and would load it.
pub(crate) struct Reader {
    root: Root,
    limit: u64,
    notice: Option<Notice>,
    asked: Mutex<BTreeMap<String, Asked>>,
}

/// A file that was asked for.
struct Asked {
    answer: Answer,
    /// Whether it was needed, and not only foreseen.
    needed: bool,
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
        for (name, asked) in &*self.asked() {
            let Ok(file) = &asked.answer else { continue };
            hash.update((name.len() as u64).to_le_bytes());
            hash.update(name);
            hash.update(file.digest);
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Everything that was asked for so far, and what came of it.
    #[cfg(feature = "watch")]
    pub(crate) fn answers(&self) -> BTreeMap<String, Answer> {
        self.asked().iter().map(|(name, asked)| (name.clone(), asked.answer.clone())).collect()
    }

    /// The files that were read because they were needed.
    #[cfg(feature = "watch")]
    pub(crate) fn needed(&self) -> BTreeSet<String> {
        let asked = self.asked();
        let needed = asked.iter().filter(|(_, asked)| asked.needed && asked.answer.is_ok());
        needed.map(|(name, _)| name.clone()).collect()
    }

    fn asked(&self) -> MutexGuard<'_, BTreeMap<String, Asked>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, path: &str, needed: bool) -> Result<Source, FileError> {
        let name = normalize(path)?;
        if let Some(known) = self.asked().get_mut(&name)
            && (known.answer.is_ok() || self.notice.is_some())
        {
            known.needed |= needed;
            return known.answer.clone().map(|file| file.source);
        }
        let answer = self.root.read(path, self.limit);
        Ok(self.keep(name, answer, needed)?.source)
    }

    /// Keeps an answer, unless the file was read meanwhile: what holds then.
    fn keep(&self, name: String, answer: Answer, needed: bool) -> Answer {
        let (kept, is_new) = {
            let mut asked = self.asked();
            let is_new = !asked.contains_key(&name);
            let failures = || asked.values().filter(|asked| asked.answer.is_err()).count();
            if is_new && answer.is_err() && failures() >= MOST_FAILURES {
                return answer;
            }
            let new = || Asked { answer: answer.clone(), needed };
            let known = asked.entry(name).or_insert_with(new);
            known.needed |= needed;
            if known.answer.is_err() {
                known.answer = answer;
            }
            (known.answer.clone(), is_new)
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
        self.ask(path, true)
    }

    fn foresee(&self, path: &str) -> Result<Source, FileError> {
        self.ask(path, false)
    }
}
