//! Tools written in Rust, with arguments and results of Rust types.

mod arguments;
mod context;
mod definition;
mod method;
mod output;
mod refused;

pub use arguments::Arguments;
pub use context::{IntoContext, blocking_context};
pub use definition::Definition;
pub use method::{Method, MethodTool};
pub use output::{IntoOutput, failed};
pub use refused::refused;
pub use schemars;
