//! Start-up statements: run once per load, each script under the timeout.

use std::sync::Arc;
use std::time::Duration;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::error::{ErrorCode, Frame, ToolError};
use crate::interpreter::Interpreter;
use crate::script::{Environment, Reader, Runtime, Script};
use crate::source::{Position, Source};

/// What came of a script's start: its environment, or what went wrong.
type Started = Result<Environment, Vec<Diagnostic>>;

/// Runs a script's start-up statements on the interpreter's thread.
pub(super) async fn start(
    interpreter: &Interpreter,
    timeout: Duration,
    runtime: &Arc<Runtime>,
    reader: &Arc<Reader>,
    script: &Arc<Script>,
) -> Started {
    let (runtime, reader) = (Arc::clone(runtime), Arc::clone(reader));
    let on_thread = Arc::clone(script);
    let started = interpreter
        .run(timeout, move || {
            Ok(runtime
                .start(&on_thread)
                .map_err(|(error, imports)| explain(&reader, on_thread.source(), &error, imports)))
        })
        .await;
    started.unwrap_or_else(|error| Err(vec![did_not_end(script.source(), &error)]))
}

/// The problems behind a start that failed.
fn explain(
    reader: &Reader,
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
        Some(frame) => at(problem, reader, script, frame),
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

fn at(problem: Diagnostic, reader: &Reader, script: &Source, frame: &Frame) -> Diagnostic {
    let source = if frame.file == script.name() {
        Some(script.clone())
    } else {
        reader.read(&frame.file).ok()
    };
    match (source, frame.line, frame.column) {
        (Some(source), Some(line), Some(column)) => {
            problem.at(&source, source.word_at(Position { line, column }))
        }
        _ => problem.in_file(&frame.file),
    }
}

fn did_not_end(script: &Source, error: &ToolError) -> Diagnostic {
    let timed_out = error.code == ErrorCode::TimedOut;
    let (code, message) = if timed_out {
        (Code::StartupTimedOut, "the start-up statements did not end within the time for a call")
    } else {
        (Code::StartupFailed, error.message.as_str())
    };
    Diagnostic::new(code, message)
        .in_file(script.name())
        .help("the statements outside of functions run when the script is loaded")
}
