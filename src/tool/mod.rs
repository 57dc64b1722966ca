//! The tool contract: what an agent can call, wherever it comes from.
//!
//! No type of the script engine or of an agent library appears here.

mod call;
mod caller;
mod content;
mod contract;
mod ends;
mod kind;
mod output;
mod record;
mod spec;

pub use call::ToolCall;
pub use caller::{Answer, AnswerFuture, Caller, Listener, Progress, Question};
pub use content::{Content, ContentBlock, EmbeddedResource, ResourceContents, ResourceLink};
pub use contract::{Tool, ToolFuture};
pub(crate) use ends::{cancelled, unknown_tool};
pub use kind::ToolKind;
pub use output::ToolOutput;
pub use record::CallRecord;
pub use spec::{ToolSource, ToolSpec};

pub use crate::error::{ErrorCode, Frame, Problem, ToolError};
