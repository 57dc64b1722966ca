//! Messages over the streams of a child, one a line.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::child::Shared;
use super::seen::Lost;
use crate::remote::messages::incoming::{Incoming, read, too_long};
use crate::remote::messages::probed::Probed;
use crate::wire::{Line, Lines, Outgoing};

/// How many bytes a message may have.
const LONGEST: usize = 16 << 20;

/// How long what a child wrote before it ended may take to be read: whatever left its group
/// may hold its output.
const LAST: Duration = Duration::from_millis(250);

/// How long what waits for a child may take when its input is closed.
const LAST_LINES: Duration = Duration::from_millis(20);

/// Messages over the streams of a child. The child is ended when this is dropped, but where
/// it is being closed.
pub(in crate::remote) struct Streams {
    lines: Lines<ChildStdout>,
    outgoing: Outgoing,
    child: Arc<Shared>,
    /// Until when it is read, where it is known to end.
    until: Option<Instant>,
    ended: bool,
    probed: Probed,
}

impl Streams {
    pub(super) fn new(input: ChildStdin, output: ChildStdout, child: Arc<Shared>) -> Self {
        let finish = child.finish.clone();
        let stop = async move {
            finish.cancelled().await;
            sleep(LAST_LINES).await;
        };
        Self {
            lines: Lines::new(output, LONGEST),
            outgoing: Outgoing::new(input, stop),
            child,
            until: None,
            ended: false,
            probed: Probed::default(),
        }
    }

    /// The next message for the client.
    async fn next(&mut self) -> Result<ServerJsonRpcMessage, Lost> {
        loop {
            let (incoming, line) = match self.line().await? {
                Line::Whole(line) => (read(&line), line),
                Line::TooLong(whose) => (too_long(whose, LONGEST), Vec::new()),
            };
            let seen = &self.child.seen;
            match incoming {
                Incoming::Message(message) => {
                    seen.message();
                    if self.is_wanted(&message) {
                        return Ok(*message);
                    }
                }
                Incoming::Refused(error, id) => {
                    seen.unheard();
                    // Whoever does not read is not answered.
                    if !self.outgoing.is_full() {
                        let refused = ClientJsonRpcMessage::error(error, Some(id));
                        drop(self.outgoing.send(&refused));
                    }
                }
                Incoming::Unheard => seen.unheard(),
                Incoming::Blank | Incoming::Garbage if seen.garbage(&line) => {
                    return Err(Lost::NotMcp);
                }
                Incoming::Blank | Incoming::Garbage => {}
            }
        }
    }

    async fn line(&mut self) -> Result<Line, Lost> {
        let closed = self.outgoing.closed();
        let gone = self.child.process.gone();
        let until = match self.until {
            Some(until) => until,
            None => {
                tokio::select! {
                    biased;
                    () = gone.cancelled() => {}
                    () = closed.cancelled() => {}
                    line = self.lines.next() => return line.ok_or(Lost::Closed),
                }
                let now = Instant::now();
                *self.until.insert(now.checked_add(LAST).unwrap_or(now))
            }
        };
        match timeout_at(until, self.lines.next()).await {
            Ok(Some(line)) => Ok(line),
            Ok(None) => Err(Lost::Closed),
            Err(_) => Err(Lost::NotRead),
        }
    }

    /// Whether anybody waits for a message.
    fn is_wanted(&mut self, message: &ServerJsonRpcMessage) -> bool {
        if self.probed.is_late(message) {
            if self.probed.is_spoken() {
                self.child.seen.late_discovery();
            }
            return false;
        }
        // The answers to requests would wait for a child that does not read.
        !matches!(message, JsonRpcMessage::Request(_)) || !self.outgoing.is_full()
    }
}

impl Transport<RoleClient> for Streams {
    type Error = io::Error;

    fn name() -> Cow<'static, str> {
        "child process".into()
    }

    fn send(
        &mut self,
        item: ClientJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.probed.sent(&item);
        self.outgoing.send(&item)
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        if self.ended {
            return None;
        }
        match self.next().await {
            Ok(message) => Some(message),
            Err(why) => {
                self.ended = true;
                self.child.seen.lost(why);
                if why == Lost::Closed {
                    // It closes its streams a little before its end, which says more.
                    let _ = timeout(LAST, self.child.process.gone().cancelled()).await;
                }
                None
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.outgoing.finish();
        Ok(())
    }
}

impl Drop for Streams {
    fn drop(&mut self) {
        self.child.seen.lost(Lost::Closed);
        if !self.child.is_closing() {
            self.child.process.kill();
        }
    }
}
