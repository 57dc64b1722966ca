//! Runs that wait for an approval as data.

use futures_util::StreamExt;
use insta::{allow_duplicates, assert_snapshot};
use rig_agent::agent::{
    AgentHook, CompletionCallAction, CompletionCallEvent, DispatchAction, DispatchEvent,
    HookContext,
};
use rig_agent::{Agent, AgentBuilder};
use rig_core::completion::{Message, Usage};
use rig_core::memory::ConversationMemory;
use rig_core::message::{AssistantContent, ToolCall, ToolFunction, ToolName};
use rig_core::test_utils::{CountingMemory, MockCompletionModel, MockTurn};
use rulebook::{Approval, PermissionMode, PermissionPolicy, Session, Toolkit};
use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
use rulebook_rig::{
    AgentTools, Limits, Resumption, RunError, RunOptions, RunOutcome, SuspendedRun, Suspension,
    ToolkitAgent, ToolkitRun,
};
use serde_json::{Value, json};

use crate::support::approving::{Audit, Clerk, paid, told};
use crate::support::till;
use crate::support::until::{done, elsewhere, waits};
use crate::support::way::{WAYS, Way};

fn refund(order: &str) -> (&'static str, Value) {
    ("refund", json!({ "order": order, "amount": 5 }))
}

fn sum() -> (&'static str, Value) {
    ("add", json!({ "left": 1, "right": 2 }))
}

fn note(text: &str) -> (&'static str, Value) {
    ("note", json!({ "text": text }))
}

fn agent(model: &ScriptedModel, tools: impl Into<AgentTools>) -> Agent {
    AgentBuilder::new(model.clone()).preamble("Be kind.").toolkit(tools).unwrap().build()
}

fn counted(tokens: u64) -> Usage {
    let mut usage = Usage::default();
    usage.input_tokens = Some(tokens);
    usage
}

/// A run that waits for an approval of these calls.
async fn waiting(way: Way, calls: Vec<(&str, Value)>, session: &Session) -> SuspendedRun {
    let model = ScriptedModel::new([Turn::calls(calls)]);
    let run = agent(&model, &till()).prompt("Go.");
    waits(way.until(run, session).await.unwrap())
}

fn orders(run: &SuspendedRun) -> Vec<String> {
    let order = |request: &&rulebook::ApprovalRequest| {
        request.arguments.get("order").map(ToString::to_string).unwrap_or_default()
    };
    run.requests().iter().map(order).collect()
}

