//! Begins to speak with a server that is a child process.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rmcp::model::ProtocolVersion;
use rmcp::service::{ClientInitializeError, ClientLifecycleMode};
use tokio::time::{Instant, timeout_at};

use super::asked::ServerCommand;
use super::child::Child;
use super::failed;
use super::spawn::{Streams, start};
use crate::remote::error::ConnectError;

/// Which revisions of the protocol a server is spoken to in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::remote) enum Era {
    /// It is not known: it is asked whether it speaks the newer one.
    #[default]
    Unknown,
    /// Those that begin with a handshake.
    Sessions,
    /// The newer one.
    Stateless,
}

impl Era {
    /// How a connection begins.
    pub(in crate::remote) fn lifecycle(self) -> ClientLifecycleMode {
        let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
        match self {
            Self::Unknown => ClientLifecycleMode::Auto { preferred_versions, legacy_version: None },
            Self::Sessions => ClientLifecycleMode::Initialize,
            Self::Stateless => ClientLifecycleMode::Discover { preferred_versions },
        }
    }
}

/// What worked last with a server: it is begun with that when it is started again.
#[derive(Default)]
pub(in crate::remote) struct LastEra(Mutex<Era>);

impl LastEra {
    fn get(&self) -> Era {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It is what a connection came to, or nothing worked any more.
    pub(in crate::remote) fn set(&self, era: Era) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = era;
    }
}

/// Starts a server and begins to speak with it. A server that ends at being asked for the
/// newer revision is started once more.
///
/// # Errors
/// What to check where it is not there.
pub(in crate::remote) async fn connect<T, F>(
    command: &ServerCommand,
    last: &LastEra,
    within: Duration,
    begin: impl Fn(Streams, ClientLifecycleMode) -> F,
) -> Result<(T, Child), ConnectError>
where
    F: Future<Output = Result<T, ClientInitializeError>>,
{
    // Whoever waits for more than this has as much time, and less to say.
    let (now, margin) = (Instant::now(), within / 50);
    let until = now.checked_add(within.saturating_sub(margin)).unwrap_or(now);
    let mut era = last.get();
    last.set(Era::Unknown);
    let mut is_again = false;
    loop {
        let (streams, child) = start(command)?;
        let error = match timeout_at(until, begin(streams, era.lifecycle())).await {
            Ok(Ok(begun)) => {
                last.set(era);
                return Ok((begun, child));
            }
            Ok(Err(error)) => error,
            Err(_) => return Err(failed::late(command, &child, within)),
        };
        match once_more(&error, &child, era) {
            Some(next) if !is_again => (era, is_again) = (next, true),
            _ => return Err(failed::why(command, &child, &error).await),
        }
        tracing::debug!(?era, "a server is started once more: {error}");
        child.close(Duration::ZERO).await;
    }
}

/// How a server is spoken to that is started once more, if it is.
fn once_more(error: &ClientInitializeError, child: &Child, era: Era) -> Option<Era> {
    if child.discovered_late() {
        return Some(Era::Stateless);
    }
    match (era, error) {
        // It may be another server by now.
        (Era::Sessions, _) => Some(Era::Unknown),
        (Era::Stateless, _) => Some(Era::Sessions),
        // It was understood, and refused.
        (Era::Unknown, ClientInitializeError::LegacyFallbackFailed { fallback, .. }) => {
            let refused = matches!(**fallback, ClientInitializeError::JsonRpcError(_));
            (!refused).then_some(Era::Sessions)
        }
        (Era::Unknown, _) => Some(Era::Sessions),
    }
}
