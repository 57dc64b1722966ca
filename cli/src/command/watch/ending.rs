//! What ends the command: the keyboard, the system, or a reader that goes away.

use std::io;

use crate::reader::Reader;
use crate::signals::Signals;

/// Whatever ends the command, listened for from early on.
pub(super) struct Endings {
    signals: Signals,
    reader: Reader,
}

impl Endings {
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self { signals: Signals::listen()?, reader: Reader::watch() })
    }

    /// Waits for the first of them.
    pub(super) async fn come(mut self) {
        tokio::select! {
            () = self.signals.come() => {}
            () = self.reader.gone() => {}
        }
    }
}
