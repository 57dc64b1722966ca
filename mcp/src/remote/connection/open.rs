//! A connection to a server, as long as it holds.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::service::RunningService;
use tokio::time::timeout;

use super::heard::Heard;
use super::live::Live;
use super::pulse::Pulse;
use super::spoken::{Spoken, speak};
use crate::remote::command::{self, Child, Connected, Era, LastSaid, ServerCommand};
use crate::remote::endpoint::McpEndpoint;
use crate::remote::error::ConnectError;
#[cfg(feature = "http-client")]
use crate::remote::http;
use crate::remote::messages::paired::{Paired, said};
use crate::remote::streams::ServerStreams;

/// A connection to a server, as long as it holds. It ends with this.
pub(in crate::remote) struct Connection {
    pub(in crate::remote) live: Arc<Live>,
    /// What keeps it open; none where the host does.
    running: Option<RunningService<RoleClient, Heard>>,
    child: Option<Child>,
    /// What its transport knows of why it was lost.
    tell: Option<Box<Tell>>,
}

type Tell = dyn Fn() -> Option<String> + Send + Sync;

impl Connection {
    /// Connects to a server, and tells how it was spoken to. Where the future is dropped,
    /// nothing is left behind.
    pub(in crate::remote) async fn open(
        endpoint: &McpEndpoint,
        era: Era,
        within: Duration,
    ) -> Result<(Self, Era), ConnectError> {
        match endpoint {
            McpEndpoint::Command(command) => Self::start(command, era, within).await,
            McpEndpoint::Streams(streams) => Self::pair(streams, era).await,
            #[cfg(feature = "http-client")]
            McpEndpoint::Url(server) => {
                let (spoken, explains) = http::reach(server, era).await?;
                let (connection, era) = Self::of(spoken);
                let tell: Box<Tell> = Box::new(move || explains.lost());
                Ok((Self { tell: Some(tell), ..connection }, era))
            }
            McpEndpoint::Client(peer) => {
                if peer.is_transport_closed() {
                    return Err(ConnectError::new("the host's client is closed"));
                }
                let (heard, pulse) = (Heard::default(), Arc::new(Pulse::new()));
                let live = Arc::new(Live { peer: peer.clone(), heard, pulse });
                Ok((Self { live, running: None, child: None, tell: None }, era))
            }
        }
    }

    async fn start(
        command: &ServerCommand,
        era: Era,
        within: Duration,
    ) -> Result<(Self, Era), ConnectError> {
        let Connected { spoken, child, era } = command::connect(command, era, within).await?;
        let (connection, _) = Self::of(spoken);
        Ok((Self { child: Some(child), ..connection }, era))
    }

    /// A server that ends at being asked for the newer revision is asked for the older one.
    async fn pair(streams: &ServerStreams, era: Era) -> Result<(Self, Era), ConnectError> {
        let unopened =
            |error: io::Error| ConnectError::new(format!("the server cannot be reached: {error}"));
        let first = Paired::new(streams.open().await.map_err(unopened)?);
        match speak(first, era.lifecycle()).await {
            Ok(spoken) => Ok(Self::of(spoken)),
            Err(_) if era == Era::Unknown => {
                let second = Paired::new(streams.open().await.map_err(unopened)?);
                let spoken = speak(second, Era::Sessions.lifecycle()).await;
                Ok(Self::of(spoken.map_err(|error| said(&error))?))
            }
            Err(error) => Err(said(&error)),
        }
    }

    fn of(spoken: Spoken) -> (Self, Era) {
        let era = Era::of(&spoken);
        let Spoken { running, heard, pulse } = spoken;
        let live = Arc::new(Live { peer: running.peer().clone(), heard, pulse });
        (Self { live, running: Some(running), child: None, tell: None }, era)
    }

    /// Waits for it to be lost, and tells why. Those who wait for answers know at once.
    pub(in crate::remote) async fn lost(&self) -> String {
        let pulse = &self.live.pulse;
        let Some(child) = &self.child else {
            let why = pulse.lost().await;
            return self.tell.as_ref().and_then(|tell| tell()).unwrap_or(why);
        };
        tokio::select! {
            biased;
            () = child.lost().cancelled() => pulse.lose("the server ended"),
            why = pulse.lost() => if !child.lost().is_cancelled() { return why },
        }
        format!("the server {}", child.ended().await.why)
    }

    /// Ends it, and a child with all that it started, which has a grace to end by itself, and
    /// another one when it is told to. Dropping the future leaves it no more time.
    pub(in crate::remote) async fn end(&mut self, grace: Duration) {
        self.live.pulse.lose("it was closed");
        if let Some(child) = &self.child {
            child.close(grace).await;
        } else if let Some(mut running) = self.running.take() {
            // A server may want to know.
            let _ = timeout(grace, running.close()).await;
        }
    }

    /// What tells the last lines of a child's standard error, also when this has ended.
    pub(in crate::remote) fn last_said(&self) -> Option<LastSaid> {
        self.child.as_ref().map(Child::last_said)
    }
}
