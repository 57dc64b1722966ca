//! The engine's own errors in the words of a rule author.

mod parse;
mod runtime;
mod text;
mod types;

pub(super) use parse::{help as parse_help, message as parse};
pub(super) use runtime::message as runtime;
pub(super) use text::cut;
