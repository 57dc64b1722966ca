//! One server of a file.

use std::path::PathBuf;

use jsonc_parser::ast::{ObjectProp, Value};
use rulebook::wording::quoted;

use super::members::Members;
use super::text::Text;
use crate::command::serve::relay::server::{Origin, Reached, Server};

/// The transports that are spoken, as they are written.
const COMMAND: &str = "stdio";
const HTTP: [&str; 4] = ["http", "streamable-http", "streamableHttp", "streamable_http"];

/// Reads a server: none where it is turned off.
pub(super) fn read(
    text: &Text,
    name: &str,
    entry: &ObjectProp<'_>,
) -> Result<Option<Server>, Vec<String>> {
    if name.trim().is_empty() {
        return Err(vec![text.at(&entry.name, "a server needs a name")]);
    }
    let Value::Object(object) = &entry.value else {
        let what = r#"write an object, as `{ "command": "...", "args": [ ... ] }`"#;
        return Err(vec![text.at(&entry.value, what)]);
    };
    let mut members = Members::of(text, object, name);
    let off = members.flag("disabled") == Some(true) || members.flag("enabled") == Some(false);
    // What is turned off need not be complete: its variables may not be set.
    let reached = if off { None } else { members.reached(entry) };
    if !members.problems.is_empty() {
        return Err(members.problems);
    }
    let origin = Origin::File(text.place(&entry.name));
    Ok(reached.map(|reached| Server { name: name.to_owned(), origin, reached }))
}

impl Members<'_> {
    /// How the server is reached; none where something is wrong.
    fn reached(&mut self, entry: &ObjectProp<'_>) -> Option<Reached> {
        let by_http = self.is_by_http(entry)?;
        let (needed, transport, foreign): (_, _, &[_]) = if by_http {
            ("url", "by HTTP", &["command", "args", "env", "cwd"])
        } else {
            ("command", "by its standard input and output", &["url", "headers"])
        };
        for name in foreign {
            if let Some(member) = self.get(name) {
                let what =
                    format!("a server that is reached {transport} has no `{name}`; remove it");
                self.wrong(&member.name, &what);
            }
        }
        let Some(member) = self.get(needed) else {
            self.wrong(&entry.name, &format!("write `{needed}`"));
            return None;
        };
        let main = self.string(needed)?;
        if main.trim().is_empty() {
            self.wrong(&member.value, &format!("`{needed}` is empty"));
            return None;
        }
        Some(if by_http {
            Reached::Url { url: main, headers: self.strings("headers") }
        } else {
            Reached::Command {
                program: main,
                arguments: self.list("args"),
                environment: self.strings("env"),
                folder: self.string("cwd").map(PathBuf::from),
            }
        })
    }

    /// Whether it is reached by HTTP, and not by its standard input and output.
    fn is_by_http(&mut self, entry: &ObjectProp<'_>) -> Option<bool> {
        let Some(member) = self.get("type") else { return self.is_by_url(entry) };
        match &*self.string("type")? {
            COMMAND => return Some(false),
            known if HTTP.contains(&known) => return Some(true),
            "sse" => self.wrong(
                &member.value,
                "`sse` is a transport of 2024, which is not spoken; write `http`, and the address of the server's streamable HTTP",
            ),
            other => {
                let other = quoted(other);
                let what = format!("{other} is no transport that is spoken; write `stdio` or `http`");
                self.wrong(&member.value, &what);
            }
        }
        None
    }

    fn is_by_url(&mut self, entry: &ObjectProp<'_>) -> Option<bool> {
        match (self.get("command"), self.get("url")) {
            (Some(_), Some(second)) => {
                self.wrong(&second.name, "`command` and `url` are both there; keep one");
                None
            }
            (None, None) => {
                // A member that is misspelt is told already.
                if self.problems.is_empty() {
                    self.wrong(
                        &entry.name,
                        "write `command`, or `url` where the server runs elsewhere",
                    );
                }
                None
            }
            (_, url) => Some(url.is_some()),
        }
    }
}
