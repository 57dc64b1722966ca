//! The worker's end: a tool set in a process of its own.

use std::sync::Arc;

use rhai::Dynamic;
use serde_json::Value;

use super::file::FarFiles;
use super::problem::{Checked, WireProblem};
use super::request::{Plan, Request, read, write};
use crate::budget;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::error::{ErrorCode, ToolError};
use crate::quote::quoted;
use crate::script::{HostFunctions, Log, Runtime};
use crate::toolset::generation::Generation;
use crate::toolset::kept;
use crate::toolset::lineage::Lineage;
use crate::toolset::options::LoadOptions;
use crate::toolset::outline::Outline;
use crate::toolset::review::Review;
use crate::toolset::stage::{self, Stage};
use crate::worker::{self, Line, Service};

/// Makes this process the worker of an isolated tool set, if that is what it was
/// started for; returns at once otherwise.
///
/// It has to be the first line of `main` in a program that loads tool sets with
/// [`Isolation::Process`](crate::Isolation::Process): their calls run in that
/// same program, started once more, and this is where it takes another way. The
/// functions are those that the tool sets are loaded with
/// ([`LoadOptions::host_functions`](crate::LoadOptions::host_functions)); a tool
/// set that has others does not load.
///
/// ```no_run
/// use rulebook::{Isolation, ToolSet};
///
/// fn functions(engine: &mut rulebook::rhai::Engine) {
///     engine.register_fn("vat", |net: i64| net * 19 / 100);
/// }
///
/// fn main() {
///     rulebook::start_worker_if_asked(functions);
///     let options = ToolSet::options().host_functions(functions).isolation(Isolation::Process);
///     // ...
/// }
/// ```
pub fn start_worker_if_asked<F>(host_functions: F)
where
    F: Fn(&mut rhai::Engine) + Send + Sync + 'static,
{
    let host: HostFunctions = Arc::new(host_functions);
    worker::serve_if_asked(move |line| Hosted { line, host, stage: None, loaded: None });
}

struct Hosted {
    line: Arc<Line>,
    host: HostFunctions,
    stage: Option<Stage>,
    loaded: Option<(Arc<Generation>, Review)>,
}

impl Service for Hosted {
    fn answer(&mut self, request: &[u8]) -> Result<Vec<u8>, ToolError> {
        match read(request)? {
            Request::Prepare(plan) => write(&told(self.prepare(plan))),
            Request::Start(script) => write(&told(self.stage()?.start(script))),
            Request::Finish => write(&told(self.finish())),
            Request::Load(plan) => write(&told(self.load(plan))),
            Request::Call(tool, arguments, state, settings) => {
                let (generation, _) = self.loaded()?;
                let arguments = generation.parameters.convert(tool, arguments, settings)?;
                write(&generation.run(tool, arguments, seen(generation, state)?)?)
            }
            Request::Context(state) => {
                let (generation, _) = self.loaded()?;
                write(&generation.context(seen(generation, state)?)?)
            }
            Request::Review => {
                let warnings = self.loaded()?.1.look();
                write(&warnings.iter().map(WireProblem::from).collect::<Vec<_>>())
            }
        }
    }
}

impl Hosted {
    fn prepare(&mut self, plan: Plan) -> Result<Vec<String>, Vec<Diagnostic>> {
        let host = Arc::clone(&self.host);
        same_functions(&plan.host, &Runtime::signatures(std::slice::from_ref(&host)))?;
        let mut options = LoadOptions::default().limits(plan.limits).run_startup(plan.run_startup);
        options.host = vec![host];
        let (files, line) = (Arc::new(FarFiles(Arc::clone(&self.line))), Arc::clone(&self.line));
        let log: Log = Arc::new(move |text| line.log(write(&text).unwrap_or_default()));
        // A new process has nothing compiled yet.
        let compiled = Arc::default();
        let lineage = Lineage { generation: plan.generation, in_use: plan.in_use, compiled };
        self.stage.insert(Stage::new(options, files, plan.manifest, log, lineage)).prepare()
    }

    fn finish(&mut self) -> Result<Arc<Outline>, Vec<Diagnostic>> {
        let stage = self.stage.take().ok_or_else(stage::out_of_order)?;
        let (generation, review) = stage.finish()?;
        let outline = Arc::clone(&generation.outline);
        self.loaded = Some((generation, review));
        Ok(outline)
    }

    fn load(&mut self, plan: Plan) -> Result<(), Vec<Diagnostic>> {
        let scripts = self.prepare(plan)?.len();
        if let Some(stage) = &self.stage {
            for script in 0..scripts {
                // Each has as many operations as when it started alone.
                budget::renew();
                stage.start(script)?;
            }
        }
        self.finish().map(drop)
    }

    fn stage(&self) -> Result<&Stage, ToolError> {
        self.stage.as_ref().ok_or_else(not_loaded)
    }

    fn loaded(&self) -> Result<&(Arc<Generation>, Review), ToolError> {
        self.loaded.as_ref().ok_or_else(not_loaded)
    }
}

/// What scripts see of what is kept for a session.
fn seen(generation: &Generation, state: Option<Value>) -> Result<Dynamic, ToolError> {
    let Some(state) = state else { return Ok(Dynamic::UNIT) };
    let unreadable = |why| ToolError::new(ErrorCode::Unavailable, why);
    kept::restored(&state, generation.limits()).map_err(unreadable)
}

fn not_loaded() -> ToolError {
    ToolError::new(ErrorCode::Unavailable, "the worker process has not loaded the tool set")
}

fn told<T>(result: Result<T, Vec<Diagnostic>>) -> Checked<T> {
    result.map_err(|problems| problems.iter().map(WireProblem::from).collect())
}

/// Refuses what would give other answers in the worker than outside of it.
fn same_functions(wanted: &[String], here: &[String]) -> Result<(), Vec<Diagnostic>> {
    let missing = wanted.iter().find(|one| !here.contains(one));
    let surplus = here.iter().find(|one| !wanted.contains(one));
    let (message, help) = match (missing, surplus) {
        (Some(missing), _) => (
            format!("the worker process lacks the host function {}", quoted(missing)),
            "give `start_worker_if_asked` the functions that the tool set is loaded with",
        ),
        (None, Some(surplus)) => (
            format!(
                "the worker process has the host function {}, which the tool set has not",
                quoted(surplus)
            ),
            "load the tool set with the functions that `start_worker_if_asked` was given",
        ),
        (None, None) => return Ok(()),
    };
    Err(vec![Diagnostic::new(Code::LoadFailed, message).help(help)])
}
