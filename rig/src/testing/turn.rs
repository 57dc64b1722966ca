//! What a scripted model answers to one request.

use std::fmt;
use std::sync::Arc;

use rig_core::completion::{CompletionRequest, Usage};
use serde_json::Value;

/// How a turn is decided when it is due.
pub(super) type Decide = Arc<dyn Fn(&CompletionRequest) -> Turn + Send + Sync>;

type Change = Arc<dyn Fn(&mut Reply) + Send + Sync>;

/// What a [`ScriptedModel`](super::ScriptedModel) answers to one request.
///
/// ```
/// use rulebook_rig::testing::Turn;
/// use serde_json::json;
///
/// let turns = [
///     Turn::calls([("weather", json!({ "city": "Rome" })), ("weather", json!({ "city": "Oslo" }))])
///         .saying("I look at both."),
///     Turn::say("Rome is warmer."),
/// ];
/// # let _ = turns;
/// ```
#[derive(Clone)]
#[must_use]
pub struct Turn(pub(super) Kind);

#[derive(Clone)]
pub(super) enum Kind {
    Reply(Box<Reply>),
    Fail(String),
    Answer(Decide),
}

/// Text, then calls of tools.
#[derive(Clone, Default)]
pub(super) struct Reply {
    pub(super) text: String,
    pub(super) calls: Vec<Call>,
    pub(super) usage: Usage,
}

#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) tool: String,
    /// As a provider sends them: text.
    pub(super) arguments: String,
}

impl Turn {
    /// Text, and no call of a tool: the end of a run.
    pub fn say(text: impl Into<String>) -> Self {
        Self::reply(Reply { text: text.into(), ..Reply::default() })
    }

    /// One call of a tool.
    pub fn call(tool: impl Into<String>, arguments: Value) -> Self {
        Self::calls([(tool, arguments)])
    }

    /// Several calls in one turn, in this order.
    pub fn calls<Name: Into<String>>(calls: impl IntoIterator<Item = (Name, Value)>) -> Self {
        let written = calls.into_iter().map(|(tool, given)| (tool, given.to_string()));
        Self::written_calls(written)
    }

    /// One call, with its arguments as the model wrote them: cut off, more digits than a
    /// double holds, no object at all.
    ///
    /// ```
    /// use rulebook_rig::testing::Turn;
    ///
    /// let turn = Turn::written_call("refund", r#"{ "amount": 12.3000000000000000001 }"#);
    /// # let _ = turn;
    /// ```
    pub fn written_call(tool: impl Into<String>, arguments: impl Into<String>) -> Self {
        Self::written_calls([(tool, arguments.into())])
    }

    /// Several calls in one turn, each with its arguments as the model wrote them.
    pub fn written_calls<Name: Into<String>>(
        calls: impl IntoIterator<Item = (Name, String)>,
    ) -> Self {
        let call = |(tool, arguments): (Name, String)| Call { tool: tool.into(), arguments };
        Self::reply(Reply { calls: calls.into_iter().map(call).collect(), ..Reply::default() })
    }

    fn reply(reply: Reply) -> Self {
        Self(Kind::Reply(Box::new(reply)))
    }

    /// What is decided when the model is asked, from what it is sent.
    pub fn answer(decide: impl Fn(&CompletionRequest) -> Self + Send + Sync + 'static) -> Self {
        Self(Kind::Answer(Arc::new(decide)))
    }

    /// An error of the provider, with this message.
    pub fn fail(message: impl Into<String>) -> Self {
        Self(Kind::Fail(message.into()))
    }

    /// The same turn with text before its calls. Nothing changes for a turn that fails.
    pub fn saying(self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.changed(Arc::new(move |reply| reply.text.clone_from(&text)))
    }

    /// The same turn with the tokens that the provider counted. Nothing changes for a turn
    /// that fails.
    pub fn counting(self, usage: Usage) -> Self {
        self.changed(Arc::new(move |reply| reply.usage = usage))
    }

    fn changed(self, change: Change) -> Self {
        match self.0 {
            Kind::Reply(mut reply) => {
                change(&mut reply);
                Self(Kind::Reply(reply))
            }
            Kind::Fail(_) => self,
            Kind::Answer(decide) => {
                Self::answer(move |request| decide(request).changed(Arc::clone(&change)))
            }
        }
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Reply(reply) => {
                let Reply { text, calls, .. } = &**reply;
                f.debug_struct("Reply").field("text", text).field("calls", calls).finish()
            }
            Kind::Fail(message) => f.debug_tuple("Fail").field(message).finish(),
            Kind::Answer(_) => f.write_str("Answer"),
        }
    }
}
