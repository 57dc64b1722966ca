//! Bad input of every kind: refused with its code, at the right place, with a
//! message that helps; nothing panics, nothing hangs, and the next call works.
#![expect(clippy::unwrap_used, clippy::string_slice, reason = "a test fails by panicking")]

mod abuse;
mod arguments;
mod deep;
mod encodings;
mod exports;
mod files;
mod imports;
mod manifests;
mod names;
mod nesting;
mod recursion;
mod results;
mod settings;
mod signatures;
mod sizes;
mod startup;
mod words;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use rulebook::{Diagnostic, LoadOptions, ToolError, ToolSet};
use serde_json::{Value, json};

use super::support::Folder;

/// How long a call, or the start-up statements, may take here.
const LIMIT: Duration = Duration::from_secs(1);

/// How much longer an answer may take on a machine that is busy.
const SLACK: Duration = Duration::from_secs(10);

fn options() -> LoadOptions {
    ToolSet::options().timeout(LIMIT)
}

/// What no message may have in it: words of Rust and of the engine.
const FOREIGN: [&str; 19] = [
    "i64",
    "f64",
    "u8",
    "usize",
    "Dynamic",
    "ImmutableString",
    "EvalAltResult",
    "FnPtr",
    "&str",
    "core::",
    "alloc::",
    "std::",
    "rhai::",
    "rust_decimal",
    "serde",
    "Option<",
    "Vec<",
    "NOT AN ERROR",
    "panicked",
];

/// Holds a message to the rules for messages.
fn hold(message: &str) {
    // What stands in back-ticks is someone else's.
    let ours: String = message.split('`').step_by(2).collect();
    for word in FOREIGN {
        assert!(!ours.contains(word), "`{word}` in: {message}");
    }
    assert!(!message.contains("anon$"), "the name of a closure in: {message}");
    for path in [env!("CARGO_MANIFEST_DIR"), "/tmp/", "/root/", "/home/"] {
        assert!(!message.contains(path), "a path of this machine in: {message}");
    }
    assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
    let word = message.split(' ').next().unwrap_or_default();
    assert!(!word.starts_with(char::is_uppercase) || word == word.to_uppercase(), "{message}");
    assert!(message.chars().count() <= 1_100, "{} characters: {message}", message.len());
    assert!(!message.chars().any(char::is_control), "{message:?}");
}

/// A text on one line, and short.
fn short(text: &str) -> String {
    const LONGEST: usize = 70;
    let line = text.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The problems as lines: place, code, what is underlined, message, help.
fn told(label: &str, problems: &[Diagnostic]) -> String {
    let mut told = format!("{}\n", short(label));
    for problem in problems {
        hold(problem.message());
        problem.help_text().iter().for_each(|help| hold(help));
        let file = problem.file().unwrap_or("no file");
        let place = problem.position().map(|place| format!(":{}:{}", place.line, place.column));
        let place = place.unwrap_or_default();
        let underlined = short(problem.underlined().unwrap_or_default());
        let (code, message) = (problem.code(), problem.message());
        writeln!(told, "  {file}{place} {code} ⟨{underlined}⟩ {message}").unwrap();
        if let Some(help) = problem.help_text() {
            writeln!(told, "      {help}").unwrap();
        }
    }
    told
}

/// What loading a folder's manifest ends in, soon.
async fn load(label: &str, folder: &Folder) -> String {
    let start = Instant::now();
    let problems = match folder.load_with(options()).await {
        Ok(_) => Vec::new(),
        Err(error) => error.diagnostics().to_vec(),
    };
    assert!(start.elapsed() < LIMIT + SLACK, "took {:?}: {label}", start.elapsed());
    told(label, &problems)
}

/// What loading each script that exports `f` ends in.
async fn scripts<T: AsRef<str>>(scripts: impl IntoIterator<Item = T>) -> String {
    let mut told = String::new();
    for script in scripts {
        let script = script.as_ref();
        told += &load(script, &Folder::with_rules(script, &["f"])).await;
    }
    told
}

/// How a call ended, in a line; an error is held to the rules for messages.
fn outcome(result: &Result<Value, ToolError>) -> String {
    match result {
        Ok(value) => short(&value.to_string()),
        Err(error) => {
            if error.problems.is_empty() {
                hold(&error.message);
            }
            error.problems.iter().for_each(|problem| hold(&problem.message));
            let frame = error.trace.first();
            let place = frame.and_then(|frame| Some((frame.line?, frame.column?)));
            let place = place.map(|(line, column)| format!("{line}:{column} ")).unwrap_or_default();
            format!("{place}{}: {}", error.code, error.message)
        }
    }
}

/// Calls `f` of a script, and then `ok`, which must work.
async fn call_with(options: LoadOptions, script: &str, arguments: Value) -> String {
    let script = format!("{script}\nfn ok() -> int {{ 42 }}");
    let folder = Folder::with_rules(&script, &["f", "ok"]);
    let tools = match folder.load_with(options).await {
        Ok(tools) => tools,
        Err(error) => return told("", error.diagnostics()).trim().replace('\n', "\n  "),
    };
    let start = Instant::now();
    let result = tools.call("f", arguments).await;
    assert!(start.elapsed() < LIMIT + SLACK, "took {:?}: {script}", start.elapsed());
    assert_eq!(tools.call("ok", json!({})).await.unwrap(), 42, "{script}");
    outcome(&result)
}

/// How calls of functions with these bodies end, each after `->` and a type.
async fn bodies<T: AsRef<str>>(bodies: impl IntoIterator<Item = T>) -> String {
    let mut told = String::new();
    for body in bodies {
        let body = body.as_ref();
        let script = match body.split_once(" => ") {
            Some((ty, body)) => format!("fn f() -> {ty} {{ {body} }}"),
            None => format!("fn f() -> int {{ {body} }}"),
        };
        let outcome = call_with(options(), &script, json!({})).await;
        writeln!(told, "{}\n  {}", short(body), short_outcome(&outcome)).unwrap();
    }
    told
}

fn short_outcome(outcome: &str) -> String {
    const LONGEST: usize = 200;
    match outcome.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &outcome[..end]),
        None => outcome.to_owned(),
    }
}
