//! What goes with a call and is not the model's.

use crate::approval::PermissionPolicy;
use crate::cancel::Cancellation;
use crate::session::Session;
use crate::settings::SettingsValues;
use crate::tool::{CallRecord, Caller};

/// What goes with a call and is not the model's.
///
/// ```
/// use rulebook::{CallOptions, Cancellation, Session};
///
/// let (session, stop) = (Session::new(), Cancellation::new());
/// let options = CallOptions::new(&session).cancellation(&stop).call_id("call_7");
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct CallOptions {
    pub(super) session: Session,
    pub(super) cancellation: Option<Cancellation>,
    pub(super) policy: Option<PermissionPolicy>,
    pub(super) call_id: Option<String>,
    pub(super) settings: SettingsValues,
    pub(super) stored_settings: Option<SettingsValues>,
    pub(super) caller: Caller,
    pub(super) record: Option<CallRecord>,
}

impl CallOptions {
    /// A call in a session.
    pub fn new(session: &Session) -> Self {
        Self { session: session.clone(), ..Self::default() }
    }

    /// What gives the call up.
    pub fn cancellation(mut self, cancellation: &Cancellation) -> Self {
        self.cancellation = Some(cancellation.clone());
        self
    }

    /// Who may run what without asking, in place of what the toolkit says.
    pub fn policy(mut self, policy: PermissionPolicy) -> Self {
        self.policy = Some(policy);
        self
    }

    /// The id that the model gave the call, for logs and requests.
    pub fn call_id(mut self, id: impl Into<String>) -> Self {
        self.call_id = Some(id.into());
        self
    }

    /// Settings of this run, over those of every other layer. Only configurable members
    /// can be set, and a call with any other fails.
    pub fn settings(mut self, values: SettingsValues) -> Self {
        self.settings = values;
        self
    }

    /// What is stored for whoever this call is for, in place of what the toolkit's store
    /// has. What of it counts for nothing is told by
    /// [`Toolkit::check_settings`](crate::Toolkit::check_settings), and not again by each
    /// call.
    pub fn stored_settings(mut self, values: SettingsValues) -> Self {
        self.stored_settings = Some(values);
        self
    }

    /// Whoever the call comes from, for tools that tell how far they are, or ask.
    pub fn caller(mut self, caller: &Caller) -> Self {
        self.caller = caller.clone();
        self
    }

    /// What takes down what the call turns out to be.
    pub fn record(mut self, record: &CallRecord) -> Self {
        self.record = Some(record.clone());
        self
    }
}

impl From<&Session> for CallOptions {
    fn from(session: &Session) -> Self {
        Self::new(session)
    }
}

impl From<Session> for CallOptions {
    fn from(session: Session) -> Self {
        Self { session, ..Self::default() }
    }
}
