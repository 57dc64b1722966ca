//! `--mcp` and `--mcp-config`: servers whose tools are served beside those of manifests.

mod approval;
mod clash;
mod config;
mod environment;
mod names;
mod pins;
mod plan;
mod server;
mod start;
mod word;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use rulebook::{ToolCollection as _, Toolkit, ToolkitBuilder};
use rulebook_mcp::McpToolCollection;

use self::approval::Approval;
use self::pins::Pinning;
use self::plan::Plan;
use self::server::Server;
use self::word::{Prefix, Variable};
use crate::timeout;

const NOTHING: &str =
    "nothing is left to serve; give a manifest, or a server that is not turned off";

/// Which servers are relayed, and how.
#[derive(Args)]
#[command(next_help_heading = "Servers whose tools are relayed")]
pub(super) struct Relay {
    /// A server that is started, and whose tools are served too: a name for it, and its
    /// command, split as a shell does it
    #[arg(long, value_name = "NAME=COMMAND", value_parser = word::server)]
    mcp: Vec<Server>,

    /// A file with such servers, and with those that run already at an address, in the JSON
    /// that other programs have: `mcpServers`
    #[arg(long, value_name = "FILE")]
    mcp_config: Vec<PathBuf>,

    /// Begin the names of a server's tools with this [default of PREFIX: NAME_]
    #[arg(long, value_name = "NAME[=PREFIX]", value_parser = word::prefix)]
    mcp_prefix: Vec<Prefix>,

    /// Give the servers that are started a variable of the environment, of which they
    /// get none otherwise; with the value that it has here, or this one
    #[arg(long, value_name = "VARIABLE[=VALUE]", value_parser = word::variable)]
    mcp_env: Vec<Variable>,

    /// Which of their tools require approval, whoever decides on it by `--approve`
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    mcp_approval: Approval,

    /// Leave out what a server says of itself, which would be among the instructions
    #[arg(long, value_name = "NAME")]
    mcp_untrusted: Vec<String>,

    #[command(flatten)]
    pinning: Pinning,

    /// How long the servers may take to start: 10s, 2m [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = timeout::parse)]
    mcp_start_timeout: Option<Duration>,
}

/// The servers that were started.
pub(super) struct Relayed(Vec<McpToolCollection>);

impl Relay {
    /// Starts all servers at the same time: their tools, in the order in which they are
    /// given, or what keeps them from it. None when the command ends meanwhile.
    /// Whether they are all that is served, and how long a call may take, others say.
    pub(super) async fn connect(
        &self,
        alone: bool,
        timeout: Option<Duration>,
        ended: impl Future<Output = ()>,
    ) -> Result<Option<Relayed>, String> {
        let plan = Plan::of(self, timeout).map_err(|problems| problems.join("\n"))?;
        if alone && plan.servers.is_empty() {
            return Err(NOTHING.to_owned());
        }
        let mut pins = self.pinning.read()?;
        let Some(servers) = start::all(&plan, pins.as_ref(), ended).await? else {
            return Ok(None);
        };
        let relayed = Relayed(servers);
        if let Some(pins) = &mut pins
            && let Err(problem) = pins.settle(&relayed.0)
        {
            relayed.end().await;
            return Err(problem);
        }
        Ok(Some(relayed))
    }
}

impl Relayed {
    /// The tools of manifests, and those of the servers after them.
    pub(super) fn join(&self, mut toolkit: ToolkitBuilder) -> Result<Toolkit, String> {
        for server in &self.0 {
            toolkit = toolkit.collection(server.clone());
        }
        let names: Vec<_> = self.0.iter().map(|server| server.name().into_owned()).collect();
        toolkit.build().map_err(|error| clash::explain(&error, &names))
    }

    /// Ends what was started.
    pub(super) async fn end(&self) {
        start::end(&self.0).await;
    }
}
