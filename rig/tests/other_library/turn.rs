use rulebook::{Approval, ApprovalRequest, CallOptions, CallOutcome, Session, ToolSpec, Toolkit};
use std::sync::Arc;

#[derive(Clone)]
enum Message {
    User(String),
    Model { text: String, calls: Vec<Call> },
    Result { id: String, text: String, failed: bool },
}
#[derive(Clone)] struct Call { id: String, tool: String, arguments: serde_json::Value }
trait Model {
    async fn answer(&self, sent: &[Message], tools: &[Arc<ToolSpec>]) -> (String, Vec<Call>);
}

/// One turn: the model is asked, and what it calls is run. Gives its answer when it calls nothing.
async fn turn(
    (model, toolkit, session): (&impl Model, &Toolkit, &Session),
    messages: &mut Vec<Message>,
    ask: impl AsyncFn(&ApprovalRequest) -> Approval,
) -> Option<String> {
    let context = toolkit.context(session).await.map(|now| Message::User(now.to_string()));
    let sent: Vec<_> = messages.iter().cloned().chain(context).collect(); // not kept
    let (text, calls) = model.answer(&sent, &toolkit.specs()).await;
    messages.push(Message::Model { text: text.clone(), calls: calls.clone() });
    let last = calls.is_empty();
    for Call { id, tool, arguments } in calls {
        let options = || CallOptions::new(session).call_id(&id);
        let mut outcome = toolkit.call(&tool, arguments, options()).await;
        while let Ok(CallOutcome::NeedsApproval(request)) = outcome {
            let answer = ask(&request).await; // a request that is void is asked again
            outcome = toolkit.answer(request, answer, options()).await;
        }
        let (text, failed) = match outcome.and_then(CallOutcome::done) {
            Ok(it) => (it.value.as_str().map_or_else(|| it.value.to_string(), Into::into), false),
            Err(error) => (error.message, true),
        };
        messages.push(Message::Result { id, text, failed });
    }
    last.then_some(text)
}
