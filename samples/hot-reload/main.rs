//! Rules that are edited while a program serves them: the late fees of a library.
#![expect(clippy::print_stdout, reason = "the sample shows what it does")]
#![expect(clippy::disallowed_methods, reason = "the sample edits rules of its own")]

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use rulebook::{Event, Events, Failed, LiveToolSet, Loaded, Tool, ToolCall};
use serde_json::json;

/// The rules, as seen from the repository's root.
const RULES: &str = "samples/hot-reload";

/// What a person saves, one after the other: what is found in the script, and what
/// is written instead.
const SAVES: [(&str, &str, &str); 4] = [
    ("children pay nothing", "days_late * CENTS_A_DAY / 2", "0"),
    ("a slip in a type", "days_late: int", "days_late: long"),
    ("the slip is mended", "days_late: long", "days_late: int"),
    ("a parameter more", "reader: \"adult\" | \"child\"", "reader: string, lost: bool"),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        None => demonstrate().await,
        Some("--stay") => stay().await,
        Some(word) => Err(format!("`{word}` is not known; write `--stay`, or nothing").into()),
    }
}

/// Edits a copy of the rules, and shows what a caller sees.
async fn demonstrate() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    for file in ["fees.json", "fees.rhai"] {
        fs::copy(Path::new(RULES).join(file), folder.path().join(file))?;
    }
    let mut desk = Desk::open(&folder.path().join("fees.json")).await?;
    let script = folder.path().join("fees.rhai");
    for (what, before, after) in SAVES {
        println!("\nsaved: {what}");
        let text = fs::read_to_string(&script)?;
        fs::write(&script, text.replace(before, after))?;
        desk.wait().await;
    }
    Ok(())
}

/// Follows the rules for as long as the program runs.
async fn stay() -> Result<(), Box<dyn Error>> {
    let mut desk = Desk::open(&Path::new(RULES).join("fees.json")).await?;
    println!("\nedit {RULES}/fees.rhai and save it; Ctrl-C ends this");
    loop {
        desk.wait().await;
    }
}

/// A place that works with the fees, and has the tool in its hands all the time.
struct Desk {
    late_fee: Arc<dyn Tool>,
    events: Events,
}

impl Desk {
    async fn open(manifest: &Path) -> Result<Self, Box<dyn Error>> {
        let rules = LiveToolSet::load(manifest).await?;
        let late_fee = rules.tool("late_fee").ok_or("there is no tool `late_fee`")?;
        let (status, events) = rules.subscribe();
        if let Some(loaded) = &status.loaded {
            println!("generation {} serves {} tools", loaded.generation, loaded.tools);
        }
        // The tool keeps the rules, and has them followed.
        let desk = Self { late_fee, events };
        desk.ask().await;
        Ok(desk)
    }

    /// Waits until something was saved, tells what came of it, and calls the tool.
    async fn wait(&mut self) {
        while let Some(event) = self.events.next().await {
            match event {
                Event::Loaded(loaded) => tell_loaded(&loaded),
                Event::Failed(failed) => tell_failed(&failed),
                _ => continue,
            }
            return self.ask().await;
        }
    }

    async fn ask(&self) {
        let mut call = ToolCall::default();
        call.arguments.insert("days_late".to_owned(), json!(5));
        call.arguments.insert("reader".to_owned(), json!("child"));
        match self.late_fee.call(call).await {
            Ok(fee) => println!("  late_fee of a child, 5 days: {} cents", fee.value),
            Err(error) => println!("  late_fee of a child, 5 days: {error}"),
        }
    }
}

fn tell_loaded(loaded: &Loaded) {
    println!("generation {} serves {} tools", loaded.generation, loaded.tools);
    let change = &loaded.change;
    for (what, tools) in
        [("added", &change.added), ("changed", &change.changed), ("removed", &change.removed)]
    {
        for tool in tools {
            println!("  {what}: {tool}");
        }
    }
    for broken in &change.breaking {
        println!("  breaking: {}: {}", broken.tool, broken.message);
    }
}

fn tell_failed(failed: &Failed) {
    println!("this does not load, and what served before goes on:");
    for line in failed.error.to_string().lines() {
        println!("  {line}");
    }
}
