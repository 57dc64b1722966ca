//! Why a call gave no result, for a person and for a program.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use rulebook::source::{Position, Source};
use rulebook::{ErrorCode, Frame, LoadError, Severity, ToolError};
use serde::Serialize;

use crate::escape;
use crate::excerpt::Excerpt;
use crate::exit::Exit;
use crate::input;
use crate::loading::{Format, Loading};
use crate::output;
use crate::record::Record;
use crate::report::Report;
use crate::terminal::Terminal;

/// A script larger than this is not read again to show one of its lines.
const LARGEST_SCRIPT: u64 = 1024 * 1024;
/// How much of a thrown text is shown.
const LONGEST: usize = 1000;
/// How many callers are shown.
const FRAMES: usize = 20;

/// What `--format json` prints when there is no result.
#[derive(Serialize)]
struct Failure<'a> {
    error: Body<'a>,
}

#[derive(Serialize)]
struct Body<'a> {
    #[serde(flatten)]
    error: ToolError,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Vec<Record<'a>>>,
}

impl From<ToolError> for Failure<'_> {
    fn from(error: ToolError) -> Self {
        Self { error: Body { error, diagnostics: None } }
    }
}

impl<'a> From<&'a LoadError> for Failure<'a> {
    fn from(error: &'a LoadError) -> Self {
        let problems = error.diagnostics();
        let first = problems.iter().find(|problem| problem.severity() == Severity::Error);
        let message = match first {
            Some(first) => format!("the manifest did not load: {}", first.message()),
            None => "the manifest did not load".to_owned(),
        };
        let error = ToolError::new(ErrorCode::Unavailable, message);
        let diagnostics = Some(problems.iter().map(Record::from).collect());
        Self { error: Body { error, diagnostics } }
    }
}

/// Tells why a manifest did not load, where there should have been a result.
pub(crate) fn not_loaded(error: &LoadError, loading: &Loading) -> io::Result<Exit> {
    match loading.format {
        Format::Human => {
            let drawn = |problem| Report::from(problem).draw(Terminal::of_stderr());
            let reports: Vec<String> = error.diagnostics().iter().map(drawn).collect();
            output::stderr(&reports.join("\n\n"));
        }
        Format::Json => output::json(&Failure::from(error))?,
    }
    Ok(Exit::Failed)
}

/// Tells why there is no result.
pub(crate) fn failed(error: ToolError, loading: &Loading, manifest: &Path) -> io::Result<Exit> {
    match loading.format {
        Format::Human => {
            output::stderr(&draw(&error, loading.root_of(manifest), Terminal::of_stderr()));
        }
        Format::Json => output::json(&Failure::from(error))?,
    }
    Ok(Exit::Failed)
}

/// The error of a call as text, with the script's line where it can be shown.
fn draw(error: &ToolError, root: &Path, terminal: Terminal) -> String {
    let several = error.problems.len() > 1;
    let message = if several { &summary(error) } else { &error.message };
    let excerpt = error.trace.first().and_then(|frame| excerpt(frame, root));
    let mut text = Report::error(error.code.as_str(), message, excerpt).draw(terminal);
    if several {
        for problem in &error.problems {
            push(&mut text, &problem.to_string());
        }
    }
    for frame in error.trace.iter().take(FRAMES) {
        push(&mut text, &place(frame));
    }
    if error.trace.len() > FRAMES {
        push(&mut text, &format!("and {} more", error.trace.len() - FRAMES));
    }
    if let Some(thrown) = &error.thrown {
        let thrown = thrown.as_str().map_or_else(|| thrown.to_string(), str::to_owned);
        // A message that was cut ends in a mark of its own.
        let told = error.message.trim_end_matches('…');
        let told = told.strip_prefix("the script threw ").unwrap_or(told);
        if !told.contains(&thrown) && !thrown.contains(told) {
            push(&mut text, &format!("thrown: {}", escape::start_of(&thrown, LONGEST, "...")));
        }
    }
    text
}

/// The heading of several problems, each of which has a line of its own.
fn summary(error: &ToolError) -> String {
    let count = error.problems.len();
    match error.code {
        ErrorCode::InvalidArguments => format!("the arguments have {count} problems"),
        ErrorCode::InvalidResult => format!("the result has {count} problems"),
        _ => format!("there are {count} problems"),
    }
}

fn push(text: &mut String, line: &str) {
    text.push_str("\n  ");
    text.push_str(&escape::line(line));
}

fn place(frame: &Frame) -> String {
    let mut place = format!("at {}", frame.file);
    for number in [frame.line, frame.column].into_iter().flatten() {
        // Writing to a string does not fail.
        let _ = write!(place, ":{number}");
    }
    if let Some(function) = &frame.function {
        let _ = write!(place, " in {function}");
    }
    place
}

fn excerpt(frame: &Frame, root: &Path) -> Option<Excerpt> {
    let position = Position { line: frame.line?, column: frame.column? };
    // The script is read again, only to be shown; if that fails, the place in
    // numbers is told all the same.
    let text = input::file(&root.join(&frame.file), LARGEST_SCRIPT).ok()?;
    let source = Source::new(&frame.file, text);
    if position.line > source.line_count() {
        return None;
    }
    Some(Excerpt::new(&source, source.word_at(position)))
}