#[tokio::test]
async fn a_run_waits_as_json_and_exactly_the_granted_calls_run() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let mut audit = Audit::of(&toolkit);
        let model = ScriptedModel::new([
            Turn::calls([note("first")]),
            Turn::calls([refund("A"), note("beside"), refund("B"), sum(), refund("C")]),
        ]);
        let run = agent(&model, &toolkit).prompt("Go.");
        let run = waits(way.until(run, &session).await.unwrap());
        // Nothing of the turn has run.
        assert_eq!(paid(&session), ["first"], "{way:?}");
        assert_eq!(orders(&run), [r#""A""#, r#""B""#, r#""C""#]);
        assert_eq!(run.requests()[0].call_id.as_deref(), Some("call_2"));
        assert_eq!(audit.requests(), [(1, 0, 0); 3]);

        let (run, session) = elsewhere(&run, &session);
        let toolkit = till();
        let mut audit = Audit::of(&toolkit);
        let model = ScriptedModel::new([Turn::say("Done.")]);
        let answers =
            [Approval::denied("not A"), Approval::Granted, Approval::Denied { reason: None }];
        let desk = agent(&model, &toolkit);
        let outcome = way.resume(run, &desk, &toolkit, answers, &session).await.unwrap();
        let response = done(outcome);
        assert_eq!(response.output(), "Done.");
        assert_eq!(paid(&session), ["first", "beside", "B: 5"]);
        assert_eq!(audit.requests(), [(0, 0, 1), (0, 1, 0), (0, 0, 1)]);
        allow_duplicates! { assert_snapshot!(told(&model.requests()[0]), @"
        call_1 note: true
        call_2 refund (error): the call of `refund` was not approved: not A
        call_3 note: true
        call_4 refund: B: 5
        call_5 add: 3
        call_6 refund (error): the call of `refund` was not approved
        "); }
        // The context and the system prompt are those of any call of the model.
        assert_eq!(model.requests()[0].system(), Some("Be kind."));
        assert!(model.requests()[0].context().unwrap().contains("first; beside; B: 5"));
    }
}

#[tokio::test]
async fn a_run_that_ends_without_asking_just_ends() {
    for way in WAYS {
        let model = ScriptedModel::new([Turn::calls([sum()]), Turn::say("3.")]);
        let run = agent(&model, &till()).prompt("Go.");
        let response = done(way.until(run, &Session::new()).await.unwrap());
        assert_eq!(response.output(), "3.");
    }
}

#[tokio::test]
async fn what_is_saved_holds_neither_the_context_nor_what_else_went_with_the_run() {
    for way in WAYS {
        let session = Session::new();
        let model = ScriptedModel::new([
            Turn::calls([note("the context says this")]),
            Turn::calls([refund("A")]),
        ]);
        let run = agent(&model, &till()).prompt("Go.");
        let run = waits(way.until(run, &session).await.unwrap());
        assert!(model.requests()[1].context().unwrap().contains("the context says this"));
        let saved = serde_json::to_string(&run).unwrap();
        assert!(!saved.contains("live_context"), "{saved}");
        assert!(!saved.contains("Be kind"), "{saved}");
    }
}

#[tokio::test]
async fn a_run_waits_again_in_a_later_turn_and_its_response_is_whole() {
    for way in WAYS {
        let mut session = Session::new();
        let model = ScriptedModel::new([
            Turn::calls([refund("A")]).counting(counted(1)),
            Turn::calls([sum()]).counting(counted(20)),
            Turn::calls([refund("B"), refund("C")]).counting(counted(300)),
            Turn::say("Done.").counting(counted(4000)),
        ]);
        let before = [Message::user("Hello."), Message::assistant("Good morning.")];
        let run = agent(&model, &till()).prompt("Go.").history(before.clone());
        let mut run = waits(way.until(run, &session).await.unwrap());
        for answers in [vec![Approval::Granted], vec![Approval::Granted, Approval::denied("no")]] {
            let toolkit = till();
            let desk = agent(&model, &toolkit);
            (run, session) = elsewhere(&run, &session);
            let copy = run.clone();
            match way.resume(copy, &desk, &toolkit, answers, &session).await.unwrap() {
                RunOutcome::NeedsApproval(again) => run = *again,
                RunOutcome::Done(response) => {
                    assert_eq!(response.usage.input_tokens, Some(4321));
                    assert_eq!(response.completion_calls.len(), 4);
                    assert_eq!(response.messages.len(), 8, "{way:?}");
                    assert_eq!(response.messages[0], Message::user("Go."));
                    assert_eq!(paid(&session), ["A: 5", "B: 5"]);
                }
            }
        }
        assert_eq!(model.turns_left(), 0);
        assert_eq!(model.requests()[3].conversation()[..2], before);
    }
}

#[tokio::test]
async fn a_memory_of_rig_is_given_the_whole_run_once_in_its_own_conversation() {
    for way in WAYS {
        let memory = CountingMemory::default();
        let session = Session::new();
        let model = ScriptedModel::new([
            Turn::calls([sum()]),
            Turn::calls([refund("A")]),
            Turn::calls([refund("B")]),
            Turn::say("Done."),
        ]);
        let toolkit = till();
        let desk = || {
            let builder = AgentBuilder::new(model.clone()).memory(memory.clone());
            builder.conversation("of the agent").toolkit(&toolkit).unwrap().build()
        };
        let conversation = "of the run".into();
        memory.append(&conversation, vec![Message::user("Hello.")]).await.unwrap();
        let run = desk().prompt("Go.").conversation("of the run");
        let mut run = waits(way.until(run, &session).await.unwrap());
        for _ in 0..2 {
            let (copy, _) = elsewhere(&run, &session);
            let granted = [Approval::Granted];
            match way.resume(copy, &desk(), &toolkit, granted, &session).await.unwrap() {
                RunOutcome::NeedsApproval(again) => run = *again,
                RunOutcome::Done(response) => {
                    let kept = memory.load(&conversation).await.unwrap();
                    assert_eq!(kept[1..], response.messages, "{way:?}");
                    assert_eq!(kept.len(), 9);
                }
            }
        }
        assert_eq!(model.turns_left(), 0);
        assert_eq!((memory.load_count(), memory.append_count()), (2, 2));
        assert!(memory.load(&"of the agent".into()).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_run_with_a_history_of_its_own_stays_out_of_the_memory() {
    for way in WAYS {
        let memory = CountingMemory::default();
        let (session, toolkit) = (Session::new(), till());
        let model = ScriptedModel::new([Turn::calls([refund("A")]), Turn::say("Done.")]);
        let builder = AgentBuilder::new(model).memory(memory.clone()).conversation("one");
        let desk = builder.toolkit(&toolkit).unwrap().build();
        let run = desk.prompt("Go.").history([Message::user("Hello.")]);
        let run = waits(way.until(run, &session).await.unwrap());
        let outcome = way.resume(run, &desk, &toolkit, [Approval::Granted], &session).await;
        done(outcome.unwrap());
        assert_eq!((memory.load_count(), memory.append_count()), (0, 0));
    }
}

#[derive(schemars::JsonSchema, serde::Deserialize)]
struct Paid {
    orders: Vec<String>,
}

#[tokio::test]
async fn an_answer_with_a_schema_goes_through() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let model = ScriptedModel::new([
            Turn::calls([refund("A")]),
            // Without what is required, and then with it.
            Turn::call("final_result", json!({})),
            Turn::calls([refund("B")]),
            Turn::call("final_result", json!({ "orders": ["A"] })),
        ]);
        let desk = AgentBuilder::new(model.clone())
            .output_schema::<Paid>()
            .toolkit(&toolkit)
            .unwrap()
            .build();
        let run = waits(way.until(desk.prompt("Go."), &session).await.unwrap());
        let (run, session) = elsewhere(&run, &session);
        let granted = || [Approval::Granted];
        let run = waits(way.resume(run, &desk, &toolkit, granted(), &session).await.unwrap());
        let outcome = way.resume(run, &desk, &toolkit, granted(), &session).await.unwrap();
        let answer: Paid = serde_json::from_str(&done(outcome).output()).unwrap();
        assert_eq!(answer.orders, ["A"], "{way:?}");
        assert_eq!(paid(&session), ["A: 5", "B: 5"]);
        assert_eq!(model.requests()[0].tool_names().last(), Some(&"final_result"));
    }
}

#[tokio::test]
async fn calls_beside_an_answer_with_a_schema_are_not_asked_about() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let mut audit = Audit::of(&toolkit);
        let answer = ("final_result", json!({ "orders": [] }));
        let model = ScriptedModel::new([Turn::calls([refund("A"), answer])]);
        let desk =
            AgentBuilder::new(model).output_schema::<Paid>().toolkit(&toolkit).unwrap().build();
        let response = done(way.until(desk.prompt("Go."), &session).await.unwrap());
        assert_eq!(response.output(), r#"{"orders":[]}"#);
        assert_eq!(audit.requests(), []);
        assert!(paid(&session).is_empty());
    }
}

#[tokio::test]
async fn typed_runs_ask_an_approver() {
    let clerk = Clerk::grants();
    let session = Session::new();
    let model = ScriptedModel::new([Turn::calls([refund("A")]), Turn::say(r#"{"orders":["A"]}"#)]);
    let desk = agent(&model, AgentTools::new(&till()).approver(clerk.clone()));
    let answer = desk.prompt_typed::<Paid>("Go.").run_options(&session).await.unwrap();
    assert_eq!(answer.output.orders, ["A"]);
    assert_eq!(
        (paid(&session), clerk.orders()),
        (vec!["A: 5".to_owned()], vec![vec!["A".to_owned()]])
    );
}

#[tokio::test]
async fn rounds_are_counted_over_the_wait() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let model = ScriptedModel::by(|_| Turn::calls([refund("A")]));
        let desk = agent(&model, AgentTools::new(&toolkit).limits(Limits::default().rounds(3)));
        let mut run = waits(way.until(desk.prompt("Go."), &session).await.unwrap());
        for _ in 0..2 {
            let outcome = way.resume(run, &desk, &toolkit, [Approval::Granted], &session).await;
            run = waits(outcome.unwrap());
        }
        let outcome = way.resume(run, &desk, &toolkit, [Approval::Granted], &session).await;
        let error = outcome.unwrap_err();
        assert!(error.to_string().contains('3'), "{error}");
        assert_eq!(model.requests().len(), 3, "{way:?}");
        assert_eq!(paid(&session).len(), 3);
    }
}

#[tokio::test]
async fn options_hold_after_the_wait_as_they_are_given_then() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let run = waiting(way, vec![refund("A")], &session).await;
        let model = ScriptedModel::new([Turn::calls([refund("B")]), Turn::say("Done.")]);
        let desk = agent(&model, &toolkit);
        let accept = PermissionPolicy::new(PermissionMode::AcceptEdits);
        let options = RunOptions::new(&session).policy(accept);
        done(way.resume(run, &desk, &toolkit, [Approval::Granted], options).await.unwrap());
        assert_eq!(paid(&session), ["A: 5", "B: 5"]);
    }
}

#[tokio::test]
async fn a_run_goes_on_with_someone_who_is_asked_while_it_does() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let run = waiting(way, vec![refund("A")], &session).await;
        let model = ScriptedModel::new([Turn::calls([refund("B")]), Turn::say("Done.")]);
        let clerk = Clerk::grants();
        let desk = agent(&model, AgentTools::new(&toolkit).approver(clerk.clone()));
        let resumed = run.answer(&toolkit, [Approval::Granted], &session).unwrap();
        let Resumption::Ready(run) = resumed else { panic!("it is asked again") };
        way.run(run.runner(&desk)).await.unwrap();
        assert_eq!(paid(&session), ["A: 5", "B: 5"]);
        assert_eq!(clerk.orders(), [["B"]]);
    }
}

