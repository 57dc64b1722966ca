//! Start-up statements: run once per load, each script by itself.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::assemble::Started;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::error::{ErrorCode, Frame, ToolError};
use crate::script::{Environment, Files, Runtime, Script};
use crate::source::{Position, Source};

/// Runs a script's start-up statements on this thread.
///
/// # Errors
/// What went wrong in them.
pub(super) fn start(
    runtime: &Runtime,
    files: &dyn Files,
    script: &Arc<Script>,
) -> Result<Started, Vec<Diagnostic>> {
    let environment = runtime
        .start(script)
        .map_err(|(error, imports)| explain(files, script.source(), &error, imports))?;
    Ok(started(script, environment))
}

/// Imports what calls of the generation before have imported and the script still
/// imports in a function, so that a file that no longer loads is told of.
///
/// # Errors
/// What went wrong in any of it.
pub(super) fn import_again(
    runtime: &Runtime,
    files: &dyn Files,
    script: &Arc<Script>,
    in_use: &BTreeSet<String>,
) -> Result<(), Vec<Diagnostic>> {
    let failures = runtime.import_again(script, in_use).into_iter();
    let problems: Vec<_> = failures
        .flat_map(|(error, imports)| explain(files, script.source(), &error, imports))
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// A script whose start-up statements are left out.
pub(super) fn leave_out(runtime: &Runtime, script: &Arc<Script>) -> Started {
    started(script, runtime.leave_out_start(script))
}

fn started(script: &Script, environment: Environment) -> Started {
    let functions = Runtime::entries(script).collect();
    Started { environment: Arc::new(environment), functions }
}

/// The problems behind a start that failed.
fn explain(
    files: &dyn Files,
    script: &Source,
    error: &ToolError,
    imports: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    // A problem inside an imported file has a place there; a file that could
    // not be read has none, and is shown where it was imported.
    if !imports.is_empty() && imports.iter().all(|problem| problem.place().is_some()) {
        return imports;
    }
    let (code, message) = match imports.first() {
        Some(problem) => (Code::ImportFailed, problem.message().to_owned()),
        None => (Code::StartupFailed, error.message.clone()),
    };
    let problem = Diagnostic::new(code, message);
    let problem = match error.trace.first() {
        Some(frame) => at(problem, files, script, frame),
        None => problem.in_file(script.name()),
    };
    let help = match imports.first() {
        Some(import) => import.help_text().map(str::to_owned),
        None => Some("the statements outside of functions run when the script is loaded".into()),
    };
    vec![match help {
        Some(help) => problem.help(help),
        None => problem,
    }]
}

fn at(problem: Diagnostic, files: &dyn Files, script: &Source, frame: &Frame) -> Diagnostic {
    let source = if frame.file == script.name() {
        Some(script.clone())
    } else {
        files.read(&frame.file).ok()
    };
    match (source, frame.line, frame.column) {
        (Some(source), Some(line), Some(column)) => {
            problem.at(&source, source.word_at(Position { line, column }))
        }
        _ => problem.in_file(&frame.file),
    }
}

/// The problem of a script whose start was given up, or died.
pub(super) fn did_not_end(script: &str, error: &ToolError) -> Diagnostic {
    let timed_out = error.code == ErrorCode::TimedOut;
    let (code, message) = if timed_out {
        (Code::StartupTimedOut, "the start-up statements did not end within the time for a call")
    } else {
        (Code::StartupFailed, error.message.as_str())
    };
    Diagnostic::new(code, message)
        .in_file(script)
        .help("the statements outside of functions run when the script is loaded")
}
