//! A manifest and its scripts, read, compiled and checked; nothing of them runs.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::lineage::Lineage;
use super::link::{self, Scripts};
use super::options::LoadOptions;
use super::settings;
use crate::code::Severity;
use crate::diagnostic::Diagnostic;
use crate::manifest::check::{self, Functions};
use crate::manifest::{self, RawManifest, Spanned};
use crate::script::{Files, Limits, Log, Runtime, Script};
use crate::source::Source;

/// What loading goes on with.
pub(super) struct Prepared {
    pub(super) runtime: Arc<Runtime>,
    pub(super) limits: Limits,
    pub(super) raw: RawManifest,
    /// In the order in which the manifest first names them.
    pub(super) scripts: Vec<Arc<Script>>,
    pub(super) tools: Vec<link::Planned>,
    pub(super) context: Option<Planned>,
}

/// The context function of a script that has not been started yet.
pub(super) struct Planned {
    pub(super) script: Arc<Script>,
    pub(super) function: link::Named,
    /// Whether it looks at what is kept for a session.
    pub(super) session: bool,
}

/// Reads a manifest and its scripts, and checks them against each other.
///
/// # Errors
/// Every problem there is.
pub(super) fn prepare(
    options: &LoadOptions,
    files: &Arc<dyn Files>,
    manifest: &str,
    log: &Log,
    lineage: &Lineage,
) -> Result<Prepared, Vec<Diagnostic>> {
    let manifest = files.read(manifest).map_err(|error| vec![error.diagnostic()])?;
    let (raw, mut problems) = manifest::read(&manifest);
    let Some(raw) = raw else { return Err(problems) };
    let limits = options.limits.clone();
    let compiled = Arc::clone(&lineage.compiled);
    let runtime = Runtime::new(limits.clone(), Arc::clone(files), &options.host, log, compiled);
    let runtime = Arc::new(runtime);
    let (by_path, scripts) = compile(&runtime, &**files, &manifest, &raw, &mut problems);
    let tools = link::link(&manifest, &raw, &by_path, lineage.generation, &mut problems);
    problems.extend(scripts.iter().flat_map(|script| settings::oversized(script, &limits)));
    let context = context(&manifest, &raw, &by_path, &mut problems);
    if problems.iter().any(|problem| problem.severity() == Severity::Error) {
        problems.extend(scripts.iter().flat_map(|script| runtime.warnings(script)));
        return Err(problems);
    }
    Ok(Prepared { runtime, limits, raw, scripts, tools, context })
}

/// Compiles every script that a manifest names, each once. Two ways to write one
/// path mean one script.
fn compile(
    runtime: &Runtime,
    files: &dyn Files,
    manifest: &Source,
    raw: &RawManifest,
    problems: &mut Vec<Diagnostic>,
) -> (Scripts, Vec<Arc<Script>>) {
    let named = raw.exports.iter().filter_map(|export| export.script.as_ref());
    let (mut by_path, mut order) = (Scripts::new(), Vec::new());
    let (mut seen, mut by_name) = (HashSet::new(), HashMap::<String, Option<Arc<Script>>>::new());
    for path in raw.script.iter().chain(named).filter(|path| seen.insert(path.value.as_str())) {
        if link::is_enough(problems) {
            break;
        }
        let source = match read(files, manifest, path) {
            Ok(source) => source,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        let script = by_name.entry(source.name().to_owned()).or_insert_with(|| {
            let (script, found) = runtime.compile(source);
            problems.extend(found);
            order.extend(script.clone());
            script
        });
        by_path.extend(script.clone().map(|script| (path.value.clone(), script)));
    }
    (by_path, order)
}

/// Reads a script; what is wrong with its path is shown where the manifest says it.
fn read(
    files: &dyn Files,
    manifest: &Source,
    path: &Spanned<String>,
) -> Result<Source, Diagnostic> {
    files.read(&path.value).map_err(|error| error.asked_for_at(manifest, path.span))
}

fn context(
    manifest: &Source,
    raw: &RawManifest,
    scripts: &Scripts,
    problems: &mut Vec<Diagnostic>,
) -> Option<Planned> {
    let written = raw.context.as_ref()?;
    let script = scripts.get(&raw.script.as_ref()?.value)?;
    let named = check::Named { manifest, name: &written.value, span: written.span };
    let functions = Functions::new(script.source(), script.functions());
    match check::function(named, &functions) {
        Ok(function) => {
            problems.extend(check::context(script.source(), function));
            Some(Planned {
                script: Arc::clone(script),
                function: link::Named::new(script.source(), function),
                session: !function.params.is_empty(),
            })
        }
        Err(problem) => {
            problems.push(problem);
            None
        }
    }
}
