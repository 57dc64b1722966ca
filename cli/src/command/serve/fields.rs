//! The fields of a line of the log, for a person.

use std::fmt;

use tracing::field::Field;
use tracing_subscriber::fmt::FormatFields;
use tracing_subscriber::fmt::format::{Writer, debug_fn};

/// The name of a tool among the fields of a call's span.
const TOOL: &str = "gen_ai.tool.name";

/// What stands there by a convention, for programs.
const CONVENTIONS: [&str; 7] =
    ["otel.", "gen_ai.", "mcp.", "jsonrpc.", "error.", "rulebook.", "log."];

/// Writes the fields of an event, and of a call's span which tool it is about.
pub(super) fn for_a_person() -> impl for<'writer> FormatFields<'writer> + Send + Sync + 'static {
    debug_fn(|writer: &mut Writer<'_>, field: &Field, value: &dyn fmt::Debug| match field.name() {
        "message" => write!(writer, "{value:?}"),
        TOOL => write!(writer, "tool={value:?}"),
        name if CONVENTIONS.iter().any(|begin| name.starts_with(begin)) => Ok(()),
        name => write!(writer, " {name}={value:?}"),
    })
}
