//! `--mcp-pins`: what was accepted of servers, kept in a file.

mod file;

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use clap::Args;
use rulebook::ToolCollection as _;
use rulebook::wording::quoted;
use rulebook_mcp::{McpToolCollection, McpToolCollectionBuilder, ToolPins};

/// Whether tools of servers may change.
#[derive(Args)]
pub(super) struct Pinning {
    /// A file that keeps each tool of the servers as it was seen first: one that is another
    /// later, or new, is held, and does not run until it is accepted
    #[arg(long = "mcp-pins", id = "mcp_pins", value_name = "FILE")]
    file: Option<PathBuf>,

    /// Accept all that this server offers at this start, in place of what the file keeps; the
    /// log shows it, and the next start does without this
    #[arg(long = "mcp-accept", value_name = "NAME", requires = "mcp_pins")]
    pub(super) accept: Vec<String>,
}

/// What was accepted, by the names of the servers.
type Accepted = BTreeMap<String, ToolPins>;

/// The file, and what stands in it.
pub(super) struct Pins<'a> {
    pinning: &'a Pinning,
    path: &'a Path,
    accepted: Accepted,
}

impl Pinning {
    /// Reads the file, where there is to be one.
    pub(super) fn read(&self) -> Result<Option<Pins<'_>>, String> {
        let Some(path) = &self.file else { return Ok(None) };
        let accepted = file::read(path)?;
        Ok(Some(Pins { pinning: self, path, accepted }))
    }
}

impl Pins<'_> {
    /// Has a server held to what was accepted of it; to what is seen first, where it is new.
    pub(super) fn pin(
        &self,
        server: &str,
        builder: McpToolCollectionBuilder,
    ) -> McpToolCollectionBuilder {
        match self.accepted.get(server) {
            Some(pins) => builder.pin_to(pins.clone()),
            None => builder.pin_first_seen(),
        }
    }

    /// Accepts what is to be accepted, keeps it, and tells what is held.
    pub(super) fn settle(&mut self, servers: &[McpToolCollection]) -> Result<(), String> {
        let (mut changed, mut shown) = (Accepted::new(), Vec::new());
        for server in servers {
            let name = server.name();
            // The server may have changed it again since it was shown at the start before.
            shown.push(held(server));
            if self.accepts(&name) {
                server.accept_all().map_err(|error| {
                    format!("what the server {} offers cannot be accepted: {error}", quoted(&name))
                })?;
            }
            let pins = server.pins();
            if self.accepted.get(&*name) != Some(&pins) {
                changed.insert(name.to_string(), pins);
            }
        }
        let known: HashSet<_> = self.accepted.keys().cloned().collect();
        if !changed.is_empty() {
            self.accepted = file::change(self.path, changed)?;
        }
        for (server, shown) in servers.iter().zip(shown) {
            let name = server.name();
            if self.accepts(&name) {
                for line in shown.iter().flat_map(|text| text.lines()) {
                    tracing::info!(server = &*name, "{line}");
                }
                tracing::info!(
                    server = &*name,
                    "what it offers now is accepted; leave out `--mcp-accept {name}` at the next start"
                );
            } else if !known.contains(&*name) {
                tracing::info!(
                    server = &*name,
                    "what it offers is accepted, since it is seen first; what differs later is held"
                );
            }
            tell(server);
        }
        Ok(())
    }

    fn accepts(&self, server: &str) -> bool {
        self.pinning.accept.iter().any(|accepted| accepted == server)
    }
}

/// What is held of a server, each with what differs.
fn held(server: &McpToolCollection) -> Vec<String> {
    let tools = server.held().into_iter().map(|tool| tool.to_string());
    let instructions = server.held_instructions().map(|held| held.to_string());
    tools.chain(instructions).collect()
}

/// Tells what is held of a server, and how it is accepted.
fn tell(server: &McpToolCollection) {
    let (name, held) = (server.name(), held(server));
    for line in held.iter().flat_map(|text| text.lines()) {
        tracing::warn!(server = &*name, "{line}");
    }
    if !held.is_empty() {
        tracing::warn!(
            server = &*name,
            "{} held; `--mcp-accept {name}` at the next start accepts all of it",
            if held.len() == 1 { "this is" } else { "these are" },
        );
    }
}
