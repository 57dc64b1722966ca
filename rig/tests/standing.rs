//! The standing text of a toolkit in an agent's preamble.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use rig_agent::{Agent, AgentBuilder};
use rulebook::{Collection, SystemPrompt, Toolkit};
use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
use rulebook_rig::{AgentTools, ToolkitAgent};

use crate::support::way::WAYS;

fn desk() -> Toolkit {
    let desk = Collection::builder("desk")
        .instruction("Order numbers look like A-1234.")
        .instruction("Say sorry.\n# Only once\n- and mean it")
        .constraint("Never promise a date.")
        .build()
        .unwrap();
    Toolkit::builder().collection(desk).build().unwrap()
}

fn model() -> ScriptedModel {
    ScriptedModel::by(|_| Turn::say("ok"))
}

async fn system(model: &ScriptedModel, agent: Agent) -> String {
    for way in WAYS {
        way.run(agent.prompt("hello")).await.unwrap();
    }
    let systems = model.requests().into_iter().map(|request| request.system().map(str::to_owned));
    let systems: BTreeSet<_> = systems.collect();
    let [said] = &systems.into_iter().collect::<Vec<_>>()[..] else { panic!("one preamble") };
    said.clone().unwrap_or_default()
}

#[tokio::test]
async fn a_prompt_is_the_preamble_byte_for_byte() {
    let prompt = SystemPrompt::builder().role("You look after returns.").toolkit(&desk()).build();
    let prompt = prompt.unwrap();
    let model = model();
    let tools = AgentTools::new(&desk()).prompt(&prompt);
    let agent = AgentBuilder::new(model.clone()).preamble("Be kind.").toolkit(tools).unwrap();
    assert_eq!(system(&model, agent.build()).await, prompt.as_str());
}

#[tokio::test]
async fn without_a_prompt_the_lines_are_added_to_the_agents_own() {
    let model = model();
    let agent = AgentBuilder::new(model.clone()).preamble("Be kind.").toolkit(&desk()).unwrap();
    let said = system(&model, agent.build()).await;
    assert_snapshot!(said, @"
    Be kind.

    # Instructions

    - Order numbers look like A-1234.
    - Say sorry.
      # Only once
      - and mean it

    # Constraints

    - Never promise a date.
    ");
}

#[tokio::test]
async fn without_a_preamble_the_lines_stand_alone() {
    let model = model();
    let agent = AgentBuilder::new(model.clone()).toolkit(&desk()).unwrap();
    let said = system(&model, agent.build()).await;
    assert_eq!(said.trim(), SystemPrompt::standing(&desk()).unwrap().as_str());
}

#[tokio::test]
async fn a_toolkit_without_lines_leaves_the_preamble_alone() {
    let model = model();
    let toolkit = Toolkit::builder().build().unwrap();
    let agent = AgentBuilder::new(model.clone()).preamble("Be kind.").toolkit(&toolkit).unwrap();
    assert_eq!(system(&model, agent.build()).await, "Be kind.");
}
