//! Runs one case, and holds it to what it says.

use std::time::{Duration, Instant};

use rulebook::{LoadOptions, ToolSet};
use serde_json::{Value, json};

use super::case::{Case, Ends};
use super::support::Folder;

/// The time for a call, and for the start-up statements of a script.
pub(super) const TIMEOUT: Duration = Duration::from_millis(300);

/// How a case ended.
pub(super) struct Outcome {
    pub(super) end: End,
    /// From the call to its answer; of loading, when that was refused.
    pub(super) took: Duration,
    /// What `ping` gave after it.
    pub(super) ping: Option<Value>,
}

pub(super) enum End {
    Gave(Value),
    Failed { code: String, message: String },
    Refused(Vec<String>),
}

impl Outcome {
    /// The end in a few words.
    pub(super) fn short(&self) -> String {
        let text = match &self.end {
            End::Gave(value) => value.to_string(),
            End::Failed { code, message } => format!("{code}: {message}"),
            End::Refused(codes) => format!("refused: {}", codes.join(", ")),
        };
        text.chars().take(90).collect()
    }
}

/// Loads a case, calls it, and then calls `ping` of the same tool set.
pub(super) async fn run_case(case: &Case, options: LoadOptions) -> Outcome {
    let mut folder = Folder::new();
    for (path, content) in &case.files {
        // What every script has beside what it is there for.
        let ping = if path == "rules.rhai" { "\nfn ping() -> int { 42 }" } else { "" };
        folder = folder.file(path, format!("{content}{ping}"));
    }
    let exports = ["f", "ping"].map(|name| json!({ "name": name, "description": "A tool." }));
    let manifest = json!({ "schemaVersion": 1, "script": "rules.rhai", "exports": exports });
    let folder = folder.file("rules.json", manifest.to_string());
    let start = Instant::now();
    let tools = match folder.load_with(options).await {
        Ok(tools) => tools,
        Err(error) => {
            let codes = error.diagnostics().iter().map(|problem| problem.code().to_string());
            let end = End::Refused(codes.collect());
            return Outcome { end, took: start.elapsed(), ping: None };
        }
    };
    call(&tools, case).await
}

async fn call(tools: &ToolSet, case: &Case) -> Outcome {
    let arguments = (case.arguments)();
    let start = Instant::now();
    let result = tools.call(case.tool, arguments).await;
    let took = start.elapsed();
    let end = match result {
        Ok(value) => End::Gave(value),
        Err(error) => End::Failed { code: error.code.to_string(), message: error.message },
    };
    // A native function that is left behind may keep a slow machine busy.
    let more = if is_strict() { 0 } else { 20 };
    let mut ping = tools.call("ping", json!({})).await;
    for _ in 0..more {
        if ping.is_ok() {
            break;
        }
        ping = tools.call("ping", json!({})).await;
    }
    Outcome { end, took, ping: ping.ok() }
}

/// Whether the machine is idle, so that the figures that are promised hold.
pub(super) fn is_strict() -> bool {
    std::env::var_os("RULEBOOK_STRICT_TIMES").is_some()
}

/// What is wrong with how a case ended.
pub(super) fn check(case: &Case, outcome: &Outcome) -> Option<String> {
    let most =
        if is_strict() { TIMEOUT + Duration::from_millis(150) } else { Duration::from_secs(6) };
    if outcome.took > most {
        return Some(format!("took {:?}", outcome.took));
    }
    let right = match (&case.ends, &outcome.end) {
        (Ends::Gives(wanted), End::Gave(value)) => wanted == value,
        (Ends::Fails(ends), End::Failed { code, message }) => {
            ends.iter().any(|(wanted, part)| wanted == code && message.contains(part))
        }
        (Ends::Refused(wanted), End::Refused(codes)) => {
            codes.iter().any(|code| wanted.contains(&code.as_str()))
        }
        _ => false,
    };
    if !right {
        return Some(format!("ended in {}", outcome.short()));
    }
    let loaded = !matches!(outcome.end, End::Refused(_));
    (loaded && outcome.ping != Some(json!(42))).then(|| "the next call did not work".to_owned())
}
