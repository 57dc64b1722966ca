//! What was seen of a server, for whoever is told why it is not there.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::harmless::harmless;

/// How many lines in a row that are no messages end a connection.
const GARBAGE: u32 = 1_000;

/// What was seen of a server.
#[derive(Default)]
pub(super) struct Seen {
    counts: Mutex<Counts>,
    lost: CancellationToken,
}

#[derive(Default)]
struct Counts {
    skipped: u64,
    garbage_in_a_row: u32,
    first_garbage: Option<String>,
    late_discovery: bool,
    lost: Option<Lost>,
}

/// Why a connection is lost, where the process goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// It closed its standard output.
    Closed,
    /// It does not speak the protocol.
    NotMcp,
    /// It closed its standard input, or reads none of what waits for it.
    NotRead,
}

impl Seen {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A message came.
    pub(super) fn message(&self) {
        self.counts().garbage_in_a_row = 0;
    }

    /// A message was left out that could not be read.
    pub(super) fn unheard(&self) {
        let mut counts = self.counts();
        counts.garbage_in_a_row = 0;
        skipped(counts);
    }

    /// What came is no message; whether that is enough of it.
    pub(super) fn garbage(&self, line: &[u8]) -> bool {
        let mut counts = self.counts();
        if counts.first_garbage.is_none() && !line.trim_ascii().is_empty() {
            counts.first_garbage = Some(harmless(line));
        }
        counts.garbage_in_a_row = counts.garbage_in_a_row.saturating_add(1);
        let enough = counts.garbage_in_a_row >= GARBAGE;
        skipped(counts);
        enough
    }

    /// The first line that was no message.
    pub(super) fn first_garbage(&self) -> Option<String> {
        self.counts().first_garbage.clone()
    }

    /// It said that it speaks the newer revision, when nobody waited for that any more.
    pub(super) fn late_discovery(&self) {
        self.counts().late_discovery = true;
    }

    pub(super) fn discovered_late(&self) -> bool {
        self.counts().late_discovery
    }

    /// The connection is lost.
    pub(super) fn lost(&self, why: Lost) {
        self.counts().lost.get_or_insert(why);
        self.lost.cancel();
    }

    /// What tells that it is lost.
    pub(super) fn is_lost(&self) -> &CancellationToken {
        &self.lost
    }

    /// Why it is lost, in words.
    pub(super) fn why(&self) -> &'static str {
        match self.counts().lost {
            Some(Lost::Closed) => "closed its standard output",
            Some(Lost::NotMcp) => "wrote 1,000 lines in a row that are no messages of MCP",
            Some(Lost::NotRead) => "reads nothing of what it is sent",
            None => "is still there",
        }
    }
}

/// One more is left out. However many they are, the log says it seldom.
fn skipped(mut counts: MutexGuard<'_, Counts>) {
    counts.skipped = counts.skipped.saturating_add(1);
    let skipped = counts.skipped;
    drop(counts);
    if skipped.is_power_of_two() {
        tracing::warn!(skipped, "a server writes lines that are no messages: they are left out");
    }
}
