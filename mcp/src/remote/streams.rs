//! A server that is reached over a pair of streams.

use std::fmt;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};

/// What is read from.
pub(super) type Input = Box<dyn AsyncRead + Send + Unpin>;
/// What is read from, and what is written to.
pub(super) type Pair = (Input, Box<dyn AsyncWrite + Send + Unpin>);

type Opening = Pin<Box<dyn Future<Output = io::Result<Pair>> + Send>>;

/// A server that is reached over a pair of streams, with a message on each line: a socket, a
/// pipe, or a server in the same process. They are made anew for each connection.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// use rulebook::Toolkit;
/// use rulebook_mcp::{McpServer, McpToolCollection, ServerStreams};
///
/// let server = McpServer::new(Toolkit::builder().build()?);
/// let streams = ServerStreams::new(move || {
///     let (near, far) = tokio::io::duplex(1 << 16);
///     let (input, output) = tokio::io::split(far);
///     let server = server.clone();
///     tokio::spawn(async move { server.serve(input, output).await });
///     async move { Ok(tokio::io::split(near)) }
/// });
/// let tools = McpToolCollection::builder("within", streams).connect().await?;
/// # tools.close().await;
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
#[derive(Clone)]
pub struct ServerStreams(Arc<dyn Fn() -> Opening + Send + Sync>);

impl ServerStreams {
    /// Streams that a closure opens: what the server writes, and what it reads.
    pub fn new<F, O, R, W>(open: F) -> Self
    where
        F: Fn() -> O + Send + Sync + 'static,
        O: Future<Output = io::Result<(R, W)>> + Send + 'static,
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        Self(Arc::new(move || {
            let opening = open();
            Box::pin(async move {
                let (input, output) = opening.await?;
                Ok::<Pair, _>((Box::new(input), Box::new(output)))
            })
        }))
    }

    pub(super) async fn open(&self) -> io::Result<Pair> {
        (self.0)().await
    }
}

impl fmt::Debug for ServerStreams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerStreams")
    }
}
