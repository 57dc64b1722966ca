//! Messages over a pair of streams, one a line.

use std::borrow::Cow;
use std::future::pending;
use std::io;

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::service::ClientInitializeError;
use rmcp::transport::Transport;
use rulebook::wording::quoted;

use super::incoming::{Incoming, read, too_long};
use super::probed::Probed;
use crate::remote::error::ConnectError;
use crate::remote::streams::{Input, Pair};
use crate::wire::{Line, Lines, Outgoing};

/// How many bytes a message may have.
const LONGEST: usize = 16 << 20;
/// How many lines in a row that are no messages end a connection.
const GARBAGE: u32 = 1_000;

/// Messages over a pair of streams.
pub(in crate::remote) struct Paired {
    lines: Lines<Input>,
    outgoing: Outgoing,
    garbage: u32,
    probed: Probed,
}

impl Paired {
    pub(in crate::remote) fn new((input, output): Pair) -> Self {
        let outgoing = Outgoing::new(output, pending());
        Self { lines: Lines::new(input, LONGEST), outgoing, garbage: 0, probed: Probed::default() }
    }

    async fn next(&mut self) -> Option<ServerJsonRpcMessage> {
        let closed = self.outgoing.closed();
        while self.garbage < GARBAGE {
            let line = tokio::select! {
                biased;
                line = self.lines.next() => line?,
                () = closed.cancelled() => return None,
            };
            let incoming = match line {
                Line::Whole(line) => read(&line),
                Line::TooLong(whose) => too_long(whose, LONGEST),
            };
            self.garbage = match &incoming {
                Incoming::Garbage => self.garbage.saturating_add(1),
                Incoming::Blank => self.garbage,
                _ => 0,
            };
            match incoming {
                Incoming::Message(message) if self.probed.is_late(&message) => {}
                // Whoever does not read is not answered.
                Incoming::Message(message)
                    if matches!(*message, ServerJsonRpcMessage::Request(_))
                        && self.outgoing.is_full() => {}
                Incoming::Message(message) => return Some(*message),
                Incoming::Refused(error, id) if !self.outgoing.is_full() => {
                    // It is queued by now; whether it arrives changes nothing.
                    drop(self.outgoing.send(&ClientJsonRpcMessage::error(error, Some(id))));
                }
                Incoming::Refused(..) | Incoming::Unheard | Incoming::Blank => {}
                Incoming::Garbage => tracing::debug!("a server sent a line that is no message"),
            }
        }
        None
    }
}

impl Transport<RoleClient> for Paired {
    type Error = io::Error;

    fn name() -> Cow<'static, str> {
        "streams".into()
    }

    fn send(
        &mut self,
        item: ClientJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.probed.sent(&item);
        self.outgoing.send(&item)
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        self.next().await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.outgoing.finish();
        Ok(())
    }
}

/// What is said of a server that does not answer as it should.
pub(in crate::remote) fn said(error: &ClientInitializeError) -> ConnectError {
    match error {
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => said(fallback),
        ClientInitializeError::ConnectionClosed(_)
        | ClientInitializeError::TransportError { .. } => {
            ConnectError::new("the server ended the connection before it answered")
        }
        ClientInitializeError::JsonRpcError(error) => {
            ConnectError::new(format!("the server refused to begin: {}", quoted(&error.message)))
        }
        _ => ConnectError::new("the server answered what is no answer of MCP to its first request"),
    }
}
