//! From a manifest's path to a tool set: read, compile, check, start.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::generation::{Function, Generation, Linked};
use super::link::{self, Planned, Scripts};
use super::options::LoadOptions;
use super::set::{Inner, ToolSet};
use super::startup;
use crate::code::{Code, Severity};
use crate::confine::Root;
use crate::convert::Shapes;
use crate::diagnostic::Diagnostic;
use crate::error::{LoadError, ToolError};
use crate::interpreter::Interpreter;
use crate::manifest::check::{self, Functions, Named};
use crate::manifest::{self, RawManifest, Spanned};
use crate::script::{Entry, Environment, Reader, Runtime, Script};
use crate::source::Source;

/// How long reading and compiling may take. Nothing of a script runs meanwhile;
/// a file system that does not answer is what this ends.
const READING: Duration = Duration::from_secs(120);

impl ToolSet {
    /// Loads a manifest with the default options.
    ///
    /// # Errors
    /// Every problem of the manifest and of its scripts, at once.
    pub async fn load(manifest: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::options().load(manifest).await
    }

    /// Options to load a manifest with.
    #[must_use]
    pub fn options() -> LoadOptions {
        LoadOptions::default()
    }
}

impl LoadOptions {
    /// Loads a manifest with these options.
    ///
    /// # Errors
    /// Every problem of the manifest and of its scripts, at once.
    pub async fn load(&self, manifest: impl AsRef<Path>) -> Result<ToolSet, LoadError> {
        load(self, manifest.as_ref()).await
    }
}

/// A manifest and its scripts, read and checked, before anything of them ran.
struct Prepared {
    runtime: Arc<Runtime>,
    reader: Arc<Reader>,
    raw: RawManifest,
    /// In the order in which the manifest first names them.
    scripts: Vec<Arc<Script>>,
    tools: Vec<Planned>,
    context: Option<(Arc<Script>, String)>,
    warnings: Vec<Diagnostic>,
}

/// Loads a manifest into a tool set.
async fn load(options: &LoadOptions, path: &Path) -> Result<ToolSet, LoadError> {
    let interpreter = Interpreter::start(options.clock.clone()).map_err(not_started)?;
    let prepare = {
        let (options, path) = (options.clone(), path.to_owned());
        move || Ok(prepare(&options, &path))
    };
    // Compiling recurses as deep as scripts nest: it needs the large stack.
    let prepared = interpreter.run(READING, prepare).await.map_err(not_started)?;
    let prepared = prepared.map_err(LoadError::new)?;
    let environments = start(options, &interpreter, &prepared).await?;
    let warnings = prepared.warnings.clone();
    let generation = generation(options, prepared, &environments)?;
    let timeout = options.timeout;
    let inner = Inner { generation: Arc::new(generation), interpreter, timeout, warnings };
    Ok(inner.into())
}

fn not_started(error: ToolError) -> LoadError {
    LoadError::new(vec![Diagnostic::new(Code::LoadFailed, error.message)])
}

fn prepare(options: &LoadOptions, path: &Path) -> Result<Prepared, Vec<Diagnostic>> {
    let (root, name) = match &options.root {
        Some(folder) => Root::at(folder, path),
        None => Root::of_manifest(path),
    }
    .map_err(|error| vec![error.diagnostic()])?;
    let reader = Arc::new(Reader::new(root, options.limits.source_bytes));
    let manifest = reader.read(&name).map_err(|error| vec![error.diagnostic()])?;
    let (raw, mut problems) = manifest::read(&manifest);
    let Some(raw) = raw else { return Err(problems) };
    let runtime =
        Arc::new(Runtime::new(options.limits.clone(), Arc::clone(&reader), &options.host));
    let (by_path, scripts) = compile(&runtime, &reader, &manifest, &raw, &mut problems);
    let tools = link::link(&manifest, &raw, &by_path, &mut problems);
    let context = context(&manifest, &raw, &by_path, &mut problems);
    let named = scripts.iter().flat_map(|script| runtime.unknown_names(script));
    problems.extend(named);
    if problems.iter().any(|problem| problem.severity() == Severity::Error) {
        return Err(problems);
    }
    Ok(Prepared { runtime, reader, raw, scripts, tools, context, warnings: problems })
}

