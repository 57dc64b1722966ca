//! `--mcp-config`: files that say which servers there are, as many programs have them.

mod entry;
mod known;
mod members;
mod text;

use std::path::Path;

use jsonc_parser::ast::Value;
use rulebook::wording::quoted;

use self::text::Text;
use super::server::Server;
use crate::input;

/// As large as any such file may be.
const LARGEST: u64 = 1024 * 1024;

/// The member with the servers, and what it is called in the file of an editor.
const SERVERS: [&str; 2] = ["mcpServers", "servers"];

/// What a file says.
#[derive(Default)]
pub(super) struct Config {
    pub(super) servers: Vec<Server>,
    /// The names of those that the file turns off.
    pub(super) disabled: Vec<String>,
}

/// Reads a file: its servers, or a sentence for each mistake, with its place.
pub(super) fn read(path: &Path) -> Result<Config, Vec<String>> {
    let name = path.display().to_string();
    let content = input::file(path, LARGEST)
        .map_err(|problem| vec![format!("the file {} {problem}", quoted(&name))])?;
    servers(&Text::new(name, content))
}

fn servers(text: &Text) -> Result<Config, Vec<String>> {
    let value = text.parse().map_err(|problem| vec![problem])?;
    let Value::Object(top) = &value else {
        return Err(vec![text.at(&value, r#"write an object, as `{ "mcpServers": { ... } }`"#)]);
    };
    let mut problems = text.repeated(top);
    let mut found = None;
    for member in &top.properties {
        let key = member.name.as_str();
        if SERVERS.contains(&key) {
            if found.replace(member).is_some() {
                problems.push(
                    text.at(&member.name, "`mcpServers` and `servers` are both there; keep one"),
                );
            }
        } else if let Some(meant) = known::misspelt(key, SERVERS) {
            problems.push(
                text.at(&member.name, &format!("{} is not read; write `{meant}`", quoted(key))),
            );
        } else {
            tracing::debug!(file = text.name(), "the member {} is passed over", quoted(key));
        }
    }
    let mut config = Config::default();
    match found.map(|member| &member.value) {
        Some(Value::Object(entries)) => {
            problems.extend(text.repeated(entries));
            for entry in &entries.properties {
                match entry::read(text, entry.name.as_str(), entry) {
                    Ok(Some(server)) => config.servers.push(server),
                    Ok(None) => config.disabled.push(entry.name.as_str().to_owned()),
                    Err(more) => problems.extend(more),
                }
            }
        }
        Some(other) => problems.push(
            text.at(other, r#"write an object with a member for each server, as `{ "files": { "command": "..." } }`"#),
        ),
        None if problems.is_empty() => problems.push(text.at(
            &value,
            r#"there is no `mcpServers`; write `{ "mcpServers": { "files": { "command": "..." } } }`"#,
        )),
        None => {}
    }
    if problems.is_empty() { Ok(config) } else { Err(problems) }
}

#[cfg(test)]
mod tests;
