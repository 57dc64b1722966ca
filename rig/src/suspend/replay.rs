//! The state of a run from what has happened in it.

use std::collections::BTreeSet;

use rig_agent::agent::{AgentRun, AgentRunStep, ModelTurn, ModelTurnOutcome};
use rig_core::completion::{CompletionResponse, ToolDefinition};
use rig_core::message::Message;

/// One answer of the model.
#[derive(Clone)]
pub(super) struct Turn {
    pub(super) response: CompletionResponse,
    /// The tools that the model was told of.
    pub(super) tools: Vec<ToolDefinition>,
}

/// The run after these turns, its calls of the last one open. The results of the others
/// are in the messages that the model was called with last.
pub(super) fn replayed(
    mut run: AgentRun,
    turns: &[Turn],
    messages: &[Message],
) -> Result<AgentRun, String> {
    let mut turns = turns.iter();
    loop {
        match run.next_step().map_err(|error| error.to_string())? {
            AgentRunStep::CallModel { turn: number, .. } => {
                let Turn { response, tools } =
                    turns.next().ok_or("the model has not answered yet")?;
                let names: BTreeSet<_> = tools.iter().map(|tool| tool.name.to_string()).collect();
                run.advertise_tools(number, tools.clone());
                let turn = ModelTurn::from_response_parts(response, names.clone(), names);
                let outcome = run.model_response(turn).map_err(|error| error.to_string())?;
                if !matches!(outcome, ModelTurnOutcome::Continue { .. }) {
                    return Err("a tool was called that there is not".to_owned());
                }
            }
            AgentRunStep::CallTools { .. } if turns.len() == 0 => return same(run, messages),
            AgentRunStep::CallTools { .. } => {
                let results = match messages.get(run.full_history().len()) {
                    Some(Message::User { content }) => content.clone(),
                    _ => return Err("the results of a turn are missing".to_owned()),
                };
                run.tool_results(results).map_err(|error| error.to_string())?;
            }
            AgentRunStep::Done(_) => return Err("a turn was repeated".to_owned()),
        }
    }
}

/// The run, if its messages are those that the model was called with, and its answer.
fn same(run: AgentRun, messages: &[Message]) -> Result<AgentRun, String> {
    match run.full_history().split_last() {
        Some((_, before)) if before == messages => Ok(run),
        _ => Err("its messages are others".to_owned()),
    }
}
