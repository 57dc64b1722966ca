//! What goes with a run and is not the model's.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use rig_agent::agent::AgentRun;
use rig_agent::bus::Dispatcher;
use rig_core::tool::ToolContext;
use rulebook::{CallOptions, Caller, PermissionPolicy, Session, SettingsValues};

use crate::approver::Approver;
use crate::scope::RunScope;
use crate::suspend::Suspension;

/// What goes with a run and is not the model's: at least the session, so `&session` will
/// do where these are asked for.
///
/// ```
/// use rulebook::{Session, SettingsValues};
/// use rulebook_rig::RunOptions;
///
/// let session = Session::with_id("conversation 7");
/// let options = RunOptions::new(&session).settings(SettingsValues::new());
/// ```
#[derive(Clone)]
#[must_use]
pub struct RunOptions {
    pub(crate) session: Session,
    /// What goes with each call, in this session.
    call: CallOptions,
    pub(crate) approver: Option<Arc<dyn Approver>>,
    pub(crate) suspension: Option<Suspension>,
    pub(crate) rounds: Option<usize>,
    kept_entries: Vec<String>,
    pub(crate) tool_context: ToolContext,
}

impl RunOptions {
    /// A run in a session.
    pub fn new(session: &Session) -> Self {
        session.clone().into()
    }

    /// What goes with the run that a tool is called in, for a run within that call: the same
    /// session, settings, policy, approver and caller, and what the tool finds in its
    /// context. Nothing in a run without options, and in no run of an agent with a toolkit.
    ///
    /// A run within a call cannot wait for an approval as data: without an approver, its
    /// calls that need approval do not run.
    ///
    /// ```
    /// use rig_agent::Agent;
    /// use rig_core::message::ToolName;
    /// use rig_core::tool::{DynamicTool, ToolExecutionError, ToolOutput};
    /// use rulebook_rig::{RunOptions, ToolkitRun};
    /// use serde_json::json;
    ///
    /// /// An agent as a tool of another, in one session with it.
    /// fn expert(agent: Agent) -> Result<DynamicTool, Box<dyn std::error::Error>> {
    ///     let schema = json!({ "type": "object", "properties": { "question": { "type": "string" } } });
    ///     let name = ToolName::new("ask_expert")?;
    ///     Ok(DynamicTool::new_with_context(name, "Asks an expert.", schema, move |context, given| {
    ///         let options = RunOptions::inherited(context).unwrap_or_default();
    ///         let question = given["question"].as_str().unwrap_or_default().to_owned();
    ///         let run = agent.prompt(question).run_options(options);
    ///         Box::pin(async move {
    ///             let answer = run.await.map_err(ToolExecutionError::from_error)?;
    ///             Ok(ToolOutput::text(answer.output()))
    ///         })
    ///     }))
    /// }
    /// ```
    #[must_use]
    pub fn inherited(context: &ToolContext) -> Option<Self> {
        let scope = context.scope::<RunScope>()?;
        let tool_context = context.for_dispatch();
        Some(Self { suspension: None, rounds: None, tool_context, ..scope.options.clone() })
    }

    /// Settings of this run, over those of every other layer. Only configurable members
    /// can be set, and calls with any other fail.
    pub fn settings(mut self, values: SettingsValues) -> Self {
        self.call = self.call.settings(values);
        self
    }

    /// What is stored for whoever this run is for, in place of what the toolkit's store
    /// has.
    pub fn stored_settings(mut self, values: SettingsValues) -> Self {
        self.call = self.call.stored_settings(values);
        self
    }

    /// Which calls run without asking, in place of what the toolkit says.
    pub fn policy(mut self, policy: PermissionPolicy) -> Self {
        self.call = self.call.policy(policy);
        self
    }

    /// Whoever is asked for approval in this run, in place of whom the agent asks.
    pub fn approver(mut self, approver: impl Approver + 'static) -> Self {
        self.approver = Some(Arc::new(approver));
        self
    }

    /// Where the run is put when it has to wait for an approval, instead of asking while it
    /// goes on. This is for runs that are streamed: others are best driven by
    /// [`until_approval`](crate::ToolkitRun::until_approval).
    pub fn suspend_into(mut self, suspension: &Suspension) -> Self {
        self.suspension = Some(suspension.clone());
        self
    }

    /// Entries that other hooks append to the run
    /// ([`HookContext::append_entry`](rig_agent::agent::HookContext::append_entry)), by
    /// their kind, which are kept when it has to wait. Those of other kinds are not: rig
    /// tells nobody which there are.
    pub fn keep_entries<Kind: Into<String>>(
        mut self,
        kinds: impl IntoIterator<Item = Kind>,
    ) -> Self {
        self.kept_entries.extend(kinds.into_iter().map(Into::into));
        self
    }

    /// Whoever tools of this run tell how far they are, and ask questions.
    pub fn caller(mut self, caller: &Caller) -> Self {
        self.call = self.call.caller(caller);
        self
    }

    /// How many times the model is called in this run, in place of the agent's
    /// [`rounds`](crate::Limits::rounds). A run that is resumed counts on from before.
    ///
    /// The runner's own `max_turns` says the same, but only until the run has to wait for
    /// an approval: what rig keeps of a runner is not told to anyone.
    pub const fn rounds(mut self, most: usize) -> Self {
        self.rounds = Some(most);
        self
    }

    /// What other tools of the agent find in their context: this takes the place of the
    /// runner's `tool_context`.
    ///
    /// The context that a tool is called with may be given on to a run within the call. Then
    /// its values go on, and its scopes, which belong to the call, do not.
    pub fn tool_context(mut self, context: ToolContext) -> Self {
        self.tool_context = context;
        self
    }

    /// The context of the run's tools, which have a scope of their own.
    pub(crate) fn tools_context(&self, scope: Arc<RunScope>) -> ToolContext {
        let mut context = self.tool_context.clone();
        // The first scope of a kind is the one that is found.
        if context.scope::<RunScope>().is_some() || context.scope::<Dispatcher>().is_some() {
            context.clear_scope();
        }
        context.with_scope(scope)
    }

    /// The kinds of entries that are kept when the run has to wait: those that were asked
    /// for, and those that it has kept before.
    pub(crate) fn kept_entries(&self, run: &AgentRun) -> BTreeSet<String> {
        let before = run.entries().iter().map(|entry| &entry.kind);
        self.kept_entries.iter().chain(before).cloned().collect()
    }

    /// The same for one call.
    pub(crate) fn for_call(&self, call_id: Option<&str>) -> CallOptions {
        match call_id {
            Some(id) => self.call.clone().call_id(id),
            None => self.call.clone(),
        }
    }
}

/// A session of its own.
impl Default for RunOptions {
    fn default() -> Self {
        Session::new().into()
    }
}

impl From<&Session> for RunOptions {
    fn from(session: &Session) -> Self {
        Self::new(session)
    }
}

impl From<Session> for RunOptions {
    fn from(session: Session) -> Self {
        Self {
            call: CallOptions::new(&session),
            session,
            approver: None,
            suspension: None,
            rounds: None,
            kept_entries: Vec::new(),
            tool_context: ToolContext::new(),
        }
    }
}

impl fmt::Debug for RunOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunOptions").field("session", &self.session).finish_non_exhaustive()
    }
}
