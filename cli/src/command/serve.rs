//! `rulebook serve`: serves manifests over MCP.

mod accounts;
mod approve;
mod fields;
mod follow;
mod http;
mod line;
mod log;
mod problems;
mod relay;
mod rules;
mod secret;
mod telemetry;

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use rulebook::Toolkit;
use rulebook_mcp::{McpServer, Metrics};
use tokio::time::timeout;

use self::accounts::Accounts;
use self::approve::Approve;
use self::http::Http;
use self::log::Log;
use self::relay::Relay;
use self::rules::Rules;
use self::telemetry::Telemetry;
use crate::exit::Exit;
use crate::output;
use crate::reader::Reader;
use crate::signals::Signals;

/// How long the last lines of the audit log may take.
const LAST: Duration = Duration::from_millis(250);

/// Serve the tools of manifests over MCP, to any client of it
#[derive(Args)]
#[command(after_help = "\
A client of MCP starts this command and talks to it on standard input and
output: that is what its configuration says. It ends with its input. Standard
output is for the client alone; the log goes to standard error.

Scripts run in a process of their own, one for each manifest. The tools of all
manifests are served together, so no two may have one name.

With --mcp and --mcp-config it also starts servers of MCP, or connects to them,
and serves their tools beside those of the manifests, of which there may be none
then. A server that is started gets no environment but what --mcp-env gives it;
one that is lost is started anew.

With --http it serves any number of clients until it is told to end, at /mcp, and
says on standard output where that is; /healthz and /metrics tell how it fares.

Examples:
  rulebook serve manifests/returns.json --root .
  rulebook serve manifests/returns.json manifests/incidents.json --root . --watch
  rulebook serve manifests/returns.json --root . --approve plan --log debug
  rulebook serve manifests/returns.json --root . --http 127.0.0.1:8080
  rulebook serve manifests/returns.json --root . --http 0.0.0.0:8080 \\
    --token-file token.txt --allow-host rules.example.com --audit calls.jsonl
  rulebook serve manifests/returns.json --root . --mcp-approval destructive \\
    --mcp 'files=npx -y @modelcontextprotocol/server-filesystem /srv/files' \\
    --mcp-env PATH --mcp-env HOME --mcp-prefix files
  rulebook serve --mcp-config mcp.json --mcp-pins pins.json")]
pub(crate) struct Serve {
    /// The manifests to serve; none are needed where there are servers
    #[arg(value_name = "MANIFEST", required_unless_present_any = ["mcp", "mcp_config"])]
    manifests: Vec<PathBuf>,

    #[command(flatten)]
    rules: Rules,

    /// Who decides on calls that require approval: the person at the client, nobody,
    /// or a mode that decides on some of them
    #[arg(long, value_enum, value_name = "WHO", default_value_t)]
    approve: Approve,

    /// The file with the key that what a client keeps of a call is sealed with, of 32
    /// bytes or more: the same for servers that take turns [default: one of its own]
    #[arg(long, value_name = "FILE")]
    state_key_file: Option<PathBuf>,

    #[command(flatten)]
    accounts: Accounts,

    #[command(flatten)]
    log: Log,

    #[command(flatten)]
    http: Http,

    #[command(flatten)]
    relay: Relay,
}

impl Serve {
    pub(crate) async fn run(&self) -> io::Result<Exit> {
        let mut signals = Signals::listen()?;
        let telemetry = Telemetry::from_env();
        self.log.begin(telemetry.as_ref().ok());
        let telemetry = telemetry.inspect_err(|problem| tracing::warn!("{problem}")).ok();
        let exit = self.serve(&mut signals).await;
        if let Some(telemetry) = telemetry {
            telemetry.end();
        }
        Ok(exit)
    }

    async fn serve(&self, signals: &mut Signals) -> Exit {
        let metrics = Metrics::new();
        let problems = self.log.problems();
        let policy = self.approve.policy();
        let joined = self.rules.join(&self.manifests, policy, &metrics, problems).await;
        let manifests = match joined {
            Ok(manifests) => manifests,
            Err(exit) => return exit,
        };
        let alone = self.manifests.is_empty();
        let connecting = self.relay.connect(alone, self.rules.timeout(), self.ended(signals));
        let served = match connecting.await {
            Ok(Some(relayed)) => {
                let served = match relayed.join(manifests) {
                    Ok(toolkit) => self.serve_all(toolkit, &metrics, signals).await,
                    Err(problem) => Err(problem),
                };
                relayed.end().await;
                served
            }
            Ok(None) => Ok(()),
            Err(problem) => Err(problem),
        };
        match served {
            Ok(()) => Exit::Done,
            Err(problem) => {
                problems.end(&problem);
                Exit::Failed
            }
        }
    }

    /// Waits for what ends the command before it serves: a signal, or that nobody is left
    /// who would read an answer.
    async fn ended(&self, signals: &mut Signals) {
        let reader = async {
            match self.http.address() {
                Some(_) => std::future::pending().await,
                None => Reader::watch().gone().await,
            }
        };
        tokio::select! {
            () = signals.come() => {}
            () = reader => {}
        }
    }

    async fn serve_all(
        &self,
        toolkit: Toolkit,
        metrics: &Metrics,
        signals: &mut Signals,
    ) -> Result<(), String> {
        let server = self.server(toolkit, metrics)?;
        let served = self.serve_clients(&server, signals).await;
        // A disk that does nothing does not hold up the end.
        let _ = timeout(LAST, server.accounted()).await;
        served
    }

    fn server(&self, toolkit: Toolkit, metrics: &Metrics) -> Result<McpServer, String> {
        let mut server =
            McpServer::builder(toolkit).approvals(self.approve.asked()).metrics(metrics);
        if let Some(audit) = self.accounts.audit()? {
            server = server.audit(audit);
        }
        if let Some(path) = &self.state_key_file {
            let key = secret::read(path, "the state key")?;
            server = server.state_key(key.trim_end()).map_err(|error| error.to_string())?;
        }
        Ok(server.build())
    }

    async fn serve_clients(&self, server: &McpServer, signals: &mut Signals) -> Result<(), String> {
        if let Some(address) = self.http.address() {
            return self.http.serve(server, address, signals).await;
        }
        if io::stdin().is_terminal() {
            output::stderr(
                "a client of MCP is waited for on standard input, and has to start this command \
                 itself; Ctrl-C ends it",
            );
        }
        tokio::select! {
            served = server.serve_stdio() => served.map_err(|error| error.to_string()),
            () = signals.come() => Ok(()),
        }
    }
}
