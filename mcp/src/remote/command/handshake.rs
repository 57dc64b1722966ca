//! Begins to speak with a server that is a child process.

use std::time::Duration;

use rmcp::model::ProtocolVersion;
use rmcp::service::{ClientInitializeError, ClientLifecycleMode};
use tokio::time::{Instant, timeout_at};

use super::asked::ServerCommand;
use super::child::Child;
use super::failed;
use super::spawn::start;
use crate::remote::connection::spoken::{Spoken, speak};
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
    /// What worked with a server.
    pub(in crate::remote) fn of(spoken: &Spoken) -> Self {
        let about = spoken.running.peer().peer_info();
        match about.is_none_or(|about| about.protocol_version.has_initialize()) {
            true => Self::Sessions,
            false => Self::Stateless,
        }
    }

    /// How a server is spoken to.
    pub(in crate::remote) fn lifecycle(self) -> ClientLifecycleMode {
        let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
        match self {
            Self::Unknown => ClientLifecycleMode::Auto { preferred_versions, legacy_version: None },
            Self::Sessions => ClientLifecycleMode::Initialize,
            Self::Stateless => ClientLifecycleMode::Discover { preferred_versions },
        }
    }
}

/// A server that was started, and answered.
pub(in crate::remote) struct Connected {
    pub(in crate::remote) spoken: Spoken,
    pub(in crate::remote) child: Child,
    /// What worked: whoever starts it again begins with that.
    pub(in crate::remote) era: Era,
}

/// Starts a server and begins to speak with it. A server that ends at being asked for the
/// newer revision is started once more.
///
/// # Errors
/// What to check where it is not there.
pub(in crate::remote) async fn connect(
    command: &ServerCommand,
    era: Era,
    within: Duration,
) -> Result<Connected, ConnectError> {
    // Whoever waits for this gives up after as long, and has less to say.
    let (now, most) = (Instant::now(), within.saturating_sub(within / 50));
    let until = now.checked_add(most).unwrap_or(now);
    let (first, child) = start(command)?;
    let begun = timeout_at(until, speak(first, era.lifecycle())).await;
    let Ok(begun) = begun else { return Err(failed::late(command, &child, within)) };
    let error = match begun {
        Ok(running) => return Ok(connected(running, child)),
        Err(error) => error,
    };
    let Some(next) = once_more(&error, &child, era) else {
        return Err(why(command, &child, &error).await);
    };
    tracing::debug!("a server is started once more, and not asked for the newer revision");
    // Two of one server at once may be in each other's way.
    child.close(Duration::ZERO).await;
    let (second, child) = start(command)?;
    match timeout_at(until, speak(second, next.lifecycle())).await {
        Ok(Ok(running)) => Ok(connected(running, child)),
        Ok(Err(error)) => Err(why(command, &child, &error).await),
        Err(_) => Err(failed::late(command, &child, within)),
    }
}

fn connected(spoken: Spoken, child: Child) -> Connected {
    let era = Era::of(&spoken);
    Connected { spoken, child, era }
}

/// How a server is spoken to that is started once more, if it is.
fn once_more(error: &ClientInitializeError, child: &Child, era: Era) -> Option<Era> {
    if child.0.seen.discovered_late() {
        return Some(Era::Stateless);
    }
    match (era, error) {
        // What worked before may not any more: it may be another server by now.
        (Era::Sessions, _) => None,
        (Era::Stateless, _) => Some(Era::Sessions),
        // It was understood, and refused.
        (Era::Unknown, ClientInitializeError::LegacyFallbackFailed { fallback, .. }) => {
            let refused = matches!(**fallback, ClientInitializeError::JsonRpcError(_));
            (!refused).then_some(Era::Sessions)
        }
        (Era::Unknown, _) => Some(Era::Sessions),
    }
}

/// Why a server does not serve.
async fn why(
    command: &ServerCommand,
    child: &Child,
    error: &ClientInitializeError,
) -> ConnectError {
    match error {
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => {
            Box::pin(why(command, child, fallback)).await
        }
        ClientInitializeError::ConnectionClosed(_)
        | ClientInitializeError::TransportError { .. } => failed::ended(command, child).await,
        _ => failed::answered(command, child, error),
    }
}
