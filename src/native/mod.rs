//! Tools written in Rust, with arguments and results of Rust types.

mod arguments;
mod definition;
mod method;
mod output;

pub use arguments::Arguments;
pub use definition::Definition;
pub use method::{Method, MethodTool};
pub use output::{IntoOutput, failed};
pub use schemars;
