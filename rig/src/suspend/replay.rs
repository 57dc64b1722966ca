//! The state of a run from what has happened in it.

use std::collections::BTreeSet;

use rig_agent::agent::{AgentRun, AgentRunStep, ModelTurn, ModelTurnOutcome};
use rig_agent::run::RetryRequest;
use rig_core::completion::{CompletionRequest, CompletionResponse, ToolDefinition, Usage};
use rig_core::message::{AssistantContent, AssistantMessage, Message, ToolChoice, UserContent};
use serde_json::Value;

/// One call of the model.
#[derive(Clone)]
pub(super) struct Turn {
    /// How many messages it was called with.
    pub(super) sent: usize,
    /// What it answered. Nothing is known of an answer that called a tool there is not.
    pub(super) response: Option<CompletionResponse>,
}

/// The tools that a model was offered, and which of them it may call.
pub(super) struct Offer {
    pub(super) tools: Vec<ToolDefinition>,
    choice: Option<ToolChoice>,
}

impl Offer {
    pub(super) fn of(request: &CompletionRequest) -> Self {
        Self { tools: request.tools.clone(), choice: request.tool_choice.clone() }
    }
}

/// The run after these turns, its calls of the last one open. What became of the others is
/// in the messages that the model was called with last.
pub(super) fn replayed(
    mut run: AgentRun,
    turns: &[Turn],
    offer: &Offer,
    messages: &[Message],
) -> Result<AgentRun, String> {
    let (last, before) = turns.split_last().ok_or("the model has not answered")?;
    if let AgentRunStep::CallTools { .. } = next(&mut run)? {
        // It was resumed, with its calls open.
        match messages.get(run.full_history().len()) {
            Some(Message::User { content }) => results(&mut run, content)?,
            _ => return Err("the results of its calls are missing".to_owned()),
        }
    }
    let ends = turns.iter().skip(1).map(|turn| turn.sent);
    for (turn, end) in before.iter().zip(ends) {
        let added = messages.get(turn.sent..end).ok_or("messages of the run are missing")?;
        repeated(&mut run, turn.response.as_ref(), added)?;
    }
    answered(&mut run, last.response.as_ref().ok_or("the model has not answered")?, offer)?;
    match run.full_history().split_last() {
        Some((_, before)) if before == messages => Ok(run),
        _ => Err("its messages are others".to_owned()),
    }
}

/// A turn that is over, with the messages that it has added: the answer and the results of
/// its calls; the answer and what a hook had to say about it; nothing, when the model was
/// asked the same again.
fn repeated(
    run: &mut AgentRun,
    response: Option<&CompletionResponse>,
    added: &[Message],
) -> Result<(), String> {
    let (answer, rest) = match added {
        [Message::Assistant(answer), rest @ ..] => (Some(answer), rest),
        rest => (None, rest),
    };
    model_answers(run, turn(answer, response))?;
    let again = match rest {
        [] => RetryRequest::Repeat,
        [Message::User { content }] => match content.as_slice() {
            [UserContent::Text(text)] => RetryRequest::Feedback(text.text().to_owned()),
            // Rig itself has the model try again that gave no answer by its schema.
            content => match next(run)? {
                AgentRunStep::CallTools { .. } => return results(run, content),
                _ => return Ok(()),
            },
        },
        _ => return Err("a turn has added other messages than turns do".to_owned()),
    };
    run.retry_model_turn(again).map_err(|error| error.to_string())?;
    next(run).map(drop)
}

/// The results of open calls, after which the model is called.
fn results(run: &mut AgentRun, content: &[UserContent]) -> Result<(), String> {
    run.tool_results(content.to_vec()).map_err(|error| error.to_string())?;
    next(run).map(drop)
}

/// The last turn, up to its calls.
fn answered(
    run: &mut AgentRun,
    response: &CompletionResponse,
    offer: &Offer,
) -> Result<(), String> {
    let mut turn = turn(None, Some(response));
    if let Some(ToolChoice::Specific { function_names }) = &offer.choice {
        turn.allowed_tool_names = function_names.iter().map(ToString::to_string).collect();
    }
    model_answers(run, turn)?;
    run.advertise_tools(run.turn(), offer.tools.clone());
    match next(run)? {
        AgentRunStep::CallTools { .. } => Ok(()),
        _ => Err("the model has called no tool".to_owned()),
    }
}

/// The answer that stands in the messages, else as the model gave it.
fn turn(answer: Option<&AssistantMessage>, response: Option<&CompletionResponse>) -> ModelTurn {
    let given = response.map(|response| response.head().with_content(response.choice.clone()));
    let mut head = answer.cloned().or(given).unwrap_or_default();
    let choice = std::mem::take(&mut head.content);
    let names: BTreeSet<_> = choice.iter().filter_map(called).collect();
    let response_id = head.origin.as_ref().and_then(|origin| origin.response_id.clone());
    let (usage, raw) = response
        .map_or((Usage::default(), Value::Null), |response| (response.usage, response.raw.clone()));
    ModelTurn::new(head, choice, usage, names.clone(), names, raw)
        .with_identity(
            response_id,
            response.and_then(|response| response.provider_request_id.clone()),
        )
        .with_finish_reason(response.and_then(CompletionResponse::finish_reason))
}

fn called(content: &AssistantContent) -> Option<String> {
    match content {
        AssistantContent::ToolCall(call) => Some(call.function.name.to_string()),
        _ => None,
    }
}

fn model_answers(run: &mut AgentRun, turn: ModelTurn) -> Result<(), String> {
    let mut outcome = run.model_response(turn).map_err(|error| error.to_string())?;
    // Hooks are not told of a turn where anything else was done about such a call.
    while let ModelTurnOutcome::NeedsResolution(_) = outcome {
        outcome = run.ignore_invalid_tool_call().map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn next(run: &mut AgentRun) -> Result<AgentRunStep, String> {
    run.next_step().map_err(|error| error.to_string())
}
