//! Checks that any tool can be put to in tests (feature `testing`).
//!
//! ```
//! use rulebook::testing::Conformance;
//! use rulebook::{FnTool, ToolOutput, ToolSpec};
//! use serde_json::json;
//!
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! let spec = ToolSpec::new("today", "Says what day it is.");
//! let today = FnTool::new(spec, |_call| async { Ok(ToolOutput::json("Monday".into())) });
//! Conformance::of(today).example(json!({})).check().await?;
//! # Ok::<(), rulebook::testing::Report>(()) }).unwrap();
//! ```

mod calls;
mod caught;
mod message;
mod report;
mod settings;
mod spec;

use std::sync::Arc;

use serde_json::Value;

pub use report::{Report, Violation};

use crate::session::Session;
use crate::tool::Tool;

/// Puts a tool to the promises of the [`Tool`] contract.
///
/// It looks at the spec and both schemas, calls each example by itself and twice at
/// once, and then wrongly: with an argument that there is not, without each that is
/// required, and given up before it began. A tool that takes settings is given its own
/// defaults, and those of another tool. What depends on what a tool does, as whether
/// its answers are right, is for tests of its own.
#[must_use = "nothing is checked until `check` is called"]
pub struct Conformance {
    tool: Arc<dyn Tool>,
    examples: Vec<Value>,
    failing: Vec<Value>,
    session: Option<Session>,
}

impl Conformance {
    /// The checks of a tool.
    pub fn of(tool: impl Tool + 'static) -> Self {
        Self { tool: Arc::new(tool), examples: Vec::new(), failing: Vec::new(), session: None }
    }

    /// Arguments of a call that succeeds. One that leaves out what may be left out, and
    /// one that gives everything, make the checks worth most.
    pub fn example(mut self, arguments: Value) -> Self {
        self.examples.push(arguments);
        self
    }

    /// Arguments of a call that ends in an error, whose message is then looked at.
    pub fn failing(mut self, arguments: Value) -> Self {
        self.failing.push(arguments);
        self
    }

    /// The session that the calls belong to, rather than one for each.
    pub fn in_session(mut self, session: &Session) -> Self {
        self.session = Some(session.clone());
        self
    }

    /// Checks the tool. Any executor will do.
    ///
    /// # Errors
    /// Every violation that was found.
    pub async fn check(self) -> Result<(), Report> {
        let mut report = Report::default();
        if let Some(spec) = spec::check(&*self.tool, &mut report) {
            report.tool.clone_from(&spec.name);
            let defaults = settings::check(&*self.tool, &mut report);
            let session = self.session.clone();
            let mut calls = calls::Calls::new(&*self.tool, &spec, session, &mut report);
            calls.check(&self.examples, &self.failing).await;
            let first = self.examples.first().and_then(Value::as_object);
            if let (Some(defaults), Some(first), true) = (defaults, first, report.is_empty()) {
                let session = self.session.as_ref();
                settings::calls(&*self.tool, defaults, first, session, &mut report).await;
            }
        }
        if report.is_empty() { Ok(()) } else { Err(report) }
    }
}
