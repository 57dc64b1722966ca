//! Serving on a pair of streams: standard input and output, or any other.

use std::io;

use rmcp::ServiceExt;
use rmcp::transport::async_rw::AsyncRwTransport;
use rulebook::Session;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::error::ServeError;
use crate::handler::Handler;
use crate::server::McpServer;

impl McpServer {
    /// Serves one client on standard input and output, until the input ends.
    ///
    /// # Errors
    /// [`ServeError`] when the streams fail.
    pub async fn serve_stdio(&self) -> Result<(), ServeError> {
        self.serve(tokio::io::stdin(), tokio::io::stdout()).await
    }

    /// Serves one client on a pair of streams, a JSON message a line, until the input
    /// ends.
    ///
    /// # Errors
    /// [`ServeError`] when the streams fail.
    pub async fn serve<R, W>(&self, input: R, output: W) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let _open = self.0.metrics.session();
        let handler = Handler::new(self.0.clone(), Session::new());
        let transport = AsyncRwTransport::new_server(input, output);
        let failed = |error: &dyn std::fmt::Display| {
            ServeError::new("the client is not served", io::Error::other(error.to_string()))
        };
        let running = handler.serve(transport).await.map_err(|error| failed(&error))?;
        running.waiting().await.map_err(|error| failed(&error))?;
        Ok(())
    }
}
