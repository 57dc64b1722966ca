//! Agents that share their tools, and the session and answers of each.

use std::sync::Arc;

use rig_agent::AgentBuilder;
use rig_agent::agent::{AgentHook, DispatchAction, DispatchEvent, HookContext};
use rulebook::{Approval, ApprovalRequest, Session};
use rulebook_rig::testing::{ScriptedModel, Turn};
use rulebook_rig::{AgentTools, RunOptions, ToolkitAgent, ToolkitRun};
use serde_json::json;
use tokio::sync::Barrier;

use crate::support::approving::{Clerk, paid};
use crate::support::till;

/// A hook of the host that holds a call on its way.
struct Holds(Arc<Barrier>);

impl AgentHook for Holds {
    async fn on_dispatch(&self, _: &HookContext, event: DispatchEvent<'_>) -> DispatchAction {
        if event.tool_name().is_some() {
            self.0.wait().await;
            self.0.wait().await;
        }
        DispatchAction::proceed()
    }
}

#[tokio::test]
async fn an_agent_with_the_tools_of_another_stays_in_its_own_session() {
    let call = || Turn::call("refund", json!({ "order": "A", "amount": 5 }));
    let toolkit = till();
    let hold = Arc::new(Barrier::new(2));
    let tools = AgentTools::new(&toolkit).approver(Clerk::grants());
    let first = AgentBuilder::new(ScriptedModel::new([call(), Turn::say("Done.")]))
        .toolkit(tools)
        .unwrap()
        .add_hook(Holds(Arc::clone(&hold)))
        .build();
    let second = AgentBuilder::new(ScriptedModel::new([call(), Turn::say("Done.")]))
        .tool_server_handle(first.tool_server_handle().clone())
        .default_max_turns(5)
        .build();
    let (one, two) = (Session::with_id("one"), Session::with_id("two"));
    let held = tokio::spawn({
        let run = first.prompt("Go.").run_options(&one);
        async move { run.await.map(drop) }
    });
    hold.wait().await;
    let denies = RunOptions::new(&two).approver(|requests: Vec<ApprovalRequest>| async move {
        requests.iter().map(|_| Approval::denied("no")).collect()
    });
    second.prompt("Go.").run_options(denies).await.unwrap();
    assert!(paid(&one).is_empty(), "the other agent paid in the session of the first");
    hold.wait().await;
    held.await.unwrap().unwrap();
    assert_eq!((paid(&one).len(), paid(&two).len()), (1, 0));
}

#[tokio::test]
async fn a_run_that_was_cloned_has_answers_of_its_own() {
    let hold = Arc::new(Barrier::new(2));
    let (session, clerk) = (Session::new(), Clerk::grants());
    let model = ScriptedModel::new([
        Turn::call("refund", json!({ "order": "A", "amount": 5 })),
        Turn::say("The second has nothing to do."),
        Turn::say("Done."),
    ]);
    let agent = AgentBuilder::new(model)
        .toolkit(AgentTools::new(&till()).approver(clerk.clone()))
        .unwrap()
        .add_hook(Holds(Arc::clone(&hold)))
        .build();
    let run = agent.prompt("Go.").run_options(&session);
    let first = tokio::spawn({
        let run = run.clone();
        async move { run.await.map(drop) }
    });
    hold.wait().await;
    // The call of the first was granted, and is on its way.
    run.await.unwrap();
    hold.wait().await;
    first.await.unwrap().unwrap();
    assert_eq!(paid(&session), ["A: 5"]);
    assert_eq!(clerk.orders(), [["A"]]);
}
