//! Rules written in Rhai by domain experts, as typed and confined tools for an AI agent.

mod budget;
pub mod clock;
pub mod code;
mod confine;
mod convert;
pub mod diagnostic;
pub mod error;
mod interpreter;
mod manifest;
mod nearest;
mod quote;
mod schema;
mod script;
pub mod signature;
pub mod source;
mod stack;
pub mod tool;
mod toolset;
pub mod ty;

pub use code::{Code, Severity};
pub use convert::parse_arguments;
pub use diagnostic::Diagnostic;
pub use error::LoadError;
pub use manifest::manifest_schema;
pub use script::Limits;
pub use tool::{
    ErrorCode, FnTool, Frame, Problem, Tool, ToolCall, ToolError, ToolFuture, ToolKind, ToolOutput,
    ToolSource, ToolSpec,
};
pub use toolset::{LoadOptions, ToolSet};