/// A hook of the host that lets nothing through of the turn that a run was resumed in.
struct Refuses;

impl AgentHook for Refuses {
    async fn on_dispatch(&self, _: &HookContext, event: DispatchEvent<'_>) -> DispatchAction {
        match event.tool_name() {
            Some(_) if event.turn == 0 => DispatchAction::skip("not now"),
            _ => DispatchAction::proceed(),
        }
    }
}

#[tokio::test]
async fn an_answer_that_was_not_used_counts_for_no_later_turn() {
    for way in WAYS {
        for waits_again in [true, false] {
            let (session, toolkit) = (Session::new(), till());
            let run = waiting(way, vec![refund("A")], &session).await;
            // The same call, by the same id.
            let model = ScriptedModel::new([Turn::calls([refund("A")]), Turn::say("Done.")]);
            let tools = AgentTools::new(&toolkit).approver(Clerk::denies("no"));
            let builder = AgentBuilder::new(model.clone()).add_hook(Refuses);
            let desk = builder.toolkit(tools).unwrap().build();
            let granted = || [Approval::Granted];
            if waits_again {
                let outcome = way.resume(run, &desk, &toolkit, granted(), &session).await;
                let run = waits(outcome.unwrap());
                let denied = [Approval::denied("no")];
                let outcome = way.resume(run, &desk, &toolkit, denied, &session).await;
                assert_eq!(done(outcome.unwrap()).messages.len(), 6);
            } else {
                let resumed = run.answer(&toolkit, granted(), &session).unwrap();
                let Resumption::Ready(run) = resumed else { panic!("it is asked again") };
                way.run(run.runner(&desk)).await.unwrap();
            }
            assert_eq!(model.turns_left(), 0);
            assert!(paid(&session).is_empty(), "{way:?} {waits_again}");
        }
    }
}

