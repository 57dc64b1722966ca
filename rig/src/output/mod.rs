//! Results and errors of a tool, as the model is given them.

mod content;
mod cut;
mod error;

use rig_core::tool::{ContextValue, ToolOutput as ForModel};
use rulebook::ToolOutput;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use error::for_model as error_for_model;

/// The whole of a result that the model was given the beginning of.
///
/// It stands in the metadata of the call's result, which hooks of the host see:
///
/// ```
/// use rig_agent::agent::{AgentHook, HookContext, OutcomeAction, OutcomeEvent};
/// use rulebook_rig::WholeResult;
///
/// struct Archive;
///
/// impl AgentHook for Archive {
///     async fn on_outcome(&self, _: &HookContext, event: OutcomeEvent<'_>) -> OutcomeAction {
///         let whole = event.context.and_then(|context| context.result::<WholeResult>().ok());
///         if let Some(Some(whole)) = whole {
///             // keep `whole.value`
///         }
///         OutcomeAction::proceed()
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WholeResult {
    /// The result as JSON.
    pub value: Value,
    /// The result as content blocks, where the tool gave any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<rulebook::ContentBlock>,
}

impl ContextValue for WholeResult {
    const KEY: &'static str = "rulebook_whole_result";
}

/// A result for the model.
pub(crate) struct Shown {
    pub(crate) output: ForModel,
    /// The whole of it, when the model is given the beginning.
    pub(crate) whole: Option<WholeResult>,
}

/// A result for the model, no longer than so many characters.
pub(crate) fn shown(output: ToolOutput, most: usize) -> Shown {
    let (blocks, was_cut) = cut::cut(content::blocks(&output), most);
    let whole = was_cut.then_some(WholeResult { value: output.value, content: output.content });
    // There is always a block.
    let output = ForModel::content(blocks).unwrap_or_else(|_| ForModel::text(""));
    Shown { output, whole }
}
