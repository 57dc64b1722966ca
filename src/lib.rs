//! Rules written in Rhai by domain experts, as typed and confined tools for an AI agent.

pub mod code;
mod convert;
pub mod diagnostic;
pub mod error;
mod nearest;
mod schema;
pub mod source;
pub mod tool;
pub mod ty;

pub use code::{Code, Severity};
pub use convert::parse_arguments;
pub use diagnostic::Diagnostic;
pub use error::LoadError;
pub use tool::{
    ErrorCode, FnTool, Frame, Problem, Tool, ToolCall, ToolError, ToolFuture, ToolKind, ToolOutput,
    ToolSource, ToolSpec,
};
