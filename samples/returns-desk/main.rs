//! The returns desk of a shop: rules in a script, orders in Rust, and refunds that a person
//! approves, at once or days later in another process.
#![expect(clippy::print_stdout, reason = "the sample shows what it does")]

#[path = "../agents/mod.rs"]
mod agents;
mod model;
mod orders;
mod person;

use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

use rig_agent::{Agent, AgentBuilder};
use rig_core::DynModel;
use rig_core::operation::Completion;
use rulebook::{
    Approval, ApprovalRequest, Session, SettingsValues, SystemPrompt, ToolSet, Toolkit,
};
use rulebook_rig::testing::ScriptedModel;
use rulebook_rig::{AgentTools, RunOutcome, SuspendedRun, ToolkitAgent, ToolkitRun};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use agents::Transcript;
use orders::OrderStore;

const KETTLE: &str = "I would like to send back the kettle of order B-20417. I have unpacked it, \
                      and it is too big for my stove.";
const LAMP: &str = "The lamp of order B-20533 came with a broken shade. I want my money back.";

#[tokio::main]
async fn main() -> ExitCode {
    let words: Vec<_> = env::args().skip(1).collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    agents::ended(match words.as_slice() {
        [] => demonstrate().await,
        ["answer", kept] => answer_later(Path::new(kept)).await,
        _ => Err("write nothing, or `answer FILE`".into()),
    })
}

async fn demonstrate() -> Result<(), Box<dyn Error>> {
    let (model, is_real) = agents::provider(ScriptedModel::by(model::turn))?;

    println!("\n# A colleague approves while the customer waits");
    let desk = Desk::open(&model, is_real).await?;
    desk.agent.prompt(KETTLE).run_options(Session::with_id("Noor at 9:00")).await?;

    println!("\n# A colleague refuses");
    desk.agent.prompt(LAMP).run_options(Session::with_id("Jonas at 9:20")).await?;

    println!("\n# The first request again, and the colleague is at lunch");
    let desk = Desk::open(&model, is_real).await?;
    let session = Session::with_id("Noor at 12:10");
    match desk.agent.prompt(KETTLE).until_approval(&session).await? {
        RunOutcome::Done(_) => println!("[no refund was asked for]"),
        RunOutcome::NeedsApproval(run) => {
            // Nothing of the desk is left but a file.
            drop(desk);
            let folder = tempfile::tempdir()?;
            let file = folder.path().join("waiting.json");
            keep(&Kept { run: *run, session }, &file)?;
            let program = env::current_exe()?;
            let answered = Command::new(program).arg("answer").arg(&file).status()?;
            if !answered.success() {
                return Err("the other process did not end well".into());
            }
        }
    }
    Ok(())
}

/// The returns desk: a toolkit, and the agent that has it.
struct Desk {
    toolkit: Toolkit,
    agent: Agent,
}

impl Desk {
    async fn open(model: &DynModel<Completion>, is_real: bool) -> Result<Self, Box<dyn Error>> {
        let rules = ToolSet::load("samples/returns-desk/rules.json").await?;
        let toolkit = Toolkit::builder()
            .collection(rules)
            .collection(OrderStore::default())
            // In January gifts may come back for longer. No model sees or chooses it.
            .settings(SettingsValues::new().set("evaluate_return", "window_days", 45))
            .build()?;
        let prompt = SystemPrompt::builder()
            .role("You are the returns desk of Birchwood, a shop for the kitchen and the home.")
            .objective(
                "Settle each return by the rules of the shop, in as few questions as can be.",
            )
            .toolkit(&toolkit)
            .constraint("Never say that a customer is wrong; say what the shop can do.")
            .output_format("Two or three plain sentences, amounts in EUR.")
            .build()?;
        let approver = move |requests: Vec<ApprovalRequest>| decided(requests, is_real);
        let tools = AgentTools::new(&toolkit).prompt(&prompt).approver(approver);
        let agent = AgentBuilder::new(model.clone())
            .toolkit(tools)?
            .add_hook(Transcript::new("customer", "desk"))
            .build();
        Ok(Self { toolkit, agent })
    }
}

/// What a colleague says to requests, all of one turn together.
async fn decided(requests: Vec<ApprovalRequest>, is_real: bool) -> Vec<Approval> {
    let mut answers = Vec::new();
    for request in &requests {
        let is_lamp = request.arguments.get("sku").is_some_and(|sku| sku == "LM-07");
        let stated = if is_lamp {
            Approval::denied("the carrier pays for that, and wants a photo of the shade first")
        } else {
            Approval::Granted
        };
        answers.push(person::answer(request, stated, is_real).await);
    }
    answers
}

/// A run that waits, and the session that it is in.
#[derive(Serialize, Deserialize)]
struct Kept {
    run: SuspendedRun,
    session: Session,
}

fn keep(kept: &Kept, file: &Path) -> Result<(), Box<dyn Error>> {
    let json = serde_json::to_value(kept)?;
    fs::write(file, json.to_string())?;
    println!("  [the run waits, as JSON: {}]", outline(&json, 2));
    Ok(())
}

/// The other process: it has a desk of its own, the file, and an answer.
async fn answer_later(file: &Path) -> Result<(), Box<dyn Error>> {
    println!("\n# Another process, after lunch");
    let (model, is_real) = agents::provider(ScriptedModel::by(model::turn))?;
    let desk = Desk::open(&model, is_real).await?;
    let Kept { mut run, session } = serde_json::from_str(&fs::read_to_string(file)?)?;
    loop {
        let requests = run.requests().into_iter().cloned().collect();
        let answers = decided(requests, is_real).await;
        match run.resume(&desk.agent, &desk.toolkit, answers, &session).await? {
            RunOutcome::Done(_) => return Ok(()),
            // What it would run is not what was asked about, or it asks for more.
            RunOutcome::NeedsApproval(again) => run = *again,
        }
    }
}

/// The beginning of a JSON text: so many levels of it.
fn outline(value: &Value, levels: usize) -> String {
    let inner = levels.saturating_sub(1);
    match value {
        Value::Object(_) if levels == 0 => "{..}".to_owned(),
        Value::Array(_) if levels == 0 => "[..]".to_owned(),
        Value::Object(members) => {
            let one = |(name, value)| format!("\"{name}\":{}", outline(value, inner));
            format!("{{{}}}", members.iter().map(one).collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(|item| outline(item, inner)).collect();
            format!("[{}]", items.join(","))
        }
        other => other.to_string(),
    }
}
