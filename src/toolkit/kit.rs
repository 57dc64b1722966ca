//! The tools that are given to one agent.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Map, Value};
use tracing::Instrument;

use super::catalogue::{Catalogue, Listed};
use super::decision::{Decision, decide};
use super::event::ToolkitEvent;
use super::events::ToolkitEvents;
use super::layers::Layers;
use super::listing::Listing;
use super::live::{self, ContextMessage};
use super::observed::{Observed, Seen};
use super::options::CallOptions;
use super::outcome::CallOutcome;
use super::refusals::{of_another_session, panicked};
use super::running::run;
use crate::approval::{Approval, ApprovalRequest, Ledger, PermissionPolicy};
use crate::clock::Clock;
use crate::collection::ToolCollection;
use crate::convert;
use crate::error::{ErrorCode, ToolError};
use crate::panics;
use crate::session::Session;
use crate::tool::{Tool, ToolCall, unknown_tool};

/// The collections that are given to one agent: unique names, one way to call.
///
/// Clones are one and the same toolkit.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// use rulebook::{Approval, CallOutcome, Collection, Session, ToolSet, Toolkit};
/// use serde_json::json;
///
/// let rules = ToolSet::options().root(".").load("manifests/returns.json").await?;
/// let desk = Collection::builder("desk")
///     .collection(rules)
///     .requires_approval("calculate_refund_amount")
///     .build()?;
/// let toolkit = Toolkit::builder().collection(desk).build()?;
///
/// let session = Session::new();
/// let order = json!({
///     "merchandise_amount": 100,
///     "shipping_amount": 7,
///     "restocking_percent": 10,
///     "refund_shipping": true,
/// });
/// let outcome = toolkit.call("calculate_refund_amount", order, &session).await?;
/// let CallOutcome::NeedsApproval(request) = outcome else { return Err("it ran".into()) };
///
/// // Now or later, here or in another process:
/// let outcome = toolkit.answer(request, Approval::Granted, &session).await?;
/// assert_eq!(outcome.done()?.value, 97);
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
#[derive(Clone)]
pub struct Toolkit(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub(super) listing: Arc<Listing>,
    pub(super) layers: Layers,
    pub(super) policy: Option<PermissionPolicy>,
    pub(super) clock: Clock,
    pub(super) timeout: Duration,
    pub(super) context_deadline: Duration,
    pub(super) show_arguments: bool,
    pub(super) answered: Ledger,
    pub(super) calls: AtomicU64,
}

impl Toolkit {
    pub(super) fn catalogue(&self) -> Arc<Catalogue> {
        self.0.listing.catalogue()
    }

    /// The tools as they are now: collection by collection, each in its own order.
    #[must_use]
    pub fn tools(&self) -> Vec<Arc<dyn Tool>> {
        self.catalogue().tools.iter().map(|listed| Arc::clone(&listed.tool)).collect()
    }

