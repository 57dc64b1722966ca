//! The engine's own errors in the words of a rule author.

mod parse;
mod runtime;
mod slip;
mod text;
mod types;

pub(super) use parse::{help as parse_help, message as parse};
pub(super) use runtime::message as runtime;
pub(super) use slip::help as slip_help;
pub(super) use text::cut;
