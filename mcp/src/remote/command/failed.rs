//! What is said of a server that was started and does not serve.

use std::time::Duration;

use rmcp::service::ClientInitializeError;
use rulebook::wording::quoted;

use super::asked::ServerCommand;
use super::child::{Child, Ended};
use super::lookup::shown;
use crate::remote::error::ConnectError;

/// What stands in the standard error of a program that does not find another.
const NOT_FOUND: [&str; 3] = ["command not found", "env: ", "ENOENT"];

/// What the shell and its like end with that do not find a program.
const NO_PROGRAM: &str = "exit status 127";

/// What is said of a server that ended, or was lost, before it answered.
pub(super) async fn ended(command: &ServerCommand, child: &Child) -> ConnectError {
    let Ended { why, standard_error } = child.ended().await;
    let mut text = format!("the server {} {why} before it answered", named(command));
    match child.0.seen.first_garbage() {
        Some(line) => text.push_str(&wrote(&line)),
        // It did not end by itself.
        None if !child.has_status() => {}
        None => text.push_str(environment(command, &why, &standard_error)),
    }
    text.push_str(&last(&standard_error));
    ConnectError::new(text)
}

/// What is said of a server that did not answer in time.
pub(super) fn late(command: &ServerCommand, child: &Child, within: Duration) -> ConnectError {
    let mut text = format!("the server {} did not answer within {within:?}", named(command));
    match child.0.seen.first_garbage() {
        Some(line) => text.push_str(&wrote(&line)),
        None => text.push_str(
            ": check that it is a server of MCP on standard input and output, and that its \
             arguments say so; one that takes long to start needs a longer `start_timeout`",
        ),
    }
    text.push_str(&last(&child.standard_error()));
    ConnectError::new(text)
}

/// What is said of a server that answered something else than it should.
pub(super) fn answered(
    command: &ServerCommand,
    child: &Child,
    error: &ClientInitializeError,
) -> ConnectError {
    let named = named(command);
    let what = match error {
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => {
            return answered(command, child, fallback);
        }
        ClientInitializeError::JsonRpcError(error) => {
            format!("refused to begin: {}", quoted(&error.message))
        }
        ClientInitializeError::NoCompatibleProtocolVersion { server_supported, .. } => {
            let versions: Vec<_> =
                server_supported.iter().map(|version| quoted(version.as_str())).collect();
            format!("speaks other revisions of MCP: {}", versions.join(", "))
        }
        _ => "answered what is no answer of MCP to its first request".to_owned(),
    };
    ConnectError::new(format!("the server {named} {what}{}", last(&child.standard_error())))
}

fn named(command: &ServerCommand) -> String {
    shown(&command.program)
}

fn wrote(line: &str) -> String {
    format!(
        ": it wrote what is no message of MCP, at first {}: its standard output is for messages \
         alone, and the rest belongs to its standard error",
        quoted(line)
    )
}

/// What it may lack: it was given no more than it was asked for.
fn environment(command: &ServerCommand, why: &str, standard_error: &[String]) -> &'static str {
    let has_path = command.environment.iter().any(|(name, _)| name == "PATH");
    let says_so = |line: &String| NOT_FOUND.iter().any(|words| line.contains(words));
    let lacks_program = why.ends_with(NO_PROGRAM) || standard_error.iter().any(says_so);
    if !has_path && lacks_program {
        return ": it gets no environment that it is not given, and to find other programs it \
                needs PATH: `inherit_env(\"PATH\")`, or `--mcp-env PATH` on the command line";
    }
    if command.environment.is_empty() {
        return ": check its arguments, and what it needs of the environment: it gets none that \
                it is not given";
    }
    ": check its arguments, and what it needs of the environment: it gets no more than it is given"
}

/// The end of a server's standard error, for people.
pub(in crate::remote) fn last(standard_error: &[String]) -> String {
    if standard_error.is_empty() {
        return "\nit wrote nothing to its standard error".to_owned();
    }
    let mut text = "\nthe end of its standard error:".to_owned();
    for line in standard_error {
        text.push_str("\n  ");
        text.push_str(line);
    }
    text
}