#[tokio::test]
async fn a_stream_ends_with_an_error_that_says_why_and_keeps_the_run() {
    let session = Session::new();
    let model = ScriptedModel::new([Turn::calls([refund("A")])]);
    let suspension = Suspension::new();
    let options = RunOptions::new(&session).suspend_into(&suspension);
    let mut items = agent(&model, &till()).prompt("Go.").run_options(options).stream();
    let mut last = None;
    while let Some(item) = items.next().await {
        last = Some(item);
    }
    let error = last.unwrap().unwrap_err();
    assert!(error.to_string().contains("the run waits for an approval"), "{error}");
    assert_eq!(suspension.take().unwrap().requests().len(), 1);
    assert!(suspension.take().is_none());
}

#[tokio::test]
async fn another_number_of_answers_is_refused_and_nothing_is_lost() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let run = waiting(way, vec![refund("A"), refund("B")], &session).await;
        let model = ScriptedModel::new([Turn::say("Done.")]);
        let desk = agent(&model, &toolkit);
        for number in [0, 1, 3] {
            let answers = vec![Approval::Granted; number];
            let outcome = way.resume(run.clone(), &desk, &toolkit, answers, &session).await;
            let error = outcome.unwrap_err();
            assert!(matches!(error, RunError::Answers { expected: 2, given } if given == number));
            assert_eq!(
                error.to_string(),
                format!("the run waits for 2 answers, and was given {number}")
            );
        }
        assert!(model.requests().is_empty());
        let answers = [Approval::Granted, Approval::Granted];
        done(way.resume(run, &desk, &toolkit, answers, &session).await.unwrap());
        assert_eq!(paid(&session), ["A: 5", "B: 5"]);
    }
}

