//! How many calls are run of one answer of the model.

use std::sync::{Arc, Mutex};

use insta::{allow_duplicates, assert_snapshot};
use rig_agent::AgentBuilder;
use rig_agent::tool::server::ToolServer;
use rig_core::message::ToolName;
use rig_core::tool::{DynamicTool, ToolOutput};
use rulebook::{Approval, ApprovalRequest, Session};
use rulebook_rig::testing::{ScriptedModel, Seen, SeenResult, Turn};
use rulebook_rig::{AgentTools, Limits, ObservedCall, RunOutcome, ToolkitAgent, ToolkitRun};
use serde_json::json;

use crate::support::way::WAYS;
use crate::support::{Notes, till};

fn add(left: usize) -> (&'static str, serde_json::Value) {
    ("add", json!({ "left": left, "right": 0 }))
}

fn of_turn(results: &[SeenResult], calls: std::ops::Range<usize>) -> Vec<&str> {
    results.iter().take(calls.end).skip(calls.start).map(|result| result.text.as_str()).collect()
}

#[tokio::test]
async fn the_first_calls_run_and_the_others_are_told() {
    for way in WAYS {
        for concurrency in [1, 3, 64] {
            let model = ScriptedModel::new([
                Turn::calls((0..20).map(add)),
                Turn::calls((20..36).map(add)),
                Turn::say("Done."),
            ]);
            let ran = Arc::new(Mutex::new(Vec::new()));
            let observed = Arc::clone(&ran);
            let tools = AgentTools::new(&till()).observer(move |call: &ObservedCall<'_>| {
                observed.lock().unwrap().push(call.result.unwrap().value.as_u64().unwrap());
            });
            let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build();
            way.run(agent.prompt("Go.").tool_concurrency(concurrency)).await.unwrap();

            let results = model.requests()[2].tool_results();
            let numbers: Vec<_> = (0..36).map(|number| number.to_string()).collect();
            assert_eq!(of_turn(&results, 0..16), numbers[..16], "{way:?}, {concurrency}");
            for beyond in of_turn(&results, 16..20) {
                allow_duplicates! {
                    assert_snapshot!(beyond, @"this call has not run: of the calls made at once only the first 16 are run; make it again if it is still needed");
                }
            }
            // The next turn starts anew.
            assert_eq!(of_turn(&results, 20..36), numbers[20..]);
            let failed: Vec<_> = results.iter().map(|result| result.is_error).collect();
            assert_eq!(failed.iter().filter(|failed| **failed).count(), 4);
            let mut ran = ran.lock().unwrap().clone();
            ran.sort();
            assert_eq!(ran, (0..16).chain(20..36).collect::<Vec<_>>());
        }
    }
}

#[tokio::test]
async fn calls_that_cannot_run_take_no_place_and_tools_beside_do() {
    let stock = DynamicTool::new(
        ToolName::new("stock").unwrap(),
        "Counts what is there.",
        json!({ "type": "object" }),
        |_| Box::pin(async { Ok(ToolOutput::text("none")) }),
    );
    for way in WAYS {
        let calls = [
            ("stock", json!({})),
            // No object, so that rig answers it by itself.
            ("add", json!([1])),
            add(1),
            add(2),
            ("stock", json!({})),
        ];
        let model = ScriptedModel::new([Turn::calls(calls), Turn::say("Done.")]);
        let tools = AgentTools::new(&till())
            .limits(Limits::default().calls_a_round(2))
            .beside(ToolServer::new().dynamic_tool(stock.clone()));
        let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build();
        way.run(agent.prompt("Go.")).await.unwrap();
        let results = model.requests()[1].tool_results();
        let begins = ["none", "", "1", "this call has not run", "this call has not run"];
        for (result, begins) in results.iter().zip(begins) {
            assert!(result.text.starts_with(begins), "{way:?}: {result:?}");
        }
    }
}

#[tokio::test]
async fn nobody_is_asked_about_calls_that_do_not_run() {
    let refund = |amount: i64| ("refund", json!({ "order": "A-1", "amount": amount }));
    for way in WAYS {
        let model = ScriptedModel::new([Turn::calls((1..=4).map(refund)), Turn::say("Done.")]);
        let asked = Arc::new(Mutex::new(0));
        let counted = Arc::clone(&asked);
        let tools = AgentTools::new(&till()).limits(Limits::default().calls_a_round(3)).approver(
            move |requests: Vec<ApprovalRequest>| {
                *counted.lock().unwrap() += requests.len();
                async move { vec![Approval::Granted; requests.len()] }
            },
        );
        let session = Session::new();
        let agent = AgentBuilder::new(model).toolkit(tools).unwrap().build();
        way.run(agent.prompt("Go.").run_options(&session)).await.unwrap();
        assert_eq!(*asked.lock().unwrap(), 3);
        let Notes(notes) = session.for_collection("till").get().unwrap();
        assert_eq!(notes, ["A-1: 1", "A-1: 2", "A-1: 3"]);
    }
}

#[tokio::test]
async fn a_run_that_waited_counts_the_calls_of_its_turn() {
    let refund = |amount: i64| ("refund", json!({ "order": "A-1", "amount": amount }));
    let model = ScriptedModel::new([
        Turn::calls((1..=4).map(refund)),
        Turn::calls((0..3).map(add)),
        Turn::say("Done."),
    ]);
    let toolkit = till();
    let tools = AgentTools::new(&toolkit).limits(Limits::default().calls_a_round(3));
    let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build();
    let session = Session::new();
    let outcome = agent.prompt("Go.").until_approval(&session).await.unwrap();
    let RunOutcome::NeedsApproval(run) = outcome else { panic!("{outcome:?}") };
    assert_eq!(run.requests().len(), 3);
    let answers = vec![Approval::Granted; 3];
    let outcome = run.resume(&agent, &toolkit, answers, &session).await.unwrap();
    assert!(matches!(outcome, RunOutcome::Done(_)));
    let results = model.requests()[2].tool_results();
    let refused: Vec<_> = results.iter().map(|result| result.is_error).collect();
    assert_eq!(refused, [false, false, false, true, false, false, false]);
}
