//! Serving on a pair of streams: standard input and output, or any other.

mod hung_up;
mod incoming;
mod open;
mod transport;

use std::io;
use std::time::Duration;

use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::{RoleServer, ServiceExt};
use rulebook::Session;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::error::ServeError;
use crate::handler::Handler;
use crate::server::McpServer;
use hung_up::stdin_hung_up;
use transport::Streams;

/// How long what goes on may take to end when it is given up.
const LATE: Duration = Duration::from_millis(60);

impl McpServer {
    /// Serves one client on standard input and output, until the input ends.
    ///
    /// # Errors
    /// [`ServeError`] when the client is not served.
    pub async fn serve_stdio(&self) -> Result<(), ServeError> {
        self.serve_until(tokio::io::stdin(), tokio::io::stdout(), stdin_hung_up).await
    }

    /// Serves one client on a pair of streams, a JSON message a line, until the input
    /// ends or the output fails. Calls that still run then are given up.
    ///
    /// # Errors
    /// [`ServeError`] when the client is not served.
    pub async fn serve<R, W>(&self, input: R, output: W) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        self.serve_until(input, output, || false).await
    }

    async fn serve_until<R, W>(
        &self,
        input: R,
        output: W,
        hung_up: fn() -> bool,
    ) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let _open = self.0.metrics.session();
        let stop = CancellationToken::new();
        // Whoever drops this future gives all of it up.
        let _guard = stop.clone().drop_guard();
        let handler = Handler::new(self.0.clone(), Session::new());
        let streams = Streams::new(input, output, (self.0.longest_message, hung_up), &stop);
        let running =
            match ServiceExt::<RoleServer>::serve_with_ct(handler, streams, stop.clone()).await {
                Ok(running) => running,
                // It went before it said anything, or before it could be answered.
                Err(
                    ServerInitializeError::ConnectionClosed(_)
                    | ServerInitializeError::TransportError { .. }
                    | ServerInitializeError::Cancelled,
                ) => return Ok(()),
                Err(error) => return Err(not_served(error.to_string())),
            };
        tokio::select! {
            ended = running.waiting() => match ended {
                Ok(QuitReason::JoinError(error)) | Err(error) => Err(not_served(error.to_string())),
                Ok(_) => Ok(()),
            },
            // Code that does not return holds up nothing but itself.
            () = async { stop.cancelled().await; sleep(LATE).await } => Ok(()),
        }
    }
}

fn not_served(error: String) -> ServeError {
    ServeError::new("the client is not served", io::Error::other(error))
}
