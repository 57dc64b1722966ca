//! The odd server: `mcp/tests/odd`.

use rulebook_mcp::ServerCommand;

/// The command that starts it.
pub(crate) fn odd(words: &[&str]) -> ServerCommand {
    ServerCommand::new(env!("CARGO_BIN_EXE_odd")).args(words.iter().copied())
}
