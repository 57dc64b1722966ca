//! Tools written in Rust, with arguments and results of Rust types.

mod arguments;
mod check;
mod closure;
mod context;
mod definition;
mod exact;
mod given;
mod hanging;
mod method;
mod output;
mod place;
mod publish;
mod reading;
mod reworded;
mod run;
#[cfg(test)]
mod tests;
mod typed;

pub use arguments::Arguments;
pub use closure::FnTool;
pub use context::{IntoContext, async_context, blocking_context};
pub use definition::Definition;
pub use given::{Given, NoFailure, Plain};
pub use method::{Method, MethodTool};
pub use output::{IntoOutput, failed};
pub use schemars;
pub use typed::TypedTool;
