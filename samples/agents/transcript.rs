//! What goes between a person, the model and the tools, as a transcript.

use std::sync::{Mutex, PoisonError};

use rig_agent::agent::{
    AgentHook, DispatchAction, DispatchEvent, HookContext, OutcomeAction, OutcomeEvent, RunStart,
    RunStartAction,
};
use rig_core::completion::CompletionRequest;
use rig_core::effect::EffectKind;
use rig_core::message::AssistantContent;
use rulebook_rig::testing::Seen;

/// Prints what goes between a person, the model and the tools. Added after the toolkit, it
/// sees what the model really gets.
pub(crate) struct Transcript {
    asks: &'static str,
    answers: &'static str,
    /// The live context that was printed last.
    context: Mutex<String>,
}

impl Transcript {
    /// A transcript with names for whoever asks, and for the agent.
    pub(crate) fn new(asks: &'static str, answers: &'static str) -> Self {
        Self { asks, answers, context: Mutex::default() }
    }

    fn sent(&self, request: &CompletionRequest) {
        let Some(text) = request.context() else { return };
        let mut before = self.context.lock().unwrap_or_else(PoisonError::into_inner);
        if *before == text {
            println!("  [context as before]");
            return;
        }
        println!("  [context]");
        // The mark, and the line that says what a context is.
        for line in text.lines().skip(2).filter(|line| !line.starts_with("</")) {
            println!("    {line}");
        }
        text.clone_into(&mut before);
    }
}

impl AgentHook for Transcript {
    async fn on_run_start(&self, _: &HookContext, event: RunStart<'_>) -> RunStartAction {
        if event.history.is_empty() {
            self.context.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
        let asked = CompletionRequest::new(event.prompt.clone());
        println!("\n{}: {}", self.asks, asked.last_text().unwrap_or_default());
        RunStartAction::Continue
    }

    async fn on_dispatch(&self, _: &HookContext, event: DispatchEvent<'_>) -> DispatchAction {
        if let EffectKind::Completion { request, .. } = event.kind {
            self.sent(request);
        }
        DispatchAction::Proceed
    }

    async fn on_outcome(&self, _: &HookContext, event: OutcomeEvent<'_>) -> OutcomeAction {
        let said = event.completion().map_or(&[][..], |response| response.choice.as_slice());
        for part in said {
            if let AssistantContent::Text(text) = part {
                println!("{}: {}", self.answers, text.text());
            }
        }
        if let (Some(tool), Some(given), Some(result)) =
            (event.tool_name(), event.tool_args(), event.tool_result())
        {
            let word = if result.is_refused() {
                "refused: "
            } else if result.is_success() {
                ""
            } else {
                "error: "
            };
            println!("  {tool} {given}\n    {word}{}", result.output().render());
        }
        OutcomeAction::Proceed
    }
}
