//! The parent's end: a tool set whose scripts are elsewhere.

use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::file::FileServer;
use super::keeper::Keeper;
use super::problem::{Checked, WireProblem};
use super::request::{Plan, Request, read, write};
use crate::diagnostic::Diagnostic;
use crate::error::ToolError;
use crate::script::{Files, Runtime};
use crate::toolset::generation::Outcome;
use crate::toolset::lineage::Lineage;
use crate::toolset::options::LoadOptions;
use crate::toolset::outline::Outline;
use crate::toolset::stage::Step;

/// A tool set in a worker process. Its methods block until there is an answer,
/// or until the call that they belong to is told to end.
pub(in crate::toolset) struct Remote {
    keeper: Keeper,
    files: Arc<dyn Files>,
}

impl Remote {
    /// Starts the worker for a manifest.
    pub(in crate::toolset) fn start(
        options: &LoadOptions,
        files: Arc<dyn Files>,
        manifest: String,
        load_time: Duration,
        lineage: Lineage,
    ) -> Result<Self, ToolError> {
        let plan = Plan {
            manifest,
            generation: lineage.generation,
            in_use: lineage.in_use,
            limits: options.limits.clone(),
            run_startup: options.run_startup,
            host: Runtime::signatures(&options.host),
        };
        let parent = Arc::new(FileServer(Arc::clone(&files)));
        let keeper = Keeper::new(options.worker.clone(), parent, plan, load_time);
        keeper.start()?;
        Ok(Self { keeper, files })
    }

    fn ask<T: DeserializeOwned>(&self, request: &Request) -> Result<T, ToolError> {
        read(&self.keeper.ask(write(request)?)?)
    }

    fn step<T: DeserializeOwned>(&self, request: &Request) -> Step<T> {
        let checked: Checked<T> = self.ask(request)?;
        Ok(checked.map_err(|problems| self.problems(problems)))
    }

    fn problems(&self, problems: Vec<WireProblem>) -> Vec<Diagnostic> {
        problems.into_iter().map(|problem| problem.problem(&*self.files)).collect()
    }

    /// The names of the scripts, in the order in which they start.
    pub(in crate::toolset) fn prepare(&self) -> Step<Vec<String>> {
        self.step(&Request::Prepare(self.keeper.plan().clone()))
    }

    /// Runs the start-up statements of a script.
    pub(in crate::toolset) fn begin(&self, script: usize) -> Step<()> {
        self.step(&Request::Start(script))
    }

    /// Has a worker that is as far as before any script started, if there is none.
    pub(in crate::toolset) fn resume(&self) -> Result<(), ToolError> {
        self.keeper.make_ready()
    }

    /// What the tool set shows of itself, when all scripts have started.
    pub(in crate::toolset) fn finish(&self) -> Step<Outline> {
        let outline = self.step(&Request::Finish)?;
        if outline.is_ok() {
            self.keeper.loaded();
        }
        Ok(outline)
    }

    /// The message that a call is sent as: its arguments, which were looked at, and
    /// what is kept for its session, and its settings where it is not to run with its
    /// defaults.
    pub(in crate::toolset) fn message(
        tool: usize,
        arguments: Map<String, Value>,
        state: Option<Value>,
        settings: Option<Map<String, Value>>,
    ) -> Result<Vec<u8>, ToolError> {
        write(&Request::Call(tool, arguments, state, settings))
    }

    /// Has a tool called.
    pub(in crate::toolset) fn call(&self, message: Vec<u8>) -> Result<Outcome, ToolError> {
        read(&self.keeper.ask(message)?)
    }

    /// What the context function says.
    pub(in crate::toolset) fn context(
        &self,
        state: Option<Value>,
    ) -> Result<Option<String>, ToolError> {
        self.ask(&Request::Context(state))
    }

    /// What is probably not meant in the scripts.
    pub(in crate::toolset) fn review(&self) -> Result<Vec<Diagnostic>, ToolError> {
        Ok(self.problems(self.ask(&Request::Review)?))
    }
}
