//! What was noticed and has not been acted upon.

use std::time::Instant;

use tokio::sync::oneshot;

use super::gathering::{Gathering, Patience, Span};
use super::signal::Signal;
use super::writers::Writers;
use crate::error::LoadError;

/// What has whoever follows the files do something.
pub(super) enum Message {
    /// Something happened to a file.
    Changed(Signal),
    /// A file was asked for that nobody had asked for before.
    Asked,
    /// Someone wants the files looked at now, and to know what serves then.
    Reload(Reply),
    /// Nobody wants the files followed any more.
    End,
}

/// Where the number of the generation goes that serves, or why there is none new.
pub(super) type Reply = oneshot::Sender<Result<u64, LoadError>>;

/// What was noticed and has not been acted upon.
pub(super) struct Inbox {
    pub(super) gathering: Gathering,
    writers: Writers,
    pub(super) asked: bool,
    pub(super) waiting: Vec<Reply>,
    pub(super) ended: bool,
}

impl Inbox {
    pub(super) fn new(patience: Patience) -> Self {
        Self {
            gathering: Gathering::new(patience),
            writers: Writers::default(),
            asked: false,
            waiting: Vec::new(),
            ended: false,
        }
    }

    /// Takes note of a message; nothing comes any more when there is none.
    pub(super) fn note(&mut self, message: Option<Message>) {
        match message {
            Some(Message::Changed(signal)) => {
                self.writers.note(&signal);
                self.gathering.note(Instant::now());
            }
            Some(Message::Asked) => self.asked = true,
            Some(Message::Reload(reply)) => self.waiting.push(reply),
            Some(Message::End) | None => self.ended = true,
        }
    }

    /// Takes the changes that were gathered.
    pub(super) fn take(&mut self) -> Option<Span> {
        self.writers = Writers::default();
        self.gathering.take()
    }

    /// When changes have settled that were noticed.
    pub(super) fn settled(&self) -> Option<Instant> {
        self.gathering.due(self.writers.is_open())
    }

    /// When to look at the files because of what was noticed.
    pub(super) fn due(&self) -> Option<Instant> {
        if self.ended || self.asked || !self.waiting.is_empty() {
            return Some(Instant::now());
        }
        self.settled()
    }
}
