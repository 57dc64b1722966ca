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
mod settings;
#[cfg(test)]
mod tests;
mod typed;

pub use arguments::Arguments;
pub use closure::FnTool;
pub use context::{IntoContext, async_context, blocking_context};
pub use definition::Definition;
pub use given::{ByValue, Given, LentSettings, NoFailure, Plain, Taken};
pub use method::{Method, MethodTool};
pub use output::{IntoContent, IntoOutput, failed};
pub use schemars;
pub use serde;
pub use serde_json;
pub use typed::TypedTool;

pub use crate::settings::derived;
