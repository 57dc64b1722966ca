//! Incident triage: rules that are asked one after the other, services and a pager in Rust, an
//! audit trail, and rules that are saved while the agent serves.
#![expect(clippy::print_stdout, reason = "the sample shows what it does")]

#[path = "../agents/mod.rs"]
mod agents;
mod audit;
mod catalogue;
mod model;
mod operations;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use rig_agent::AgentBuilder;
use rulebook::{LiveToolSet, Session, SystemPrompt, Toolkit, ToolkitEvent};
use rulebook_rig::testing::ScriptedModel;
use rulebook_rig::{AgentTools, Limits, ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use agents::Transcript;
use audit::Audit;
use operations::{Clock, Operations};

/// The rules, as seen from the repository's root.
const RULES: &str = "samples/incident-triage";

#[tokio::main]
async fn main() -> ExitCode {
    agents::ended(demonstrate().await)
}

async fn demonstrate() -> Result<(), Box<dyn Error>> {
    let (model, _) = agents::provider(ScriptedModel::by(model::turn))?;

    let folder = tempfile::tempdir()?;
    for file in ["rules.json", "triage.rhai", "notices.rhai"] {
        fs::copy(Path::new(RULES).join(file), folder.path().join(file))?;
    }
    let manifest = folder.path().join("rules.json");
    let rules = LiveToolSet::load(&manifest).await?;
    let clock = Clock::at(2, 14);
    let toolkit =
        Toolkit::builder().collection(rules).collection(Operations::new(clock.clone())).build()?;

    let audit = Arc::new(Audit::of(&toolkit));
    let prompt = SystemPrompt::builder()
        .role("You triage incidents for Larkspur, which sells rail tickets.")
        .objective("See to it that the right people are awake, and know what to do first.")
        .toolkit(&toolkit)
        .output_format("A few short sentences: whoever reads them was asleep a minute ago.")
        .build()?;
    let noted = Arc::clone(&audit);
    let tools = AgentTools::new(&toolkit)
        .prompt(&prompt)
        .limits(Limits::default().rounds(12))
        .observer(move |call| noted.note(call));
    let agent = AgentBuilder::new(model)
        .toolkit(tools)?
        .add_hook(Transcript::new("night desk", "triage"))
        .build();

    let session = Session::with_id("incident 118");
    let asked = "Customers call: they cannot pay for their tickets any more.";
    let first = agent.prompt(asked).run_options(&session).await?;

    // The agent goes on, and its next call of the model has one tool more.
    clock.advance(7);
    let mut changes = toolkit.changes();
    allow(
        &manifest,
        &json!({ "name": "customer_notice", "script": "notices.rhai", "kind": "read" }),
    )?;
    while let Some(event) = changes.next().await {
        if let ToolkitEvent::Changed(change) = event {
            println!(
                "\n[seven minutes later; the rules were saved: `{}` is new]",
                change.added.join("`, `")
            );
            break;
        }
    }
    let asked = "Nobody has answered yet. What now, and what do customers read?";
    agent.prompt(asked).history(first.messages).run_options(&session).await?;

    println!("\n# The audit trail");
    for line in audit.lines() {
        println!("{line}");
    }
    Ok(())
}

/// What a person saves: one more function that may be called.
fn allow(manifest: &Path, export: &Value) -> Result<(), Box<dyn Error>> {
    let mut rules: Value = serde_json::from_str(&fs::read_to_string(manifest)?)?;
    let exports = rules.get_mut("exports").and_then(Value::as_array_mut);
    exports.ok_or("the manifest has no exports")?.push(export.clone());
    fs::write(manifest, serde_json::to_string_pretty(&rules)?)?;
    Ok(())
}
