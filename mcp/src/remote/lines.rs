//! Messages of a server over a pair of streams, one a line.

use std::any::Any;
use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, JsonRpcMessage, RequestId};
use rmcp::model::{ServerJsonRpcMessage, ServerResult};
use rmcp::transport::Transport;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use super::incoming::{Incoming, read, too_long};
use super::seen::{Lost, Seen};
use crate::wire::{Line, Lines, Outgoing};

/// How many bytes a message may have.
const LONGEST: usize = 16 << 20;

/// How long what a server wrote before it ended may take to be read: whatever it left behind
/// may hold its output.
const LAST: Duration = Duration::from_millis(250);

/// How long what waits for a server may take when its input is closed.
const LAST_LINES: Duration = Duration::from_millis(20);

/// Messages of a server over a pair of streams, read as they are written.
pub(super) struct MessageLines<R> {
    lines: Lines<R>,
    outgoing: Outgoing,
    seen: Arc<Seen>,
    ends: Ends,
    /// Until when it is read, where it is known to end.
    until: Option<Instant>,
    ended: bool,
    probe: Option<RequestId>,
    /// A probe that nobody waits for any more.
    late: Option<RequestId>,
}

/// How streams end.
pub(super) struct Ends {
    /// Their server is gone.
    pub(super) gone: CancellationToken,
    /// What is written to is to be closed.
    pub(super) finish: CancellationToken,
    /// What is dropped with them.
    pub(super) _held: Box<dyn Any + Send>,
}

impl<R: AsyncRead + Send + Unpin> MessageLines<R> {
    pub(super) fn new<W>(input: R, output: W, seen: Arc<Seen>, ends: Ends) -> Self
    where
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let finish = ends.finish.clone();
        let stop = async move {
            finish.cancelled().await;
            sleep(LAST_LINES).await;
        };
        Self {
            lines: Lines::new(input, LONGEST),
            outgoing: Outgoing::new(output, stop),
            seen,
            ends,
            until: None,
            ended: false,
            probe: None,
            late: None,
        }
    }

    /// The same, of streams that hold nothing else.
    pub(super) fn unheld<W>(input: R, output: W) -> Self
    where
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let (gone, finish) = (CancellationToken::new(), CancellationToken::new());
        let ends = Ends { gone, finish, _held: Box::new(()) };
        Self::new(input, output, Arc::default(), ends)
    }

    /// The next message for the client.
    async fn next(&mut self) -> Result<ServerJsonRpcMessage, Lost> {
        loop {
            let (incoming, line) = match self.line().await? {
                Line::Whole(line) => (read(&line), line),
                Line::TooLong(whose) => (too_long(whose, LONGEST), Vec::new()),
            };
            let seen = &self.seen;
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
        let gone = self.ends.gone.clone();
        let until = match self.until {
            Some(until) => until,
            None => {
                tokio::select! {
                    biased;
                    () = gone.cancelled_owned() => {}
                    () = closed.cancelled_owned() => {}
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
        let id = match message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            // Its answers would wait for a child that does not read.
            JsonRpcMessage::Request(_) => return !self.outgoing.is_full(),
            JsonRpcMessage::Notification(_) => return true,
        };
        if id.is_some() && id == self.probe.as_ref() {
            self.probe = None;
        }
        if id.is_none() || id != self.late.as_ref() {
            return true;
        }
        self.late = None;
        if let JsonRpcMessage::Response(response) = message
            && let ServerResult::DiscoverResult(_) = response.result
        {
            self.seen.late_discovery();
        }
        false
    }

    /// Notes the probe of the newer revision. Where the older one is begun before it is
    /// answered, as with a server that takes long to start, its answer is too late.
    fn note(&mut self, message: &ClientJsonRpcMessage) {
        if let JsonRpcMessage::Request(request) = message {
            match &request.request {
                ClientRequest::DiscoverRequest(_) => self.probe = Some(request.id.clone()),
                ClientRequest::InitializeRequest(_) => self.late = self.probe.take(),
                _ => {}
            }
        }
    }
}

impl<R: AsyncRead + Send + Unpin> Transport<RoleClient> for MessageLines<R> {
    type Error = io::Error;

    fn name() -> Cow<'static, str> {
        "lines".into()
    }

    fn send(
        &mut self,
        item: ClientJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.note(&item);
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
                self.seen.lost(why);
                if why == Lost::Closed {
                    // It closes its streams a little before its end, which says more.
                    let _ = timeout(LAST, self.ends.gone.clone().cancelled_owned()).await;
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

impl<R> Drop for MessageLines<R> {
    fn drop(&mut self) {
        self.seen.lost(Lost::Closed);
    }
}