#[tokio::test]
async fn a_run_goes_on_once() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let run = waiting(way, vec![refund("A"), refund("B")], &session).await;
        let (copy, before) = elsewhere(&run, &session);
        let model = ScriptedModel::by(|_| Turn::say("Done."));
        let desk = agent(&model, &toolkit);
        let answers = || [Approval::Granted, Approval::denied("no")];
        // Twice at the same time, the second with a session that knows nothing of the first.
        let both = tokio::join!(
            way.resume(run.clone(), &desk, &toolkit, answers(), &session),
            way.resume(copy, &desk, &toolkit, answers(), &before),
        );
        done(both.0.unwrap());
        let refused = both.1.unwrap_err();
        allow_duplicates! { assert_snapshot!(refused, @"the run does not go on: this request to call `refund` was answered before, and a request is answered once"); }
        // Again, here and in another process that has the session.
        for toolkit in [toolkit, till()] {
            let desk = agent(&model, &toolkit);
            let (copy, later) = elsewhere(&run, &session);
            let outcome = way.resume(copy, &desk, &toolkit, answers(), &later).await;
            assert_eq!(outcome.unwrap_err().to_string(), refused.to_string());
            assert_eq!(paid(&later), ["A: 5"]);
        }
        assert_eq!(paid(&session), ["A: 5"]);
        assert_eq!(model.requests().len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_that_let_a_run_go_on_at_once_one_does() {
    let (session, toolkit) = (Session::new(), till());
    let run = waiting(Way::Blocking, vec![refund("A"), refund("B")], &session).await;
    let model = ScriptedModel::by(|_| Turn::say("Done."));
    let desk = agent(&model, &toolkit);
    let tasks = (0..16).map(|number| {
        let (run, desk, toolkit) = (run.clone(), desk.clone(), toolkit.clone());
        let session = session.clone();
        tokio::spawn(async move {
            let answers = [Approval::Granted, Approval::Granted];
            WAYS[number % 2].resume(run, &desk, &toolkit, answers, &session).await.is_ok()
        })
    });
    let mut went_on = 0;
    for task in tasks.collect::<Vec<_>>() {
        went_on += usize::from(task.await.unwrap());
    }
    assert_eq!((went_on, paid(&session).len()), (1, 2));
}

#[tokio::test]
async fn one_answer_given_elsewhere_leaves_the_others_as_they_are() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let run = waiting(way, vec![refund("A"), refund("B")], &session).await;
        let second = run.requests()[1].clone();
        let _ = toolkit.answer(second, Approval::denied("no"), &session).await;
        let desk = agent(&ScriptedModel::new([]), &toolkit);
        let mut audit = Audit::of(&toolkit);
        for second in [Approval::Granted, Approval::denied("no")] {
            let answers = [Approval::Granted, second];
            let outcome = way.resume(run.clone(), &desk, &toolkit, answers, &session).await;
            assert!(matches!(outcome, Err(RunError::Answer(_))));
        }
        // The first is not used up.
        assert_eq!(audit.requests(), []);
        let first = run.requests()[0].clone();
        assert!(toolkit.answer(first, Approval::Granted, &session).await.is_ok());
    }
}

