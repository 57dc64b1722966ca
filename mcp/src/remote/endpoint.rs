//! Where a server is.

use rmcp::RoleClient;
use rmcp::service::Peer;

use super::command::ServerCommand;
#[cfg(feature = "http-client")]
use super::http::ServerUrl;
use super::streams::ServerStreams;

/// Where a server is, and how it is reached.
///
/// A client that the host has already is given by its peer, and the host goes on owning it:
/// its handler hears what the server tells, and closing or dropping the collection leaves it
/// open. So it is for the host to have the list read again when the server tells of a
/// change, and a client that is closed is not opened again.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// use rmcp::service::NotificationContext;
/// use rmcp::{ClientHandler, RoleClient, ServiceExt};
/// use rulebook::Toolkit;
/// use rulebook_mcp::{McpServer, McpToolCollection, rmcp};
/// use tokio::sync::mpsc;
///
/// struct Host(mpsc::UnboundedSender<()>);
///
/// impl ClientHandler for Host {
///     async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
///         let _ = self.0.send(());
///     }
/// }
///
/// # let server = McpServer::new(Toolkit::builder().build()?);
/// # let (near, far) = tokio::io::duplex(1 << 16);
/// # tokio::spawn(async move {
/// #     let (input, output) = tokio::io::split(far);
/// #     server.serve(input, output).await
/// # });
/// let (told, mut changes) = mpsc::unbounded_channel();
/// let client = Host(told).serve(near).await?;
///
/// let tools = McpToolCollection::builder("desk", client.peer().clone()).connect().await?;
/// let kept = tools.clone();
/// tokio::spawn(async move {
///     while changes.recv().await.is_some() {
///         if let Err(error) = kept.refresh().await {
///             eprintln!("the tools stay as they were: {error}");
///         }
///     }
/// });
/// # tools.close().await;
/// client.list_all_tools().await?;
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum McpEndpoint {
    /// A child process that is spoken to by its standard input and output.
    Command(ServerCommand),
    /// A server that is reached over HTTP.
    #[cfg(feature = "http-client")]
    Url(ServerUrl),
    /// A server that is reached over streams.
    Streams(ServerStreams),
    /// A client that the host has and goes on owning.
    Client(Peer<RoleClient>),
}

impl McpEndpoint {
    /// What it is called where something is said of it to the host.
    pub(super) fn called(&self) -> String {
        match self {
            #[cfg(feature = "http-client")]
            Self::Url(server) => format!("the server at `{}`", server.shown()),
            _ => "the server".to_owned(),
        }
    }
}

impl From<ServerCommand> for McpEndpoint {
    fn from(command: ServerCommand) -> Self {
        Self::Command(command)
    }
}

impl From<ServerStreams> for McpEndpoint {
    fn from(streams: ServerStreams) -> Self {
        Self::Streams(streams)
    }
}

#[cfg(feature = "http-client")]
impl From<ServerUrl> for McpEndpoint {
    fn from(server: ServerUrl) -> Self {
        Self::Url(server)
    }
}

impl From<Peer<RoleClient>> for McpEndpoint {
    fn from(client: Peer<RoleClient>) -> Self {
        Self::Client(client)
    }
}
