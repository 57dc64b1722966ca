//! `--http`: serving over HTTP instead of the pipes.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use rulebook_mcp::McpServer;
use rulebook_mcp::http::{BearerToken, HttpOptions};
use tokio::net::{TcpListener, lookup_host};

use super::secret;
use crate::signals::Signals;
use crate::{output, timeout};

/// How long the end may take once it is cut short.
const LAST: Duration = Duration::from_secs(1);

/// Where clients reach the server, and what they may do there.
#[derive(Args)]
#[command(next_help_heading = "Over HTTP")]
pub(super) struct Http {
    /// Serve over HTTP at this address, as 127.0.0.1:8080, to any number of clients
    #[arg(long = "http", value_name = "ADDRESS")]
    address: Option<String>,

    /// The file with the bearer token that clients have to send, or several, one a line;
    /// needed for every address that other machines can reach
    #[arg(long, value_name = "FILE", requires = "address")]
    token_file: Option<PathBuf>,

    /// A name by which clients reach the server, once for each [default: those of this
    /// machine itself; with a token, any]
    #[arg(long, value_name = "NAME", requires = "address")]
    allow_host: Vec<String>,

    /// Where web pages that may send requests come from, once for each [default: nowhere]
    #[arg(long, value_name = "URL", requires = "address")]
    allow_origin: Vec<String>,

    /// The largest request in bytes [default: 4194304]
    #[arg(long, value_name = "BYTES", requires = "address", value_parser = at_least_one)]
    max_body: Option<usize>,

    /// How many calls run or wait at once [default: 64]
    #[arg(long, value_name = "NUMBER", requires = "address", value_parser = at_least_one)]
    max_calls: Option<usize>,

    /// How many sessions there are at once [default: 1000]
    #[arg(long, value_name = "NUMBER", requires = "address", value_parser = at_least_one)]
    max_sessions: Option<usize>,

    /// How long a session may do nothing before it ends: 90s, 10m [default: 30m]
    #[arg(long, value_name = "TIME", requires = "address", value_parser = timeout::parse)]
    session_idle: Option<Duration>,

    /// How long a shutdown waits for calls that run [default: 30s]
    #[arg(long, value_name = "TIME", requires = "address", value_parser = timeout::parse)]
    grace: Option<Duration>,
}

impl Http {
    /// The address, where it is to be served over HTTP.
    pub(super) fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    /// Serves until a signal comes, and a second one cuts the rest short.
    pub(super) async fn serve(
        &self,
        server: &McpServer,
        address: &str,
        signals: &mut Signals,
    ) -> Result<(), String> {
        let words = |error: rulebook_mcp::http::HttpError| error.to_string();
        let service = server.http(self.options()?).map_err(words)?;
        let addresses = resolved(address).await?;
        for address in &addresses {
            service.may_listen_on(*address).map_err(words)?;
        }
        let listener = TcpListener::bind(&*addresses)
            .await
            .map_err(|error| format!("nobody can be served at `{address}`: {error}"))?;
        let bound = listener.local_addr().map_err(|error| error.to_string())?;
        // For whoever asked for any free port.
        output::stdout(&format!("http://{bound}/mcp")).map_err(|error| error.to_string())?;
        tracing::info!("clients are served at http://{bound}/mcp");
        let (tell, told) = tokio::sync::oneshot::channel();
        let shutdown = async {
            // Whoever would tell is gone only with all of this.
            let _ = told.await;
        };
        let served = service.clone();
        let mut serving = std::pin::pin!(service.serve(listener, shutdown));
        tokio::select! {
            served = &mut serving => return served.map_err(words),
            () = signals.come() => {}
        }
        tracing::info!("the server ends when the calls that run have ended");
        let _ = tell.send(());
        tokio::select! {
            served = &mut serving => served.map_err(words),
            () = signals.come() => {
                served.give_up();
                // Whoever waits for them is told, and so is the audit log.
                let _ = tokio::time::timeout(LAST, serving).await;
                Err("calls that ran were cut short".to_owned())
            }
        }
    }

    fn options(&self) -> Result<HttpOptions, String> {
        let mut options =
            HttpOptions::new().allowed_hosts(&self.allow_host).allowed_origins(&self.allow_origin);
        if let Some(path) = &self.token_file {
            let text = secret::read(path, "the bearer token")?;
            let tokens = BearerToken::read_all(&text)
                .map_err(|error| format!("the file `{}`: {error}", path.display()))?;
            options = options.tokens(tokens);
        }
        if let Some(bytes) = self.max_body {
            options = options.max_body_bytes(bytes);
        }
        if let Some(calls) = self.max_calls {
            options = options.max_calls(calls);
        }
        if let Some(sessions) = self.max_sessions {
            options = options.max_sessions(sessions);
        }
        if let Some(idle) = self.session_idle {
            options = options.session_idle(idle);
        }
        if let Some(grace) = self.grace {
            options = options.grace(grace);
        }
        Ok(options)
    }
}

/// What a name and a port stand for.
async fn resolved(address: &str) -> Result<Vec<SocketAddr>, String> {
    const HOW: &str = "write a name or number of this machine and a port, as in `127.0.0.1:8080`";
    let found: io::Result<Vec<_>> = lookup_host(address).await.map(Iterator::collect);
    match found {
        Ok(found) if !found.is_empty() => Ok(found),
        Ok(_) => Err(format!("`{address}` is no address; {HOW}")),
        Err(error) => Err(format!("`{address}` is no address: {error}; {HOW}")),
    }
}

fn at_least_one(word: &str) -> Result<usize, String> {
    match word.parse() {
        Ok(0) | Err(_) => Err("write a whole number from 1 on".to_owned()),
        Ok(number) => Ok(number),
    }
}
