//! Messages over a pair of streams, one a line.

use std::borrow::Cow;
use std::io;
use std::time::Duration;

use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorCode, GetMeta, ProtocolVersion, RequestId,
    ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use rmcp::{ErrorData, RoleServer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::incoming::{Incoming, read};
use super::open::OpenRequests;
use crate::limit::CallLimit;
use crate::wire::{Line, Lines, Outgoing};

/// How long calls may still take when the input has ended, as it does at once where they
/// come from a file. The process has to be gone within a second.
const LAST_CALLS: Duration = Duration::from_millis(400);

/// How long answers may wait for a client that does not read, when all is given up.
const LAST_ANSWERS: Duration = Duration::from_millis(40);

/// How many calls of one client may run at once.
const CALLS: usize = 256;

/// How many messages are refused whose sender nobody knows. A peer that answers them in
/// turn comes to rest.
const REFUSED: u32 = 16;

/// How often it is looked whether a client that does not read has ended its input.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// How much of an id is repeated, in characters.
const LONGEST_ID: usize = 100;

/// Messages over a pair of streams.
pub(super) struct Streams<R> {
    lines: Lines<R>,
    longest: usize,
    /// Whether there is no more input than what waits to be read.
    hung_up: fn() -> bool,
    outgoing: Outgoing,
    calls: CallLimit,
    open: OpenRequests,
    /// Gives up all that goes on.
    stop: CancellationToken,
    begun: bool,
    /// Whether it began with a request that stands alone.
    stateless: bool,
    ended: bool,
    refused: u32,
}

impl<R: AsyncRead + Send + Unpin> Streams<R> {
    pub(super) fn new<W>(
        input: R,
        output: W,
        (longest, hung_up): (usize, fn() -> bool),
        stop: &CancellationToken,
    ) -> Self
    where
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let stopped = stop.clone();
        let late = async move {
            stopped.cancelled().await;
            sleep(LAST_ANSWERS).await;
        };
        Self {
            lines: Lines::new(input, longest),
            longest,
            hung_up,
            outgoing: Outgoing::new(output, late),
            calls: CallLimit::new(CALLS),
            open: OpenRequests::default(),
            stop: stop.clone(),
            begun: false,
            stateless: false,
            ended: false,
            refused: 0,
        }
    }

    /// The next message that is for the server.
    async fn next(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            // Whoever does not read is not heard either.
            tokio::select! {
                biased;
                () = self.outgoing.has_room() => {}
                () = until(self.hung_up) => return None,
            }
            let incoming = match self.lines.next().await? {
                Line::Whole(line) => read(&line, &self.calls),
                Line::TooLong(whose) => {
                    let longest = self.longest;
                    let text =
                        format!("the message is too long: it may have {longest} bytes at most");
                    tracing::debug!("{text}");
                    let error = ErrorData::invalid_request(text, None);
                    whose.told(error).unwrap_or(Incoming::Nothing)
                }
            };
            match incoming {
                Incoming::Message(message) if self.is_in_time(&message) => {
                    match self.refusal(&message) {
                        None => return Some(*message),
                        Some((error, id)) => self.refuse(error, id),
                    }
                }
                Incoming::Refused(error, id) => self.refuse(error, id),
                Incoming::Message(_) | Incoming::Nothing => {}
            }
        }
    }

    /// Before a client has begun, it has nothing to tell: the server would end.
    fn is_in_time(&mut self, message: &ClientJsonRpcMessage) -> bool {
        let ClientJsonRpcMessage::Request(request) = message else { return self.begun };
        let begun = self.begun;
        self.begun = begun
            || match &request.request {
                ClientRequest::InitializeRequest(_) => true,
                ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
                other => {
                    let meta = other.get_meta();
                    let known = |version| ProtocolVersion::KNOWN_VERSIONS.contains(&version);
                    meta.protocol_version().is_some_and(known)
                        && meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
                }
            };
        let initializes = matches!(request.request, ClientRequest::InitializeRequest(_));
        self.stateless |= !begun && self.begun && !initializes;
        true
    }

    /// Why a message is not taken, and whom that is told.
    fn refusal(
        &mut self,
        message: &ClientJsonRpcMessage,
    ) -> Option<(ErrorData, Option<RequestId>)> {
        if let ClientJsonRpcMessage::Request(request) = message
            && let ClientRequest::InitializeRequest(_) = request.request
            && self.stateless
        {
            // It would get a session, none of whose requests is taken.
            let text = "there is no method `initialize` once requests stand alone: connect anew";
            let error = ErrorData::new(ErrorCode::METHOD_NOT_FOUND, text, None);
            return Some((error, Some(request.id.clone())));
        }
        self.open.take(message).err().map(|id| (in_use(&id), None))
    }

    fn refuse(&mut self, error: ErrorData, id: Option<RequestId>) {
        if id.is_none() {
            if self.refused >= REFUSED {
                return;
            }
            self.refused = self.refused.saturating_add(1);
        }
        // It is queued by now; whether it arrives changes nothing.
        drop(self.outgoing.send(&ServerJsonRpcMessage::error(error, id)));
    }

    /// The input has ended: what goes on may end by itself for a moment, as it does where
    /// calls come from a file.
    fn end(&mut self) {
        if !std::mem::replace(&mut self.ended, true) {
            let stop = self.stop.clone();
            tokio::spawn(async move {
                sleep(LAST_CALLS).await;
                stop.cancel();
            });
        }
    }
}

impl<R: AsyncRead + Send + Unpin> Transport<RoleServer> for Streams<R> {
    type Error = io::Error;

    fn name() -> Cow<'static, str> {
        "streams".into()
    }

    fn send(
        &mut self,
        item: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.open.sent(&item);
        self.outgoing.send(&item)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        if self.ended {
            return None;
        }
        let closed = self.outgoing.closed();
        let next = tokio::select! {
            biased;
            () = closed.cancelled() => None,
            next = self.next() => next,
        };
        if next.is_none() {
            self.end();
        }
        next
    }

    async fn close(&mut self) -> io::Result<()> {
        self.outgoing.finish();
        self.outgoing.closed().cancelled().await;
        Ok(())
    }
}

/// Waits until something is so.
async fn until(it_is_so: fn() -> bool) {
    while !it_is_so() {
        sleep(LOOK_AGAIN).await;
    }
}

fn in_use(id: &RequestId) -> ErrorData {
    let id: String = id.to_string().chars().take(LONGEST_ID).collect();
    let text = format!("a request with the id `{id}` is not answered yet: give each its own");
    ErrorData::invalid_request(text, None)
}
