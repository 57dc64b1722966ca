//! Gives a toolkit of [`rulebook`] to an agent of `rig`, with everything it carries.
//!
//! ```no_run
//! # async fn sample(
//! #     model: rig_core::DynModel<rig_core::operation::Completion>,
//! # ) -> Result<(), Box<dyn std::error::Error>> {
//! use rig_agent::AgentBuilder;
//! use rulebook::{Session, ToolSet, Toolkit};
//! use rulebook_rig::{ToolkitAgent, ToolkitRun};
//!
//! let rules = ToolSet::load("rules.json").await?;
//! let toolkit = Toolkit::builder().collection(rules).build()?;
//! let agent = AgentBuilder::new(model).toolkit(&toolkit)?.build();
//!
//! let session = Session::new();
//! let answer = agent.prompt("May order A-1001 come back?").run_options(&session).await?;
//! println!("{}", answer.output());
//! # Ok(()) }
//! ```

mod approver;
mod error;
#[cfg(doctest)]
mod guides;
mod hook;
mod inexact;
mod limits;
mod observer;
mod options;
mod output;
mod plan;
mod registry;
mod runner;
mod scope;
mod setup;
mod shared;
mod suspend;
#[cfg(feature = "testing")]
pub mod testing;
mod tools;

pub use approver::{Answers, Approver};
pub use error::SetupError;
pub use limits::Limits;
pub use observer::ObservedCall;
pub use options::RunOptions;
pub use output::WholeResult;
/// The agent library itself.
pub use rig_agent;
pub use rig_core;
pub use runner::ToolkitRun;
pub use setup::{AgentTools, ToolkitAgent};
pub use suspend::{AnsweredRun, Resumption, RunError, RunOutcome, SuspendedRun, Suspension};
pub use tools::dynamic_tools;
