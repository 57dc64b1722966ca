//! `rulebook serve`: serves manifests over MCP.

mod approve;
mod follow;
mod log;
mod rules;
mod telemetry;

use std::io;
use std::path::PathBuf;

use clap::Args;
use rulebook_mcp::McpServer;

use self::approve::Approve;
use self::log::Log;
use self::rules::Rules;
use self::telemetry::Telemetry;
use crate::exit::Exit;
use crate::output;
use crate::signals::Signals;

/// Serve the tools of manifests over MCP, to any client of it
#[derive(Args)]
#[command(after_help = "\
A client of MCP starts this command and talks to it on standard input and
output: that is what its configuration says. It ends with its input. Standard
output is for the client alone; the log goes to standard error.

Scripts run in a process of their own, one for each manifest. The tools of all
manifests are served together, so no two may have one name.

Examples:
  rulebook serve manifests/returns.json --root .
  rulebook serve manifests/returns.json manifests/incidents.json --root . --watch
  rulebook serve manifests/returns.json --root . --approve plan --log debug")]
pub(crate) struct Serve {
    /// The manifests to serve
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<PathBuf>,

    #[command(flatten)]
    rules: Rules,

    /// Who decides on calls that require approval: the person at the client, nobody,
    /// or a mode that decides on some of them
    #[arg(long, value_enum, value_name = "WHO", default_value_t)]
    approve: Approve,

    #[command(flatten)]
    log: Log,
}

impl Serve {
    pub(crate) async fn run(&self) -> io::Result<Exit> {
        let mut signals = Signals::listen()?;
        let telemetry = Telemetry::from_env();
        self.log.begin(telemetry.as_ref().ok());
        let telemetry = telemetry.inspect_err(|problem| tracing::warn!("{problem}")).ok();
        let exit = self.serve(&mut signals).await;
        telemetry.map(Telemetry::end);
        Ok(exit)
    }

    async fn serve(&self, signals: &mut Signals) -> Exit {
        let toolkit = match self.rules.join(&self.manifests, self.approve.policy()).await {
            Ok(toolkit) => toolkit,
            Err(exit) => return exit,
        };
        let server = McpServer::builder(toolkit).approvals(self.approve.asked()).build();
        let served = tokio::select! {
            served = server.serve_stdio() => served,
            () = signals.come() => Ok(()),
        };
        match served {
            Ok(()) => Exit::Done,
            Err(error) => {
                output::stderr(&format!("error: {error}"));
                Exit::Failed
            }
        }
    }
}
