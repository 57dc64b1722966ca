//! Which tools of a server are taken, and by which names.

use super::offered::OfferedTool;

/// What becomes of a tool that a server offers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// It is taken by its own name.
    Keep,
    /// It is taken by this name.
    Rename(String),
    /// It is left out.
    Drop,
}

/// What chooses.
pub(super) type Choose = dyn Fn(&OfferedTool) -> ToolChoice + Send + Sync;
