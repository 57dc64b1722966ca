//! The model itself.

use std::fmt;
use std::sync::Arc;

use futures_util::stream;
use rig_core::completion::CompletionRequest;
use rig_core::driver::{Exchange, Opened, Opening, Transport};
use rig_core::operation::Completion;
use rig_core::test_utils::{MockFrame, MockScript};
use rig_core::{DynModel, Model, ProviderError};

use super::frames::frames;
use super::script::Script;
use super::turn::Turn;

/// A completion model that answers as it is told to, for tests and samples: without a key,
/// and without a network.
///
/// It is asked in the order of its [`Turn`]s, whether an agent streams or waits. Calls of
/// tools get the ids `call_1`, `call_2` and so on, unique in a model. Clones are one and
/// the same model.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// use rig_agent::AgentBuilder;
/// use rulebook_rig::testing::{ScriptedModel, Turn};
///
/// let model = ScriptedModel::new([Turn::say("Good morning.")]);
/// let agent = AgentBuilder::new(model.clone()).preamble("Be brief.").build();
///
/// assert_eq!(agent.prompt("Hello!").await?.output(), "Good morning.");
/// assert_eq!(model.requests().len(), 1);
///
/// // One call more than it has turns for is an error of the provider, which says so.
/// let error = agent.prompt("And now?").await.unwrap_err().to_string();
/// assert!(error.contains("the scripted model has 1 turn, and this is call 2 of it"), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
#[derive(Clone)]
pub struct ScriptedModel(Arc<Script>);

impl ScriptedModel {
    /// A model that gives these turns, one a call.
    #[must_use]
    pub fn new(turns: impl IntoIterator<Item = Turn>) -> Self {
        Self(Arc::new(Script::written(turns)))
    }

    /// A model that decides each time, from what it is sent: for several conversations at
    /// once with one model, and for conversations without an end.
    ///
    /// ```
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// use rig_agent::AgentBuilder;
    /// use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
    ///
    /// let echo = ScriptedModel::by(|request| Turn::say(request.last_text().unwrap_or_default()));
    /// let agent = AgentBuilder::new(echo).build();
    /// let (a, b) = tokio::join!(agent.prompt("one"), agent.prompt("two"));
    /// assert_eq!([a?.output(), b?.output()], ["one", "two"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
    /// ```
    #[must_use]
    pub fn by(decide: impl Fn(&CompletionRequest) -> Turn + Send + Sync + 'static) -> Self {
        Self(Arc::new(Script::decided(Arc::new(decide))))
    }

    /// What it was sent, in order. [`Seen`](super::Seen) reads it.
    #[must_use]
    pub fn requests(&self) -> Vec<CompletionRequest> {
        self.0.requests()
    }

    /// How many of its turns it has not given yet; none for one that decides each time.
    #[must_use]
    pub fn turns_left(&self) -> usize {
        self.0.left()
    }

    /// The same model as one of rig, for whatever takes no [`Into`].
    #[must_use]
    pub fn into_model(self) -> DynModel<Completion> {
        let wire = MockScript::new("scripted").with_id("scripted");
        Model::new(wire, Answers(self.0)).erase()
    }
}

impl From<ScriptedModel> for DynModel<Completion> {
    fn from(model: ScriptedModel) -> Self {
        model.into_model()
    }
}

impl fmt::Debug for ScriptedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScriptedModel")
            .field("requests", &self.requests().len())
            .field("turns_left", &self.turns_left())
            .finish()
    }
}

#[derive(Clone)]
struct Answers(Arc<Script>);

impl Transport<MockScript> for Answers {
    fn send(&self, request: CompletionRequest, _: Exchange) -> Opening<MockFrame> {
        let script = Arc::clone(&self.0);
        // A call that is never awaited takes no turn.
        Opening::new(async move {
            let reply = script.reply(request).map_err(ProviderError::Provider)?;
            let sent = frames(reply, || script.call_id());
            Ok(Opened::new(stream::iter(sent.into_iter().map(Ok))))
        })
    }
}
