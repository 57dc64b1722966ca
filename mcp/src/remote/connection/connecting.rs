//! Connecting to a server, as far as its list of tools.

use std::sync::{Mutex, PoisonError};

use tokio::time::{Instant, timeout_at};

use super::open::Connection;
use crate::remote::catalogue::listed::list;
use crate::remote::catalogue::offer::Offer;
use crate::remote::command::{Era, last};
use crate::remote::endpoint::McpEndpoint;
use crate::remote::error::ConnectError;
use crate::remote::rules::Rules;

/// How a server was spoken to when that last worked.
#[derive(Default)]
pub(in crate::remote) struct EraOf(Mutex<Era>);

impl EraOf {
    /// How it is spoken to this time; it is forgotten until that works.
    fn take(&self) -> Era {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn worked(&self, era: Era) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = era;
    }
}

/// A connection, and what is offered there, within the time that a start may take. Where the
/// future is dropped, nothing is left behind.
pub(in crate::remote) async fn connect(
    rules: &Rules,
    endpoint: &McpEndpoint,
    era: &EraOf,
) -> Result<(Connection, Offer), ConnectError> {
    let (start, now) = (rules.start, Instant::now());
    let until = now.checked_add(start).unwrap_or(now);
    let late = || {
        ConnectError::new(format!(
            "{} did not answer within {start:?}: one that takes long to start needs a longer \
             `start_timeout`",
            endpoint.called()
        ))
    };
    let opened = timeout_at(until, Connection::open(endpoint, era.take(), start)).await;
    let (connection, worked) = opened.map_err(|_| late())??;
    let listed = connection.live.while_it_holds(list(&connection.live.peer));
    let why = match timeout_at(until, listed).await {
        Ok(Some(Ok(offer))) => {
            era.worked(worked);
            return Ok((connection, offer));
        }
        Ok(Some(Err(error))) => error.to_string(),
        Ok(None) => format!("{} before it had listed its tools", connection.lost().await),
        Err(_) => format!("the server gave no list of its tools within {start:?}"),
    };
    let said = connection.last_said().map(|said| last(&said())).unwrap_or_default();
    Err(ConnectError::new(format!("{why}{said}")))
}
