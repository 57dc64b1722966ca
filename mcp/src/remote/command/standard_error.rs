//! The standard error of a server: always read, the last of it kept, some of it logged.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::harmless::harmless;

/// How many bytes of it are kept.
const KEPT: usize = 4 << 10;

/// How many lines of these are shown.
const SHOWN: usize = 20;

/// How many lines are logged within a second.
const LOGGED: u32 = 20;

/// How many bytes are read at once.
const READ: usize = 64 << 10;

/// How long it is read once the server is gone: whatever left the group may hold it.
const LAST: Duration = Duration::from_millis(250);

/// The last that a server wrote to its standard error.
pub(super) struct StandardError {
    tail: Mutex<Tail>,
    /// Nothing more is read.
    read: CancellationToken,
}

#[derive(Default)]
struct Tail {
    bytes: VecDeque<u8>,
    /// Whether something stood before these.
    is_cut: bool,
}

impl StandardError {
    /// Reads it to its end.
    pub(super) fn read<R>(input: R, gone: CancellationToken) -> Arc<Self>
    where
        R: AsyncRead + Send + Unpin + 'static,
    {
        let kept = Arc::new(Self { tail: Mutex::default(), read: CancellationToken::new() });
        let (heard, guard) = (Arc::clone(&kept), kept.read.clone().drop_guard());
        tokio::spawn(async move {
            let _guard = guard;
            tokio::select! {
                () = heard.read_all(input) => {}
                () = async { gone.cancelled().await; sleep(LAST).await } => {}
            }
        });
        kept
    }

    async fn read_all<R: AsyncRead + Unpin>(&self, mut input: R) {
        let mut logged = Logged::new();
        let mut part = vec![0; READ];
        loop {
            let length = match input.read(&mut part).await {
                Ok(0) | Err(_) => return,
                Ok(length) => length,
            };
            let part = part.get(..length).unwrap_or_default();
            self.tail().keep(part);
            logged.log(part);
        }
    }

    fn tail(&self) -> MutexGuard<'_, Tail> {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all of it has been read, where the server is gone.
    pub(super) async fn is_read(&self) {
        self.read.cancelled().await;
    }

    /// Its last lines, harmless on a terminal.
    pub(super) fn last_lines(&self) -> Vec<String> {
        let (bytes, is_cut) = {
            let tail = self.tail();
            (tail.bytes.iter().copied().collect::<Vec<_>>(), tail.is_cut)
        };
        let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
        // What stands first is the end of a line.
        let mut lines: Vec<_> = lines
            .skip(usize::from(is_cut && bytes.contains(&b'\n')))
            .map(harmless)
            .filter(|line| !line.trim().is_empty())
            .collect();
        lines.drain(..lines.len().saturating_sub(SHOWN));
        lines
    }
}

impl Tail {
    fn keep(&mut self, part: &[u8]) {
        let kept = part.len().saturating_sub(KEPT);
        let (left_out, part) = part.split_at_checked(kept).unwrap_or_default();
        let over = self.bytes.len().saturating_add(part.len()).saturating_sub(KEPT);
        self.is_cut |= !left_out.is_empty() || over > 0;
        self.bytes.drain(..over.min(self.bytes.len()));
        self.bytes.extend(part);
    }
}

/// Lines for the log, no more than some within a second.
struct Logged {
    since: Instant,
    lines: u32,
    /// The begin of a line that is not whole yet.
    begun: Vec<u8>,
    left_out: u64,
}

impl Logged {
    fn new() -> Self {
        Self { since: Instant::now(), lines: 0, begun: Vec::new(), left_out: 0 }
    }

    fn log(&mut self, part: &[u8]) {
        if !tracing::enabled!(tracing::Level::DEBUG) {
            return;
        }
        if self.since.elapsed() >= Duration::from_secs(1) {
            if self.left_out > 0 {
                tracing::debug!(bytes = self.left_out, "more of the server's standard error");
            }
            *self = Self { begun: std::mem::take(&mut self.begun), ..Self::new() };
        }
        for piece in part.split_inclusive(|byte| *byte == b'\n') {
            if self.lines >= LOGGED {
                self.left_out = self.left_out.saturating_add(piece.len() as u64);
                self.begun.clear();
                continue;
            }
            if self.begun.len() < KEPT {
                self.begun.extend_from_slice(piece);
            }
            if piece.ends_with(b"\n") {
                let line = harmless(&std::mem::take(&mut self.begun));
                if !line.is_empty() {
                    self.lines = self.lines.saturating_add(1);
                    tracing::debug!("the server's standard error: {line}");
                }
            }
        }
    }
}