#[tokio::test]
async fn a_run_goes_on_in_its_own_session() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let run = waiting(way, vec![refund("A")], &session).await;
        let desk = agent(&ScriptedModel::new([Turn::say("Done.")]), &toolkit);
        let other = Session::new();
        for answer in [Approval::Granted, Approval::denied("no")] {
            let outcome = way.resume(run.clone(), &desk, &toolkit, [answer], &other).await;
            let refused = outcome.unwrap_err();
            allow_duplicates! { assert_snapshot!(refused, @"the run does not go on: this request to call `refund` belongs to another session: answer it in the one that it was asked in"); }
        }
        assert!(paid(&other).is_empty());
        done(way.resume(run, &desk, &toolkit, [Approval::Granted], &session).await.unwrap());
    }
}

#[tokio::test]
async fn rig_alone_does_not_run_what_nobody_approved() {
    for way in WAYS {
        let session = Session::new();
        let run = waiting(way, vec![refund("A"), sum()], &session).await;
        let model = ScriptedModel::new([Turn::say("Done.")]);
        let desk = agent(&model, &till());
        way.run(desk.resume(run.run().clone()).run_options(&session)).await.unwrap();
        allow_duplicates! { assert_snapshot!(told(&model.requests()[0]), @"
        call_1 refund (error): the call of `refund` has not run: someone has to approve it first, and nobody can be asked here; go on without it
        call_2 add: 3
        "); }
        assert!(paid(&session).is_empty());
        // That was no answer.
        let toolkit = till();
        let desk = agent(&ScriptedModel::new([Turn::say("Done.")]), &toolkit);
        done(way.resume(run, &desk, &toolkit, [Approval::Granted], &session).await.unwrap());
        assert_eq!(paid(&session), ["A: 5"]);
    }
}

/// A hook of the host that counts the calls of the model in the run itself.
struct Counts;

impl AgentHook for Counts {
    async fn on_completion_call(
        &self,
        ctx: &HookContext,
        _: CompletionCallEvent<'_>,
    ) -> CompletionCallAction {
        ctx.append_entry("calls", &ctx.turn()).unwrap();
        ctx.append_entry("other", &ctx.turn()).unwrap();
        CompletionCallAction::continue_run()
    }
}

#[tokio::test]
async fn entries_of_other_hooks_are_kept_where_their_kind_is_named() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let model = ScriptedModel::by(|_| Turn::calls([refund("A")]));
        let builder = AgentBuilder::new(model).add_hook(Counts);
        let desk = builder.toolkit(&toolkit).unwrap().build();
        let options = RunOptions::new(&session).keep_entries(["calls"]);
        let run = waits(way.until(desk.prompt("Go."), options).await.unwrap());
        let outcome = way.resume(run, &desk, &toolkit, [Approval::Granted], &session).await;
        let (run, _) = elsewhere(&waits(outcome.unwrap()), &session);
        let kept: Vec<_> = run.run().entries().iter().map(|e| (&*e.kind, &e.value)).collect();
        assert_eq!(kept, [("calls", &json!(1)), ("calls", &json!(2))], "{way:?}");
    }
}

#[tokio::test]
async fn a_run_that_could_not_be_read_again_does_not_wait() {
    for way in WAYS {
        let mut deep = json!(1);
        for _ in 0..124 {
            deep = json!([deep]);
        }
        let session = Session::new();
        let model = ScriptedModel::new([
            Turn::call("note", json!({ "text": deep })),
            Turn::calls([refund("A")]),
        ]);
        let run = agent(&model, &till()).prompt("Go.");
        let error = way.until(run, &session).await.unwrap_err().to_string();
        assert!(error.contains("the run cannot wait: it could not be read again"), "{error}");
        assert!(paid(&session).is_empty());
    }
}

#[tokio::test]
async fn calls_beyond_the_limit_do_not_wait_either() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let limits = Limits::default().calls_a_round(2);
        let model = ScriptedModel::new([
            Turn::calls([sum(), refund("A"), refund("B")]),
            Turn::say("Done."),
        ]);
        let desk = agent(&model, AgentTools::new(&toolkit).limits(limits));
        let run = waits(way.until(desk.prompt("Go."), &session).await.unwrap());
        assert_eq!(orders(&run), [r#""A""#]);
        done(way.resume(run, &desk, &toolkit, [Approval::Granted], &session).await.unwrap());
        assert_eq!(paid(&session), ["A: 5"]);
        let told = told(&model.requests()[1]);
        assert!(told.contains("only the first 2 are run"), "{told}");
    }
}

