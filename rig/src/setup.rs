//! An agent with a toolkit.

use std::fmt;
use std::sync::Arc;

use rig_agent::AgentBuilder;
use rig_agent::agent::{NoToolConfig, WithToolServerHandle};
use rig_agent::tool::server::ToolServer;
use rulebook::{SystemPrompt, Toolkit};

use crate::approver::Approver;
use crate::error::SetupError;
use crate::hook::ToolkitHook;
use crate::limits::Limits;
use crate::observer::ObservedCall;
use crate::plan::Plans;
use crate::registry::Registry;
use crate::shared::{Observer, Shared};

/// A toolkit as an agent is given it.
///
/// ```
/// use rulebook::{Approval, ApprovalRequest, SystemPrompt, Toolkit};
/// use rulebook_rig::{AgentTools, Limits};
///
/// # fn sample(toolkit: Toolkit) -> Result<(), Box<dyn std::error::Error>> {
/// let prompt = SystemPrompt::builder().role("You look after returns.").toolkit(&toolkit).build()?;
/// let tools = AgentTools::new(&toolkit)
///     .prompt(&prompt)
///     .limits(Limits::default().rounds(8))
///     .approver(|requests: Vec<ApprovalRequest>| async move {
///         requests.iter().map(|_| Approval::denied("nobody is there")).collect()
///     });
/// # Ok(()) }
/// ```
#[must_use]
pub struct AgentTools {
    toolkit: Toolkit,
    prompt: Option<SystemPrompt>,
    limits: Limits,
    approver: Option<Arc<dyn Approver>>,
    observer: Option<Observer>,
    beside: ToolServer,
}

impl AgentTools {
    /// A toolkit, with nobody to ask for approval and the usual limits.
    pub fn new(toolkit: &Toolkit) -> Self {
        Self {
            toolkit: toolkit.clone(),
            prompt: None,
            limits: Limits::default(),
            approver: None,
            observer: None,
            beside: ToolServer::new(),
        }
    }

    /// The agent's preamble, in place of any that it has. Without one, the instructions
    /// and constraints of the toolkit are added to the agent's own.
    pub fn prompt(mut self, prompt: &SystemPrompt) -> Self {
        self.prompt = Some(prompt.clone());
        self
    }

    /// How much a run may do.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whoever is asked for approval while a run waits. Without anyone, a call that needs
    /// approval does not run, and the model is told so.
    pub fn approver(mut self, approver: impl Approver + 'static) -> Self {
        self.approver = Some(Arc::new(approver));
        self
    }

    /// Whoever is told of each call of the toolkit's tools when it has ended, with the
    /// whole result or the error. It is waited for, so it should be quick; one that panics
    /// is told of in the log.
    pub fn observer(
        mut self,
        observer: impl Fn(&ObservedCall<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }

    /// Tools of rig that the agent has beside the toolkit's. A builder that has tools already
    /// takes no toolkit: they are given here instead.
    pub fn beside(mut self, tools: ToolServer) -> Self {
        self.beside = tools;
        self
    }
}

impl From<&Toolkit> for AgentTools {
    fn from(toolkit: &Toolkit) -> Self {
        Self::new(toolkit)
    }
}

impl fmt::Debug for AgentTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentTools")
            .field("toolkit", &self.toolkit)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// An agent with a toolkit.
///
/// ```
/// # fn sample(
/// #     model: rig_core::DynModel<rig_core::operation::Completion>,
/// #     toolkit: rulebook::Toolkit,
/// # ) -> Result<(), Box<dyn std::error::Error>> {
/// use rig_agent::AgentBuilder;
/// use rulebook_rig::ToolkitAgent;
///
/// let agent = AgentBuilder::new(model).toolkit(&toolkit)?.build();
/// # Ok(()) }
/// ```
pub trait ToolkitAgent {
    /// Gives a toolkit to the agent, with everything it carries: its tools as they are at
    /// each call of the model, instructions and constraints as they are now, live context,
    /// approvals, settings and limits.
    ///
    /// The builder has no tools of its own: those are given by
    /// [`beside`](AgentTools::beside).
    ///
    /// What a model is given of a result:
    ///
    /// | The tool gave | The model is given |
    /// |---|---|
    /// | JSON | it, whole; a string as text, unless it is blank |
    /// | content blocks | them, in place of the JSON |
    /// | content blocks, none of which is text | the JSON, unless it is null, and then them |
    /// | an image of a type that rig knows | it |
    /// | another image, sound, bytes, a link | a line that says what it is |
    /// | a text resource | its address and its text |
    /// | an error | its message, marked as an error |
    ///
    /// A tool that the toolkit gets later, with the name of another tool of the agent, is
    /// left out until that one is gone.
    ///
    /// Set the agent's own preamble before this: rig's `preamble` takes the place of all that
    /// is there by then, the toolkit's constraints too.
    ///
    /// The runs of one agent drive each other's calls: a tool of Rust that blocks its thread
    /// holds all of them up. Scripts have threads of their own.
    ///
    /// # Errors
    /// [`SetupError`] when a tool of the toolkit has the name of one beside it.
    fn toolkit(
        self,
        tools: impl Into<AgentTools>,
    ) -> Result<AgentBuilder<WithToolServerHandle>, SetupError>;
}

impl ToolkitAgent for AgentBuilder<NoToolConfig> {
    fn toolkit(
        self,
        tools: impl Into<AgentTools>,
    ) -> Result<AgentBuilder<WithToolServerHandle>, SetupError> {
        let AgentTools { toolkit, prompt, limits, approver, observer, beside } = tools.into();
        let handle = beside.run();
        let taken = handle.toolset();
        let twice: Vec<_> = toolkit
            .specs()
            .iter()
            .map(|spec| spec.name.clone())
            .filter(|name| taken.contains(name))
            .collect();
        if !twice.is_empty() {
            return Err(SetupError::names(twice));
        }
        let builder = match prompt {
            Some(prompt) => self.preamble(prompt),
            None => match SystemPrompt::standing(&toolkit) {
                // What is there before ends in no blank line.
                Some(lines) => self.append_preamble(&format!("\n{lines}")),
                None => self,
            },
        };
        let plans = Plans::default();
        let shared = Arc::new(Shared { toolkit, limits, approver, observer, plans });
        let registry = Arc::new(Registry::new(handle.clone()));
        registry.refresh(&shared);
        Ok(builder
            .default_max_turns(limits.rounds)
            .add_hook(ToolkitHook { shared, registry })
            .tool_server_handle(handle))
    }
}
