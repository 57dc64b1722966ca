//! All that the words say, put together and looked at before anything is started.

use std::collections::HashMap;
use std::time::Duration;

use rulebook::wording::quoted;
use rulebook_mcp::{
    McpEndpoint, McpToolCollection, McpToolCollectionBuilder, ServerCommand, ServerUrl,
};

use super::approval::Approval;
use super::server::{Reached, Server};
use super::{Relay, config, names};

/// The servers to start, and how.
pub(super) struct Plan<'a> {
    relay: &'a Relay,
    /// How long a call may take.
    timeout: Option<Duration>,
    pub(super) servers: Vec<Server>,
    prefixes: HashMap<&'a str, &'a str>,
}

impl<'a> Plan<'a> {
    /// What the words say, or a sentence for each mistake in them.
    pub(super) fn of(relay: &'a Relay, timeout: Option<Duration>) -> Result<Self, Vec<String>> {
        let (mut servers, mut problems) = (relay.mcp.clone(), Vec::new());
        let mut disabled = Vec::new();
        for file in &relay.mcp_config {
            match config::read(file) {
                Ok(config) => {
                    for name in &config.disabled {
                        let file = file.display();
                        tracing::info!("the server {} is turned off in `{file}`", quoted(name));
                    }
                    servers.extend(config.servers);
                    disabled.extend(config.disabled);
                }
                Err(more) => problems.extend(more),
            }
        }
        // Names of servers that could not be read would seem to be wrong.
        if !problems.is_empty() {
            return Err(problems);
        }
        problems.extend(names::repeated(&servers));
        let known = servers.iter().map(|server| &server.name).chain(&disabled);
        let known: Vec<_> = known.map(String::as_str).collect();
        let mut prefixes = HashMap::new();
        for given in &relay.mcp_prefix {
            if prefixes.insert(&*given.server, &*given.prefix).is_some() {
                let name = quoted(&given.server);
                problems.push(format!("`--mcp-prefix`: {name} has two prefixes; keep one"));
            }
        }
        let mut given = HashMap::new();
        for variable in &relay.mcp_env {
            let before = given.insert(&*variable.name, &*variable.value);
            if before.is_some_and(|before| before != variable.value) {
                let name = quoted(&variable.name);
                problems.push(format!("`--mcp-env`: {name} has two values; keep one"));
            }
        }
        let prefixed = relay.mcp_prefix.iter().map(|given| &*given.server);
        problems.extend(names::unknown("--mcp-prefix", prefixed, &known));
        let untrusted = relay.mcp_untrusted.iter().map(String::as_str);
        problems.extend(names::unknown("--mcp-untrusted", untrusted, &known));
        let accepted = relay.pinning.accept.iter().map(String::as_str);
        problems.extend(names::unknown("--mcp-accept", accepted, &known));
        if problems.is_empty() {
            Ok(Self { relay, timeout, servers, prefixes })
        } else {
            Err(problems)
        }
    }

    /// How a server becomes a collection.
    pub(super) fn builder(&self, server: &Server) -> McpToolCollectionBuilder {
        let prefix = self.prefixes.get(&*server.name).copied().unwrap_or_default().to_owned();
        let mut builder = McpToolCollection::builder(&server.name, self.endpoint(server))
            .choose(move |tool| names::of_tool(&prefix, &tool.name));
        match self.relay.mcp_approval {
            Approval::None => {}
            Approval::Destructive => builder = builder.require_approval_for_destructive(),
            Approval::All => builder = builder.require_approval_for_all(),
        }
        if self.relay.mcp_untrusted.contains(&server.name) {
            builder = builder.untrusted();
        }
        if let Some(timeout) = self.timeout {
            builder = builder.timeout(timeout);
        }
        match self.relay.mcp_start_timeout {
            Some(timeout) => builder.start_timeout(timeout),
            None => builder,
        }
    }

    fn endpoint(&self, server: &Server) -> McpEndpoint {
        match &server.reached {
            Reached::Command { program, arguments, environment, folder } => {
                let mut command = ServerCommand::new(program).args(arguments);
                for variable in &self.relay.mcp_env {
                    command = command.env(&variable.name, &variable.value);
                }
                // What its own file says of a variable comes last, and holds.
                for (name, value) in environment {
                    command = command.env(name, value);
                }
                if let Some(folder) = folder {
                    command = command.current_dir(folder);
                }
                command.into()
            }
            Reached::Url { url, headers } => {
                let url = ServerUrl::new(url);
                headers.iter().fold(url, |url, (name, value)| url.header(name, value)).into()
            }
        }
    }
}
