//! Runs that wait for an approval as data.

use rig_core::test_utils::{MockCompletionModel, MockTurn};
use rulebook::{Approval, Session};
use rulebook_rig::{
    AgentTools, RunOutcome, SuspendedRun, ToolkitAgent, ToolkitRun, rig_agent::AgentBuilder,
};
use serde_json::json;

use crate::support::{Notes, till};

#[tokio::test]
async fn a_run_waits_as_json_and_exactly_the_approved_call_runs() {
    let model = MockCompletionModel::from_turns([
        MockTurn::tool_call("c1", "add", json!({"left": 1, "right": 2})),
        MockTurn::tool_call("c2", "refund", json!({"order": "A-1", "amount": 3})),
    ]);
    let agent = AgentBuilder::new(model.clone()).toolkit(&till()).unwrap().build();
    let session = Session::new();
    let outcome = agent.prompt("refund A-1").until_approval(&session).await.unwrap();
    let RunOutcome::NeedsApproval(run) = outcome else { panic!("it ran") };
    let (saved, session) = (serde_json::to_string(&run).unwrap(), session.to_json().to_string());

    let model = MockCompletionModel::from_turns([MockTurn::text("Done.")]);
    let toolkit = till();
    let agent =
        AgentBuilder::new(model.clone()).toolkit(AgentTools::new(&toolkit)).unwrap().build();
    let session: Session = session.parse().unwrap();
    let run: SuspendedRun = serde_json::from_str(&saved).unwrap();
    assert_eq!(run.requests()[0].arguments["amount"], 3);
    let outcome = run.resume(&agent, &toolkit, [Approval::Granted], &session).await.unwrap();
    let RunOutcome::Done(response) = outcome else { panic!("it waits") };
    assert_eq!(response.output(), "Done.");
    assert_eq!(session.for_collection("till").get::<Notes>().unwrap().0, ["A-1: 3"]);
    assert_eq!(response.messages.len(), 6);
    let sent = &model.requests()[0];
}
