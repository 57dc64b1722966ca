//! Names of servers in other words of the command line.

use std::collections::HashMap;

use rulebook::wording::{nearest, quoted};

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
