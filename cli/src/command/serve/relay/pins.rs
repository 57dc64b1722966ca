//! `--mcp-pins`: what was accepted of servers, kept in a file.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use rulebook::ToolCollection as _;
use rulebook::wording::quoted;
use rulebook_mcp::{McpToolCollection, McpToolCollectionBuilder, ToolPins};

use crate::input;

/// As large as the file may be.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Whether tools of servers may change.
#[derive(Args)]
pub(super) struct Pinning {
    /// A file that keeps each tool of the servers as it was seen first: one that is another
    /// later, or new, is held, and does not run until it is accepted
    #[arg(long = "mcp-pins", id = "mcp_pins", value_name = "FILE")]
    file: Option<PathBuf>,

    /// Accept all that this server offers at this start, in place of what the file keeps
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
        let accepted = read(path)?;
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
        let mut changed = Accepted::new();
        for server in servers {
            let name = server.name();
            if self.pinning.accept.iter().any(|accepted| *accepted == *name) {
                server.accept_all().map_err(|error| {
                    format!("what the server {} offers cannot be accepted: {error}", quoted(&name))
                })?;
            }
            let pins = server.pins();
            if self.accepted.get(&*name) != Some(&pins) {
                changed.insert(name.to_string(), pins);
            }
            tell(server);
        }
        if changed.is_empty() {
            return Ok(());
        }
        // Others may have kept theirs while the servers started.
        self.accepted = read(self.path)?;
        self.accepted.extend(changed);
        write(self.path, &self.accepted).map_err(|problem| {
            format!(
                "the file {} cannot be written: {problem}",
                quoted(&self.path.display().to_string())
            )
        })
    }
}

/// Writes the file, whole or not at all. Several commands may do so at once, each beside it
/// at first.
fn write(path: &Path, accepted: &Accepted) -> Result<(), String> {
    let mut text = serde_json::to_string_pretty(accepted).map_err(|error| error.to_string())?;
    text.push('\n');
    beside(path, &text).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            "its folder does not exist; create that, or give another path".to_owned()
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "you may write no file in its folder, where a new one takes its place".to_owned()
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "no room is left for it".to_owned(),
        _ => error.to_string(),
    })
}

fn beside(path: &Path, text: &str) -> io::Result<()> {
    // A link stays one.
    let path = if path.is_symlink() { fs::canonicalize(path)? } else { path.to_owned() };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut kind = tempfile::Builder::new();
    kind.prefix(".pins-");
    // As any new file, or as the one before.
    let before = fs::metadata(&path).map(|before| before.permissions());
    if let Some(permissions) = before.ok().or_else(usual) {
        kind.permissions(permissions);
    }
    let mut next = kind.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    next.write_all(text.as_bytes())?;
    next.as_file().sync_all()?;
    next.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(unix)]
fn usual() -> Option<fs::Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual() -> Option<fs::Permissions> {
    None
}

fn read(path: &Path) -> Result<Accepted, String> {
    let name = quoted(&path.display().to_string());
    match path.try_exists() {
        Ok(false) => return Ok(Accepted::new()),
        Ok(true) => {}
        Err(error) => return Err(format!("the file {name} cannot be read: {error}")),
    }
    let text =
        input::file(path, LARGEST).map_err(|problem| format!("the file {name} {problem}"))?;
    serde_json::from_str(&text).map_err(|error| {
        format!(
            "the file {name} is not one that `--mcp-pins` wrote, as line {} shows; give another path, or remove the file to begin anew",
            error.line()
        )
    })
}

/// Tells what is held of a server, and how it is accepted.
fn tell(server: &McpToolCollection) {
    let name = server.name();
    let tools = server.held().into_iter().map(|tool| tool.to_string());
    let instructions = server.held_instructions().map(|held| held.to_string());
    let held: Vec<_> = tools.chain(instructions).collect();
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
