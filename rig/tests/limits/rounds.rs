//! How many times the model is called in a run.

use rig_agent::AgentBuilder;
use rig_agent::completion::PromptError;
use rig_core::message::Message;
use rulebook::{Approval, Session};
use rulebook_rig::testing::{ScriptedModel, Turn};
use rulebook_rig::{
    AgentTools, Limits, RunError, RunOptions, RunOutcome, SuspendedRun, ToolkitAgent, ToolkitRun,
};
use serde_json::json;

use crate::support::till;
use crate::support::way::WAYS;

/// A model that never comes to an end.
fn circles() -> ScriptedModel {
    ScriptedModel::by(|_| Turn::call("add", json!({ "left": 1, "right": 2 })))
}

/// A model that wants a refund each time.
fn greedy() -> ScriptedModel {
    ScriptedModel::by(|_| Turn::call("refund", json!({ "order": "A-1", "amount": 3 })))
}

#[tokio::test]
async fn a_run_in_circles_ends_with_what_was_said() {
    for way in WAYS {
        let table = [
            (AgentTools::new(&till()), 20),
            (AgentTools::new(&till()).limits(Limits::default().rounds(3)), 3),
            (AgentTools::new(&till()).limits(Limits::default().rounds(0)), 0),
        ];
        for (tools, rounds) in table {
            let model = circles();
            // The builder's own number was another.
            let builder = AgentBuilder::new(model.clone()).default_max_turns(7);
            let agent = builder.toolkit(tools).unwrap().build();
            let error = way.run(agent.prompt("Add it up.")).await.unwrap_err();
            let PromptError::MaxTurns { max_turns, chat_history, prompt } = error else {
                panic!("{error:?}")
            };
            assert_eq!((max_turns, model.requests().len()), (rounds, rounds), "{way:?}");
            // Each call of the model, and what came of it; the results of the last one are
            // what would have been asked next.
            assert_eq!(chat_history.len(), 1 + 2 * rounds);
            assert_eq!(chat_history[0], Message::user("Add it up."));
            assert_eq!(chat_history.last(), Some(&prompt));
        }
    }
}

#[tokio::test]
async fn the_last_round_may_be_an_answer() {
    for way in WAYS {
        let add = || Turn::call("add", json!({ "left": 1, "right": 2 }));
        let model = ScriptedModel::new([add(), add(), Turn::say("3")]);
        let tools = AgentTools::new(&till()).limits(Limits::default().rounds(3));
        let agent = AgentBuilder::new(model).toolkit(tools).unwrap().build();
        assert_eq!(way.run(agent.prompt("Add it up.")).await.unwrap().output(), "3");
    }
}

#[tokio::test]
async fn a_run_may_have_another_number() {
    for way in WAYS {
        let session = Session::new();
        for rounds in [2, 30] {
            let model = circles();
            let agent = AgentBuilder::new(model.clone()).toolkit(&till()).unwrap().build();
            let by_rig = agent.prompt("Go.").max_turns(rounds).run_options(&session);
            way.run(by_rig).await.unwrap_err();
            let by_options = RunOptions::new(&session).rounds(rounds);
            way.run(agent.prompt("Go.").run_options(by_options)).await.unwrap_err();
            assert_eq!(model.requests().len(), 2 * rounds, "{way:?}");
        }
    }
}

/// Lets a run wait as often as it does, each time as JSON, and says how often that was and
/// how it ended.
async fn resumed(
    model: ScriptedModel,
    first: impl Fn(&Session) -> RunOptions,
    later: impl Fn(&Session) -> RunOptions,
    max_turns: Option<usize>,
) -> (usize, RunError) {
    let toolkit = till();
    let session = Session::new();
    let tools = AgentTools::new(&toolkit).limits(Limits::default().rounds(4));
    let agent = AgentBuilder::new(model).toolkit(tools).unwrap().build();
    let runner = agent.prompt("Refund it.");
    let runner = match max_turns {
        Some(most) => runner.max_turns(most),
        None => runner,
    };
    let mut outcome = runner.until_approval(first(&session)).await;
    let mut waits = 0;
    loop {
        let run = match outcome {
            Ok(RunOutcome::NeedsApproval(run)) => serde_json::to_string(&run).unwrap(),
            Ok(RunOutcome::Done(response)) => panic!("{response:?}"),
            Err(error) => return (waits, error),
        };
        waits += 1;
        let run: SuspendedRun = serde_json::from_str(&run).unwrap();
        outcome = run.resume(&agent, &toolkit, [Approval::Granted], later(&session)).await;
    }
}

#[tokio::test]
async fn rounds_before_and_after_a_wait_are_counted_together() {
    let plain = |session: &Session| RunOptions::new(session);
    let six = |session: &Session| RunOptions::new(session).rounds(6);
    let two = |session: &Session| RunOptions::new(session).rounds(2);
    let of = |error: RunError| match error {
        RunError::Run(PromptError::MaxTurns { max_turns, chat_history, .. }) => {
            (max_turns, chat_history.len())
        }
        other => panic!("{other:?}"),
    };

    let (waits, error) = resumed(greedy(), plain, plain, None).await;
    assert_eq!((waits, of(error)), (4, (4, 9)));
    let (waits, error) = resumed(greedy(), six, six, None).await;
    assert_eq!((waits, of(error)), (6, (6, 13)));
    // It keeps what it was given, and may be given another number when it goes on.
    let (waits, error) = resumed(greedy(), six, plain, None).await;
    assert_eq!((waits, of(error)), (6, (6, 13)));
    let (waits, error) = resumed(greedy(), plain, two, None).await;
    assert_eq!((waits, of(error)), (2, (2, 5)));
    // What only the runner knows counts until the run waits.
    let (waits, error) = resumed(greedy(), plain, plain, Some(2)).await;
    assert_eq!((waits, of(error)), (4, (4, 9)));
}

#[tokio::test]
async fn a_runner_with_more_rounds_than_the_agent_can_wait_in_any_of_them() {
    let model = ScriptedModel::new(
        (0..7).map(|left| Turn::call("add", json!({ "left": left, "right": 2 }))).chain([
            Turn::call("refund", json!({ "order": "A-1", "amount": 3 })),
            Turn::say("Done."),
        ]),
    );
    let toolkit = till();
    let session = Session::new();
    let tools = AgentTools::new(&toolkit).limits(Limits::default().rounds(4));
    let agent = AgentBuilder::new(model).toolkit(tools).unwrap().build();
    let outcome = agent.prompt("Go.").max_turns(20).until_approval(&session).await.unwrap();
    let RunOutcome::NeedsApproval(run) = outcome else { panic!("{outcome:?}") };
    let outcome = run.resume(&agent, &toolkit, [Approval::Granted], &session).await.unwrap();
    let RunOutcome::Done(response) = outcome else { panic!("{outcome:?}") };
    assert_eq!((response.output(), response.messages.len()), ("Done.".to_owned(), 18));
}
