//! The live context before each call of the model.

use rig_agent::agent::{DispatchAction, HookContext};
use rig_core::completion::CompletionRequest;
use rig_core::effect::EffectKind;
use rig_core::message::Message;

use crate::scope::running;
use crate::shared::Shared;

/// The request with what holds now as its last message. The run keeps its messages
/// without it, and what goes before it stays as it was, so prompt caches hold.
pub(super) async fn with_context(
    shared: &Shared,
    ctx: &HookContext,
    request: &CompletionRequest,
    stream: bool,
) -> DispatchAction {
    let scope = running(ctx);
    let Some(message) = Box::pin(shared.toolkit.context(&scope.options.session)).await else {
        return DispatchAction::Proceed;
    };
    let mut request = request.clone();
    request.chat_history.push(Message::user(message.to_string()));
    DispatchAction::patch(EffectKind::Completion { request, stream })
}
