//! A connection that holds, as calls see it.

use std::pin::pin;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::model::ServerPeerInfo;
use rmcp::service::Peer;

use super::heard::Heard;
use super::pulse::{InFlight, Pulse};

/// A connection that holds, or did when it was asked for.
pub(in crate::remote) struct Live {
    pub(in crate::remote) peer: Peer<RoleClient>,
    pub(in crate::remote) heard: Heard,
    pub(in crate::remote) pulse: Arc<Pulse>,
}

impl Live {
    /// What the server says of itself.
    pub(in crate::remote) fn about(&self) -> Option<Arc<ServerPeerInfo>> {
        self.peer.peer_info()
    }

    /// Whether it speaks a revision of the protocol that has sessions.
    pub(in crate::remote) fn speaks_of_sessions(&self) -> bool {
        self.about().is_none_or(|about| about.protocol_version.has_initialize())
    }

    /// A request is sent: hold this until its answer is there, and say so with
    /// [`InFlight::answered`]. Where it is dropped before, the server is asked whether it is
    /// still there.
    pub(in crate::remote) fn begins(&self) -> InFlight<'_> {
        self.pulse.begins()
    }

    /// What a future gives; nothing where the connection is lost before. An answer that
    /// came just before the end is an answer.
    pub(in crate::remote) async fn while_it_holds<F: Future>(
        &self,
        future: F,
    ) -> Option<F::Output> {
        let mut future = pin!(future);
        tokio::select! {
            biased;
            given = &mut future => Some(given),
            _ = self.pulse.lost() => None,
        }
    }

    /// Whether it holds, as far as is known.
    pub(in crate::remote) fn holds(&self) -> bool {
        !self.pulse.is_lost() && !self.peer.is_transport_closed()
    }
}
