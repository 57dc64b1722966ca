//! What goes with a run and is not the model's.

use std::fmt;
use std::sync::Arc;

use rig_core::tool::ToolContext;
use rulebook::{CallOptions, Caller, PermissionPolicy, Session, SettingsValues};

use crate::approver::Approver;
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
#[derive(Clone, Default)]
#[must_use]
pub struct RunOptions {
    pub(crate) session: Session,
    settings: SettingsValues,
    stored_settings: Option<SettingsValues>,
    policy: Option<PermissionPolicy>,
    caller: Caller,
    pub(crate) approver: Option<Arc<dyn Approver>>,
    pub(crate) suspension: Option<Suspension>,
    pub(crate) tool_context: ToolContext,
}

impl RunOptions {
    /// A run in a session.
    pub fn new(session: &Session) -> Self {
        Self { session: session.clone(), ..Self::default() }
    }

    /// Settings of this run, over those of every other layer. Only configurable members
    /// can be set, and calls with any other fail.
    pub fn settings(mut self, values: SettingsValues) -> Self {
        self.settings = values;
        self
    }

    /// What is stored for whoever this run is for, in place of what the toolkit's store
    /// has.
    pub fn stored_settings(mut self, values: SettingsValues) -> Self {
        self.stored_settings = Some(values);
        self
    }

    /// Which calls run without asking, in place of what the toolkit says.
    pub fn policy(mut self, policy: PermissionPolicy) -> Self {
        self.policy = Some(policy);
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

    /// Whoever tools of this run tell how far they are, and ask questions.
    pub fn caller(mut self, caller: &Caller) -> Self {
        self.caller = caller.clone();
        self
    }

    /// What other tools of the agent find in their context: this takes the place of the
    /// runner's `tool_context`.
    pub fn tool_context(mut self, context: ToolContext) -> Self {
        self.tool_context = context;
        self
    }

    /// The same for one call.
    pub(crate) fn for_call(&self, call_id: Option<&str>) -> CallOptions {
        let mut options =
            CallOptions::new(&self.session).settings(self.settings.clone()).caller(&self.caller);
        if let Some(stored) = &self.stored_settings {
            options = options.stored_settings(stored.clone());
        }
        if let Some(policy) = &self.policy {
            options = options.policy(policy.clone());
        }
        match call_id {
            Some(id) => options.call_id(id),
            None => options,
        }
    }
}

impl From<&Session> for RunOptions {
    fn from(session: &Session) -> Self {
        Self::new(session)
    }
}

impl From<Session> for RunOptions {
    fn from(session: Session) -> Self {
        Self { session, ..Self::default() }
    }
}

impl fmt::Debug for RunOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunOptions").field("session", &self.session).finish_non_exhaustive()
    }
}
