//! Which tools of a server are taken, and by which names.

use std::panic::{AssertUnwindSafe, catch_unwind};

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

impl ToolChoice {
    /// It is taken by this name.
    #[must_use]
    pub fn rename(name: impl Into<String>) -> Self {
        Self::Rename(name.into())
    }
}

/// What chooses.
pub(in crate::remote) type Choose = dyn Fn(&OfferedTool) -> ToolChoice + Send + Sync;

/// What was chosen.
pub(in crate::remote) enum Chosen {
    /// The name that a tool is to have here.
    Named(String),
    Dropped,
    /// What chooses is code of the host, which panicked.
    Panicked,
}

/// What becomes of a tool.
pub(in crate::remote) fn chosen(choose: &Choose, tool: &OfferedTool) -> Chosen {
    match catch_unwind(AssertUnwindSafe(|| choose(tool))) {
        Ok(ToolChoice::Keep) => Chosen::Named(tool.name.clone()),
        Ok(ToolChoice::Rename(name)) => Chosen::Named(name),
        Ok(ToolChoice::Drop) => Chosen::Dropped,
        Err(payload) => {
            // To drop it is code of the host too; what that panics with is let go.
            if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
                std::mem::forget(again);
            }
            Chosen::Panicked
        }
    }
}
