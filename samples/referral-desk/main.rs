//! The referral desk of a clinic: an agent that only reads, and that stays with the papers.
#![expect(clippy::print_stdout, reason = "the sample shows what it does")]

#[path = "../agents/mod.rs"]
mod agents;
mod model;
mod register;

use std::error::Error;
use std::process::ExitCode;

use rig_agent::AgentBuilder;
use rulebook::{PermissionMode, PermissionPolicy, Session, SystemPrompt, ToolSet, Toolkit};
use rulebook_rig::testing::ScriptedModel;
use rulebook_rig::{AgentTools, ToolkitAgent, ToolkitRun};

use agents::Transcript;
use register::Register;

#[tokio::main]
async fn main() -> ExitCode {
    agents::ended(demonstrate().await)
}

async fn demonstrate() -> Result<(), Box<dyn Error>> {
    let (model, _) = agents::provider(ScriptedModel::by(model::turn))?;

    let rules = ToolSet::load("samples/referral-desk/rules.json").await?;
    let toolkit = Toolkit::builder()
        .collection(rules)
        .collection(Register)
        // Nothing is changed here, whoever asks for it: no rule and no person overrules this.
        .policy(PermissionPolicy::new(PermissionMode::Plan))
        .build()?;
    for spec in toolkit.specs() {
        println!("{}: {}", spec.name, spec.kind.map_or("no kind", |kind| kind.as_str()));
    }
    let prompt = SystemPrompt::builder()
        .role("You help the staff of a clinic's referral desk.")
        .objective("Say what a referral still needs, and when its first visit is due.")
        .toolkit(&toolkit)
        .constraint("Never repeat more of a patient's data than the question needs.")
        .output_format("Two or three plain sentences, without lists.")
        .build()?;
    println!("\n{prompt}");

    let agent = AgentBuilder::new(model)
        .toolkit(AgentTools::new(&toolkit).prompt(&prompt))?
        .add_hook(Transcript::new("staff", "desk"))
        .build();
    for asked in [
        "Are the papers of R-2087 complete? Book the first free visit if there is one in time.",
        "The patient asks whether to stop her tablets before the visit. What do I say?",
    ] {
        agent.prompt(asked).run_options(Session::new()).await?;
    }
    Ok(())
}