/// Compiles every script that a manifest names, each once.
fn compile(
    runtime: &Runtime,
    reader: &Reader,
    manifest: &Source,
    raw: &RawManifest,
    problems: &mut Vec<Diagnostic>,
) -> (Scripts, Vec<Arc<Script>>) {
    let named = raw.exports.iter().filter_map(|export| export.script.as_ref());
    let (mut by_path, mut order) = (Scripts::new(), Vec::new());
    let mut seen = Vec::<&str>::new();
    for path in raw.script.iter().chain(named) {
        if seen.contains(&path.value.as_str()) {
            continue;
        }
        seen.push(&path.value);
        let source = match read(reader, manifest, path) {
            Ok(source) => source,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        // Two ways to write one path mean one script.
        let known =
            order.iter().find(|script: &&Arc<Script>| script.source().name() == source.name());
        if let Some(script) = known {
            by_path.insert(path.value.clone(), Arc::clone(script));
            continue;
        }
        let (script, found) = runtime.compile(source);
        problems.extend(found);
        if let Some(script) = script.map(Arc::new) {
            by_path.insert(path.value.clone(), Arc::clone(&script));
            order.push(script);
        }
    }
    (by_path, order)
}

/// Reads a script; what is wrong with its path is shown where the manifest says it.
fn read(reader: &Reader, manifest: &Source, path: &Spanned<String>) -> Result<Source, Diagnostic> {
    reader.read(&path.value).map_err(|error| error.asked_for_at(manifest, path.span))
}

fn context(
    manifest: &Source,
    raw: &RawManifest,
    scripts: &Scripts,
    problems: &mut Vec<Diagnostic>,
) -> Option<(Arc<Script>, String)> {
    let written = raw.context.as_ref()?;
    let script = scripts.get(&raw.script.as_ref()?.value)?;
    let named = Named { manifest, name: &written.value, span: written.span };
    let functions = Functions::new(script.source(), script.functions());
    match check::function(named, &functions) {
        Ok(function) => {
            problems.extend(check::context(script.source(), function));
            Some((Arc::clone(script), function.name.clone()))
        }
        Err(problem) => {
            problems.push(problem);
            None
        }
    }
}

/// The environments of all scripts, or what went wrong in any of them.
async fn start(
    options: &LoadOptions,
    interpreter: &Interpreter,
    prepared: &Prepared,
) -> Result<Environments, LoadError> {
    let (mut environments, mut problems) = (Environments::new(), Vec::new());
    for script in &prepared.scripts {
        let Prepared { runtime, reader, .. } = prepared;
        let started = if options.run_startup {
            startup::start(interpreter, options.timeout, runtime, reader, script).await
        } else {
            Ok(runtime.leave_out_start(script))
        };
        match started {
            Ok(environment) => {
                let functions = Runtime::entries(script).map(|(name, _, entry)| (name, entry));
                let functions = functions.collect();
                let started = Started { environment: Arc::new(environment), functions };
                environments.insert(script.source().name().to_owned(), started);
            }
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(environments) } else { Err(LoadError::new(problems)) }
}

type Environments = HashMap<String, Started>;

/// A script that was started, with its functions by name.
struct Started {
    environment: Arc<Environment>,
    functions: HashMap<String, Entry>,
}

fn generation(
    options: &LoadOptions,
    prepared: Prepared,
    environments: &Environments,
) -> Result<Generation, LoadError> {
    let function = |script: &Script, name: &str| {
        let found = environments.get(script.source().name()).and_then(|started| {
            let entry = started.functions.get(name)?.clone();
            Some(Function { environment: Arc::clone(&started.environment), entry })
        });
        found.ok_or_else(|| {
            let message = format!("`{name}` was read as a function, and did not compile as one");
            let problem = Diagnostic::new(Code::UnknownFunction, message);
            LoadError::new(vec![problem.in_file(script.source().name())])
        })
    };
    let (mut tools, mut shapes) = (Vec::with_capacity(prepared.tools.len()), Shapes::default());
    for plan in prepared.tools {
        let function = function(&plan.script, &plan.function)?;
        let parameters = plan.signature.parameters.iter();
        let parameters = parameters.map(|(name, ty)| shapes.param(name, ty)).collect();
        let returns = shapes.shape(&plan.signature.returns);
        tools.push(Arc::new(Linked { spec: Arc::new(plan.spec), parameters, returns, function }));
    }
    let context = prepared.context.map(|(script, name)| function(&script, &name)).transpose()?;
    let names = tools.iter().enumerate();
    let by_name = names.map(|(index, tool)| (tool.spec.name.clone(), index)).collect();
    let texts = |texts: Vec<Spanned<String>>| texts.into_iter().map(|text| text.value).collect();
    Ok(Generation {
        number: 1,
        hash: prepared.reader.hash(),
        instructions: texts(prepared.raw.instructions),
        constraints: texts(prepared.raw.constraints),
        context,
        runtime: prepared.runtime,
        value_depth: options.limits.value_depth,
        tools,
        by_name,
    })
}