    /// The tool with a name. Called by itself it asks nobody for approval, and runs on
    /// the defaults of its settings.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<Arc<dyn Tool>> {
        self.catalogue().find(name).map(|listed| Arc::clone(&listed.tool))
    }

    /// The collections, in order.
    #[must_use]
    pub fn collections(&self) -> &[Arc<dyn ToolCollection>] {
        &self.0.listing.collections
    }

    /// What the model is told to do, collection by collection.
    #[must_use]
    pub fn instructions(&self) -> Vec<String> {
        self.catalogue().instructions.clone()
    }

    /// What the model is told never to do, collection by collection.
    #[must_use]
    pub fn constraints(&self) -> Vec<String> {
        self.catalogue().constraints.clone()
    }

    /// The events from now on.
    #[must_use]
    pub fn events(&self) -> ToolkitEvents {
        ToolkitEvents::new(&self.0.listing, self.0.listing.listen())
    }

    /// The changes from now on, as [`ToolkitEvent::Changed`], for those who do not want to
    /// hear of calls: none costs them anything.
    #[must_use]
    pub fn changes(&self) -> ToolkitEvents {
        ToolkitEvents::new(&self.0.listing, self.0.listing.watch())
    }

    /// What holds now and the model should know, from every collection that has
    /// something to say. Ask before each call of the model.
    ///
    /// A collection that fails, or says nothing in time, is left out, which the log
    /// and observers are told.
    pub async fn context(&self, session: &Session) -> Option<ContextMessage> {
        let Inner { listing, clock, context_deadline, .. } = &*self.0;
        let gathered = live::gather(&listing.collections, session, clock, *context_deadline);
        let (message, silent) = gathered.await;
        for live::Silent { collection, why } in silent {
            tracing::warn!(%collection, "the live context of a collection is left out: {why}");
            listing.tell(ToolkitEvent::ContextFailed { collection, code: why.code });
        }
        message
    }

    /// Calls a tool, or says that someone has to approve the call first.
    ///
    /// The options are at least the session: `&session` will do.
    ///
    /// # Errors
    /// [`ToolError`], whose code says what kind of failure it was. Its message is for
    /// the model.
    pub async fn call(
        &self,
        name: &str,
        arguments: Value,
        options: impl Into<CallOptions>,
    ) -> Result<CallOutcome, ToolError> {
        let mut options = options.into();
        let (arguments, fit) = match object(arguments) {
            Ok(arguments) => (arguments, Ok(())),
            Err(error) => (Map::new(), Err(error)),
        };
        let catalogue = self.catalogue();
        let listed = catalogue.find(name);
        let seen = self.seen(name, listed, &arguments, &options);
        let observed = Observed::begin(&self.0.listing, &self.0.clock, &seen);
        let found = fit.and_then(|()| listed.ok_or_else(|| unknown_tool(name, catalogue.names())));
        let decided = found.and_then(|listed| {
            options.session = options.session.for_collection(&listed.collection);
            let policy = self.policy(&options);
            contained(|| {
                let prepared = self.prepared(listed, &options)?;
                decide(listed, prepared, arguments, policy, &options)
            })
        });
        self.carry_out(observed, decided, options).await
    }

    /// Answers a request: runs exactly what was approved, or tells the model why not.
    ///
    /// A request is answered once, in the session that it was asked in, or one of the
    /// same [`id`](Session::id). When the tool, the rules behind it or the arguments
    /// are not what was asked about, nothing runs, and there is another request.
    ///
    /// # Errors
    /// As for [`call`](Self::call), and `denied` when it was not approved, was answered
    /// before, belongs to another session, or is what the policy denies now, as all
    /// changes while planning.
    pub async fn answer(
        &self,
        request: impl Into<ApprovalRequest>,
        answer: Approval,
        options: impl Into<CallOptions>,
    ) -> Result<CallOutcome, ToolError> {
        let (request, mut options) = (request.into(), options.into());
        options.call_id = options.call_id.or_else(|| request.call_id.clone());
        if options.session.id() != request.session {
            return Err(of_another_session(&request.tool));
        }
        let first = self.claim(&request, &answer, &options);
        self.run_as_answered(&request, answer, options, first).await
    }

    /// The policy of a call.
    pub(super) fn policy<'a>(&'a self, options: &'a CallOptions) -> Option<&'a PermissionPolicy> {
        options.policy.as_ref().or(self.0.policy.as_ref())
    }

    pub(super) fn seen<'a>(
        &self,
        name: &'a str,
        listed: Option<&'a Listed>,
        arguments: &'a Map<String, Value>,
        options: &'a CallOptions,
    ) -> Seen<'a> {
        Seen {
            number: self.0.calls.fetch_add(1, Ordering::Relaxed).saturating_add(1),
            name,
            listed,
            arguments,
            call_id: options.call_id.as_deref(),
            conversation: options.session.known_id(),
            shown: self.0.show_arguments,
        }
    }

    pub(super) async fn carry_out(
        &self,
        observed: Observed<'_>,
        decided: Result<Decision, ToolError>,
        options: CallOptions,
    ) -> Result<CallOutcome, ToolError> {
        match decided {
            Ok(Decision::Run(prepared, arguments)) => {
                let span = observed.span().clone();
                let Inner { clock, timeout, .. } = &*self.0;
                let run = run(prepared, arguments, options, clock, *timeout);
                let result = run.instrument(span).await;
                if let (Ok(output), true) = (&result, self.0.show_arguments) {
                    observed.gave(&output.value);
                }
                observed.end(result.as_ref().err());
                result.map(CallOutcome::Done)
            }
            Ok(Decision::Ask(request)) => {
                self.tell_asked(&request);
                observed.wait();
                Ok(CallOutcome::NeedsApproval(request))
            }
            Err(error) => {
                observed.end(Some(&error));
                Err(error)
            }
        }
    }
}

/// A decision that code of a tool takes part in.
pub(super) fn contained(
    decide: impl FnOnce() -> Result<Decision, ToolError>,
) -> Result<Decision, ToolError> {
    panics::contain(decide).unwrap_or_else(|| Err(panicked()))
}

/// The members of arguments that are an object no deeper than anyone needs.
pub(super) fn object(arguments: Value) -> Result<Map<String, Value>, ToolError> {
    const DEEPEST: usize = 512;
    let given = ToolCall::from_json(arguments)?.arguments;
    convert::held_to_depth(given, DEEPEST)
        .map_err(|problem| ToolError::with_problems(ErrorCode::InvalidArguments, vec![problem]))
}

impl fmt::Debug for Toolkit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Toolkit").field(&self.catalogue().names().collect::<Vec<_>>()).finish()
    }
}