#[test]
fn workers_with_small_stacks_will_do() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_stack_size(2 * 1024 * 1024)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        for way in WAYS {
            let task = tokio::spawn(async move {
                let (session, toolkit) = (Session::new(), till());
                let model = ScriptedModel::new([
                    Turn::calls([refund("A"), sum()]),
                    Turn::calls([refund("B")]),
                    Turn::calls([refund("C")]),
                    Turn::say("Done."),
                ]);
                let desk = agent(&model, AgentTools::new(&toolkit).approver(Clerk::grants()));
                let run = waits(way.until(desk.prompt("Go."), &session).await.unwrap());
                let granted = || [Approval::Granted];
                let outcome = way.resume(run, &desk, &toolkit, granted(), &session).await;
                let run = waits(outcome.unwrap());
                let resumed = run.answer(&toolkit, granted(), &session).unwrap();
                let Resumption::Ready(run) = resumed else { panic!("again") };
                way.run(run.runner(&desk)).await.unwrap();
                assert_eq!(paid(&session), ["A: 5", "B: 5", "C: 5"]);
            });
            task.await.unwrap();
        }
    });
}

#[tokio::test]
async fn a_toolkit_beside_the_agents_own_will_do() {
    let session = Session::new();
    let run = waiting(Way::Blocking, vec![refund("A")], &session).await;
    let (toolkit, others): (Toolkit, Toolkit) = (till(), till());
    let desk = agent(&ScriptedModel::new([Turn::say("Done.")]), &toolkit);
    done(run.resume(&desk, &others, [Approval::Granted], &session).await.unwrap());
    assert_eq!(paid(&session), ["A: 5"]);
}

#[tokio::test]
async fn a_long_conversation_waits_too() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let history = (0..10_000).map(|number| match number % 2 {
            0 => Message::user(format!("question {number}")),
            _ => Message::assistant(format!("answer {number}")),
        });
        let turns = (0..18).map(|_| Turn::calls([sum()]));
        let model =
            ScriptedModel::new(turns.chain([Turn::calls([refund("A")]), Turn::say("Done.")]));
        let desk = agent(&model, &toolkit);
        let run = desk.prompt("Go.").history(history.collect::<Vec<_>>());
        let run = waits(way.until(run, &session).await.unwrap());
        let (run, session) = elsewhere(&run, &session);
        done(way.resume(run, &desk, &toolkit, [Approval::Granted], &session).await.unwrap());
        assert_eq!(paid(&session), ["A: 5"]);
    }
}

#[tokio::test]
async fn of_a_run_that_waits_equal_calls_with_one_id_run_as_often_as_they_were_granted() {
    for concurrency in [1, 4] {
        for granted in [[true, false], [false, true], [false, false], [true, true]] {
            let (session, toolkit) = (Session::new(), till());
            let call = || {
                let function = ToolFunction::new(ToolName::new("refund").unwrap(), refund("A").1);
                AssistantContent::ToolCall(ToolCall::from_wire("c", function))
            };
            let model = MockCompletionModel::from_turns([
                MockTurn::from_contents([call(), call()]),
                MockTurn::text("Done."),
            ]);
            let desk = AgentBuilder::new(model).toolkit(&toolkit).unwrap().build();
            let run = waits(desk.prompt("Go.").until_approval(&session).await.unwrap());
            let (run, session) = elsewhere(&run, &session);
            let answers = granted.map(|granted| match granted {
                true => Approval::Granted,
                false => Approval::denied("once is enough"),
            });
            let resumed = run.answer(&toolkit, answers, &session).unwrap();
            let Resumption::Ready(run) = resumed else { panic!("it is asked again") };
            run.runner(&desk).tool_concurrency(concurrency).await.unwrap();
            let times = granted.iter().filter(|granted| **granted).count();
            assert_eq!(paid(&session).len(), times, "{granted:?}");
        }
    }
}
