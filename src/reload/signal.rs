//! What the watching of folders tells.

use std::path::PathBuf;

use notify::Event;
use notify::event::{AccessKind, AccessMode, CreateKind, EventKind, ModifyKind};

/// Whether the system tells when a file that was written is closed.
const TELLS_OF_CLOSING: bool = cfg!(any(target_os = "linux", target_os = "android"));

/// Something that may have changed what was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    /// Something happened to the file or folder at `path`.
    Changed { path: PathBuf, writing: Writing },
    /// What happened is not known: everything has to be looked at again.
    Lost,
}

/// What is known about somebody writing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    /// It was made or written to. Where the system tells of it, an end follows.
    Began,
    /// It was closed after that, or its name is no longer its name.
    Ended,
    /// Nothing new.
    Unknown,
}

impl Signal {
    /// What an event tells, for each of its paths; nothing when files were merely
    /// opened or read.
    pub(super) fn of(event: Event) -> Vec<Self> {
        if event.need_rescan() {
            return vec![Self::Lost];
        }
        let Some(writing) = Writing::of(&event.kind) else { return Vec::new() };
        if event.paths.is_empty() {
            return vec![Self::Lost];
        }
        event.paths.into_iter().map(|path| Self::Changed { path, writing }).collect()
    }
}

impl Writing {
    fn of(kind: &EventKind) -> Option<Self> {
        Some(match kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => Self::Ended,
            EventKind::Access(_) => return None,
            EventKind::Create(CreateKind::File) | EventKind::Modify(ModifyKind::Data(_))
                if TELLS_OF_CLOSING =>
            {
                Self::Began
            }
            EventKind::Modify(ModifyKind::Name(_)) | EventKind::Remove(_) => Self::Ended,
            _ => Self::Unknown,
        })
    }
}
