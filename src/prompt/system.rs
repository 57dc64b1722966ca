//! The system prompt of an agent.

use std::fmt;

/// The system prompt of an agent: sections in a fixed order, as Markdown.
///
/// | Section | What it holds |
/// |---|---|
/// | Role | text, required |
/// | Objective | text |
/// | Background | text |
/// | Instructions | bullets |
/// | Constraints | bullets |
/// | Output format | text |
/// | Examples | requests with their answers |
///
/// The instructions and constraints are first those that hold for every agent, then
/// those of each collection, then the agent's own. Each appears once. The same input
/// gives the same bytes, so that a provider's prompt cache holds.
///
/// ```
/// use std::borrow::Cow;
/// use std::sync::Arc;
///
/// use rulebook::{SystemPrompt, Tool, ToolCollection};
///
/// struct Returns;
///
/// impl ToolCollection for Returns {
///     fn name(&self) -> Cow<'_, str> {
///         "returns".into()
///     }
///
///     fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
///         Vec::new()
///     }
///
///     fn instructions(&self) -> Vec<String> {
///         vec!["Order numbers look like A-1234.".to_owned()]
///     }
/// }
///
/// let prompt = SystemPrompt::builder()
///     .role("You look after the returns of a shop for tools.")
///     .collection(&Returns)
///     .constraint("Never promise a date.")
///     .build()?;
/// assert!(prompt.as_str().starts_with("# Role\n\nYou look after the returns"));
/// assert!(prompt.as_str().contains("\n- Order numbers look like A-1234.\n"));
/// assert!(prompt.as_str().ends_with("\n- Never promise a date."));
/// # Ok::<(), rulebook::PromptError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SystemPrompt {
    text: String,
}

impl SystemPrompt {
    pub(super) const fn new(text: String) -> Self {
        Self { text }
    }

    /// The whole text, without a line break at its end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl AsRef<str> for SystemPrompt {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl From<SystemPrompt> for String {
    fn from(prompt: SystemPrompt) -> Self {
        prompt.text
    }
}

impl fmt::Display for SystemPrompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
