//! What to write where the tools of a server do not fit beside others.

use rulebook::BuildError;
use rulebook::wording::quoted;

/// Each mistake of a toolkit; with what to write on the command line, where it is about a
/// server.
pub(super) fn explain(error: &BuildError, servers: &[String]) -> String {
    let told = |mistake: &String| {
        // The last one named came last, so that it is the one to change.
        let about = servers.iter().filter_map(|server| {
            let at = mistake.rfind(&format!("the collection {}", quoted(server)))?;
            Some((at, server))
        });
        if let Some((_, server)) = about.max() {
            return format!("{mistake}; `--mcp-prefix {server}` renames all of {}", quoted(server));
        }
        let mut named = servers.iter().map(|server| (quoted(server), server));
        match named.find(|(name, _)| mistake.contains(&format!("collections are named {name}:"))) {
            Some((name, _)) => format!(
                "a manifest and a server are both named {name}: name the server otherwise, in `--mcp` or in its file"
            ),
            None => mistake.clone(),
        }
    };
    error.mistakes().iter().map(told).collect::<Vec<_>>().join("\n")
}
