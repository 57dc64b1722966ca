//! Names of servers in other words of the command line.

use std::collections::HashMap;

use rulebook::wording::{nearest, quoted};
use rulebook_mcp::ToolChoice;

use super::server::Server;

/// A sentence for each name that several servers have.
pub(super) fn repeated(servers: &[Server]) -> Vec<String> {
    let mut known = HashMap::<&str, &Server>::new();
    let mut problems = Vec::new();
    for server in servers {
        match known.get(&*server.name) {
            Some(first) => problems.push(format!(
                "two servers are named {}, in {} and in {}: rename one",
                quoted(&server.name),
                first.origin,
                server.origin
            )),
            None => {
                known.insert(&server.name, server);
            }
        }
    }
    problems
}

/// A sentence for each of the names in a flag that no server has.
pub(super) fn unknown<'a>(
    flag: &str,
    names: impl IntoIterator<Item = &'a str>,
    known: &[&str],
) -> Vec<String> {
    let unknown = names.into_iter().filter(|name| !known.contains(name));
    let told = |name: &str| {
        let help = match (nearest(name, known.iter().copied()), known) {
            (Some(meant), _) => format!("; did you mean {}", quoted(meant)),
            (None, []) => "; give one with `--mcp` or `--mcp-config`".to_owned(),
            (None, known) => {
                let known: Vec<_> = known.iter().map(|name| quoted(name)).collect();
                format!("; there are {}", known.join(", "))
            }
        };
        format!("`{flag}`: no server is named {}{help}", quoted(name))
    };
    unknown.map(told).collect()
}

/// The name of a server's tool here: after a prefix, and with `_` for what MCP allows in
/// names and model providers refuse, as in `user.get`.
pub(super) fn of_tool(prefix: &str, name: &str) -> ToolChoice {
    let refused = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && c != '-';
    let fitting = format!("{prefix}{}", name.replace(refused, "_"));
    if fitting == name { ToolChoice::Keep } else { ToolChoice::Rename(fitting) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_model_providers_refuse_are_given_others() {
        let renamed = |name: &str| ToolChoice::Rename(name.to_owned());
        for (prefix, name, choice) in [
            ("", "read_file-2", ToolChoice::Keep),
            ("fs_", "read_file", renamed("fs_read_file")),
            ("", "user.get", renamed("user_get")),
            ("crm_", "users/list all", renamed("crm_users_list_all")),
            // Letters would be lost.
            ("", "prüfen", ToolChoice::Keep),
        ] {
            assert_eq!(of_tool(prefix, name), choice, "{prefix} {name}");
        }
    }
}
