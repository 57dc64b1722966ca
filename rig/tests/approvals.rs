//! Calls that someone approves while the run goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use insta::assert_snapshot;
use rig_agent::AgentBuilder;
use rig_agent::agent::{
    AgentHook, DispatchAction, DispatchEvent, HookContext, InvalidToolCallAction,
    InvalidToolCallContext,
};
use rig_core::message::{AssistantContent, ToolCall, ToolFunction, ToolName};
use rig_core::test_utils::{MockCompletionModel, MockStreamEvent, MockTurn};
use rulebook::{
    AllowRule, Approval, ApprovalRequest, PermissionMode, PermissionPolicy, Session, Toolkit,
};
use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
use rulebook_rig::{AgentTools, Answers, Approver, Limits, RunOptions, ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use crate::support::approving::{Audit, Clerk, paid, told};
use crate::support::until::done;
use crate::support::way::{WAYS, Way};
use crate::support::{Till, till};

fn refund(order: &str, amount: i64) -> (&'static str, Value) {
    ("refund", json!({ "order": order, "amount": amount }))
}

fn sum() -> (&'static str, Value) {
    ("add", json!({ "left": 1, "right": 2 }))
}

/// What becomes of one turn of calls: what the model is told, and what was paid.
struct Desk {
    toolkit: Toolkit,
    tools: AgentTools,
    options: RunOptions,
    session: Session,
    audit: Audit,
}

impl Desk {
    fn of(toolkit: Toolkit) -> Self {
        let session = Session::new();
        let tools = AgentTools::new(&toolkit);
        let audit = Audit::of(&toolkit);
        Self { tools, options: RunOptions::new(&session), session, audit, toolkit }
    }

    fn new() -> Self {
        Self::of(till())
    }

    fn approver(mut self, approver: impl Approver + 'static) -> Self {
        self.tools = self.tools.approver(approver);
        self
    }

    async fn calls(&mut self, way: Way, calls: Vec<(&str, Value)>) -> String {
        let model = ScriptedModel::new([Turn::calls(calls), Turn::say("Done.")]);
        let tools = std::mem::replace(&mut self.tools, AgentTools::new(&self.toolkit));
        let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build();
        let run = agent.prompt("Go.").run_options(self.options.clone());
        assert_eq!(way.run(run).await.unwrap().output(), "Done.");
        told(model.requests().last().unwrap())
    }
}

#[tokio::test]
async fn the_calls_of_a_turn_are_asked_about_together_and_exactly_the_granted_ones_run() {
    for way in WAYS {
        let clerk = Clerk::by(|request| match request.arguments["amount"].as_i64() {
            Some(..10) => Approval::Granted,
            Some(10..100) => Approval::denied("it is too much"),
            _ => Approval::Denied { reason: None },
        });
        let mut desk = Desk::new().approver(clerk.clone());
        let calls =
            vec![refund("A", 5), sum(), refund("B", 50), refund("C", 500), refund("D", 9), sum()];
        let told = desk.calls(way, calls).await;
        insta::allow_duplicates! { assert_snapshot!(told, @"
        call_1 refund: A: 5
        call_2 add: 3
        call_3 refund (error): the call of `refund` was not approved: it is too much
        call_4 refund (error): the call of `refund` was not approved
        call_5 refund: D: 9
        call_6 add: 3
        "); }
        assert_eq!(clerk.orders(), [["A", "B", "C", "D"]], "{way:?}");
        assert_eq!(paid(&desk.session), ["A: 5", "D: 9"]);
        assert_eq!(desk.audit.requests(), [(1, 1, 0), (1, 0, 1), (1, 0, 1), (1, 1, 0)]);
        // What is asked about says what it is.
        let request = &clerk.requests()[0][1];
        assert_eq!(request.call_id.as_deref(), Some("call_3"));
        assert_eq!(request.session, desk.session.id());
    }
}

#[tokio::test]
async fn a_closure_that_waits_is_an_approver() {
    for way in WAYS {
        let mut desk = Desk::new().approver(|requests: Vec<ApprovalRequest>| async move {
            tokio::task::yield_now().await;
            requests.iter().map(|_| Approval::Granted).collect()
        });
        desk.calls(way, vec![refund("A", 5)]).await;
        assert_eq!(paid(&desk.session), ["A: 5"]);
    }
}

#[tokio::test]
async fn the_approver_of_a_run_comes_before_that_of_the_agent() {
    for way in WAYS {
        let (agents, runs) = (Clerk::grants(), Clerk::denies("not in this run"));
        let mut desk = Desk::new().approver(agents.clone());
        desk.options = desk.options.approver(runs.clone());
        let told = desk.calls(way, vec![refund("A", 5)]).await;
        assert_eq!(
            told,
            "call_1 refund (error): the call of `refund` was not approved: not in this run"
        );
        assert_eq!((agents.orders().len(), runs.orders().len()), (0, 1));
        assert!(paid(&desk.session).is_empty());
    }
}

#[tokio::test]
async fn without_anyone_to_ask_nothing_runs_and_the_model_is_told() {
    for way in WAYS {
        let mut desk = Desk::new();
        let told = desk.calls(way, vec![refund("A", 5), sum()]).await;
        insta::allow_duplicates! { assert_snapshot!(told, @"
        call_1 refund (error): the call of `refund` has not run: someone has to approve it first, and nobody can be asked here; go on without it
        call_2 add: 3
        "); }
        assert!(paid(&desk.session).is_empty());
        assert_eq!(desk.audit.requests(), [(1, 0, 0)]);
    }
}

#[tokio::test]
async fn a_policy_answers_for_people() {
    let accept = || PermissionPolicy::new(PermissionMode::AcceptEdits);
    let plan = || PermissionPolicy::new(PermissionMode::Plan);
    let small = PermissionPolicy::new(PermissionMode::Ask).allow(
        AllowRule::exact("refund", "order", "A").and_then(|rule| rule.ignore("amount")).unwrap(),
    );
    for way in WAYS {
        let with = |policy| Toolkit::builder().collection(Till).policy(policy).build().unwrap();
        for (toolkit, of_run, runs, asks) in [
            (with(accept()), None, true, 0),
            (with(plan()), None, false, 0),
            (with(plan()), Some(accept()), true, 0),
            (with(accept()), Some(plan()), false, 0),
            (with(accept()), Some(PermissionPolicy::default()), true, 1),
            (with(small.clone()), None, true, 0),
        ] {
            let clerk = Clerk::grants();
            let mut desk = Desk::of(toolkit).approver(clerk.clone());
            if let Some(policy) = of_run {
                desk.options = desk.options.policy(policy);
            }
            let told = desk.calls(way, vec![refund("A", 5)]).await;
            assert_eq!(!paid(&desk.session).is_empty(), runs, "{told}");
            assert_eq!(clerk.orders().len(), asks, "{told}");
            if !runs {
                insta::allow_duplicates! { assert_snapshot!(told, @"call_1 refund (error): `refund` changes data, and nothing is changed while planning: do not call it now, finish the plan with the tools that only read, and present it"); }
            }
        }
    }
}

#[tokio::test]
async fn what_would_not_run_is_not_asked_about() {
    for way in WAYS {
        let clerk = Clerk::grants();
        let mut desk = Desk::new().approver(clerk.clone());
        let calls = vec![
            ("refund", json!({ "order": "A" })),
            ("refund", json!({ "order": 7, "amount": 5 })),
            refund("B", 5),
            ("refund", json!({ "order": "C", "amount": 5, "speed": "fast" })),
        ];
        let told = desk.calls(way, calls).await;
        insta::allow_duplicates! { assert_snapshot!(told, @"
        call_1 refund (error): `amount` is missing
        call_2 refund (error): `order`: expected string, found a number
        call_3 refund: B: 5
        call_4 refund (error): `speed` is not a parameter; the parameters are `order`, `amount`
        "); }
        assert_eq!(clerk.orders(), [["B"]]);
        assert_eq!(paid(&desk.session), ["B: 5"]);
    }
}

#[tokio::test]
async fn arguments_that_are_no_json_are_told_and_the_others_are_asked_about() {
    for way in WAYS {
        let clerk = Clerk::grants();
        let session = Session::new();
        let model = ScriptedModel::new([
            Turn::written_call("refund", r#"{"order": "A", "amount": 5"#),
            Turn::call("refund", json!({ "order": "B", "amount": 5 })),
            Turn::say("Done."),
        ]);
        let tools = AgentTools::new(&till()).approver(clerk.clone());
        let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build();
        way.run(agent.prompt("Go.").run_options(&session)).await.unwrap();
        assert_eq!(clerk.orders(), [["B"]]);
        assert_eq!(paid(&session), ["B: 5"]);
        assert!(told(&model.requests()[1]).contains("(error)"));
    }
}

#[tokio::test]
async fn calls_beside_one_of_a_tool_that_there_is_not_are_not_asked_about() {
    for way in WAYS {
        let clerk = Clerk::grants();
        let mut desk = Desk::new().approver(clerk.clone());
        desk.calls(way, vec![refund("A", 5), ("refnd", json!({}))]).await;
        assert!(clerk.orders().is_empty());
        assert!(paid(&desk.session).is_empty());
    }
}

#[tokio::test]
async fn calls_beyond_the_limit_are_neither_asked_about_nor_run() {
    for way in WAYS {
        let clerk = Clerk::grants();
        let mut desk = Desk::new();
        desk.tools = AgentTools::new(&desk.toolkit)
            .limits(Limits::default().calls_a_round(2))
            .approver(clerk.clone());
        let calls = vec![refund("A", 1), sum(), refund("B", 2), refund("C", 3)];
        let told = desk.calls(way, calls).await;
        insta::allow_duplicates! { assert_snapshot!(told, @"
        call_1 refund: A: 1
        call_2 add: 3
        call_3 refund (error): this call has not run: of the calls made at once only the first 2 are run; make it again if it is still needed
        call_4 refund (error): this call has not run: of the calls made at once only the first 2 are run; make it again if it is still needed
        "); }
        assert_eq!(clerk.orders(), [["A"]]);
        assert_eq!(paid(&desk.session), ["A: 1"]);
    }
}

#[tokio::test]
async fn another_number_of_answers_than_requests_runs_nothing() {
    for way in WAYS {
        for number in [0, 1, 3] {
            let mut desk = Desk::new()
                .approver(move |_: Vec<_>| async move { vec![Approval::Granted; number] });
            let told = desk.calls(way, vec![refund("A", 5), refund("B", 5)]).await;
            insta::allow_duplicates! { assert_snapshot!(told, @"
            call_1 refund (error): the call of `refund` was not approved: nobody answered
            call_2 refund (error): the call of `refund` was not approved: nobody answered
            "); }
            assert!(paid(&desk.session).is_empty());
            assert_eq!(desk.audit.requests(), [(1, 0, 1), (1, 0, 1)]);
        }
    }
}

struct Panics {
    at_once: bool,
}

impl Approver for Panics {
    fn approve(&self, _: Vec<ApprovalRequest>) -> Answers<'_> {
        assert!(!self.at_once, "of the approver");
        Box::pin(async {
            tokio::task::yield_now().await;
            panic!("of the approver, later")
        })
    }
}

#[tokio::test]
async fn an_approver_that_panics_has_approved_nothing() {
    for way in WAYS {
        for at_once in [true, false] {
            let mut desk = Desk::new().approver(Panics { at_once });
            let told = desk.calls(way, vec![refund("A", 5)]).await;
            assert_eq!(
                told,
                "call_1 refund (error): the call of `refund` was not approved: nobody answered"
            );
            assert!(paid(&desk.session).is_empty());
        }
    }
}

#[tokio::test]
async fn a_run_that_is_dropped_while_a_person_thinks_runs_nothing() {
    struct Thinks(Arc<AtomicUsize>);
    struct Gone(Arc<AtomicUsize>);
    impl Drop for Gone {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    impl Approver for Thinks {
        fn approve(&self, _: Vec<ApprovalRequest>) -> Answers<'_> {
            let gone = Gone(Arc::clone(&self.0));
            Box::pin(async move {
                std::future::pending::<()>().await;
                drop(gone);
                Vec::new()
            })
        }
    }
    for way in WAYS {
        let given_up = Arc::new(AtomicUsize::new(0));
        let mut desk = Desk::new().approver(Thinks(Arc::clone(&given_up)));
        let session = desk.session.clone();
        let run =
            tokio::time::timeout(Duration::from_millis(50), desk.calls(way, vec![refund("A", 5)]));
        assert!(run.await.is_err(), "it ended");
        assert_eq!(given_up.load(Ordering::SeqCst), 1);
        assert!(paid(&session).is_empty());
        assert_eq!(desk.audit.requests(), [(1, 0, 0)]);
    }
}

type Call<'a> = (&'a str, &'a str, Value);

/// A model that gives calls ids of its own, turn by turn, and then ends.
fn model(way: Way, turns: &[&[Call<'_>]]) -> MockCompletionModel {
    let content = |(id, tool, arguments): &Call<'_>| {
        let function = ToolFunction::new(ToolName::new(*tool).unwrap(), arguments.clone());
        AssistantContent::ToolCall(ToolCall::from_wire(*id, function))
    };
    let event = |(id, tool, arguments): &Call<'_>| {
        MockStreamEvent::tool_call(*id, *tool, arguments.clone())
    };
    let end = || MockStreamEvent::FinalResponse(Default::default());
    match way {
        Way::Blocking => {
            let turn = |calls: &&[_]| MockTurn::from_contents(calls.iter().map(content));
            MockCompletionModel::from_turns(turns.iter().map(turn).chain([MockTurn::text("Done.")]))
        }
        Way::Streaming => {
            let turn = |calls: &&[_]| calls.iter().map(event).chain([end()]).collect::<Vec<_>>();
            let last = vec![MockStreamEvent::text("Done."), end()];
            MockCompletionModel::from_stream_turns(turns.iter().map(turn).chain([last]))
        }
    }
}

#[tokio::test]
async fn calls_with_one_id_and_the_same_arguments_run_as_often_as_they_were_granted() {
    for way in WAYS {
        for concurrency in [1, 4] {
            for granted in [[true, false], [false, true], [false, false], [true, true]] {
                let session = Session::new();
                let same = || ("c", "refund", json!({ "order": "A", "amount": 5 }));
                let tools =
                    AgentTools::new(&till()).approver(move |_: Vec<ApprovalRequest>| async move {
                        let answer = |granted| match granted {
                            true => Approval::Granted,
                            false => Approval::denied("once is enough"),
                        };
                        granted.map(answer).to_vec()
                    });
                let model = model(way, &[&[same(), same()]]);
                let agent = AgentBuilder::new(model).toolkit(tools).unwrap().build();
                let run = agent.prompt("Go.").run_options(&session).tool_concurrency(concurrency);
                way.run(run).await.unwrap();
                let times = granted.iter().filter(|granted| **granted).count();
                assert_eq!(paid(&session).len(), times, "{way:?} {granted:?}");
            }
        }
    }
}

#[tokio::test]
async fn calls_with_one_id_get_the_answers_to_their_own_arguments() {
    for way in WAYS {
        let session = Session::new();
        let tools = AgentTools::new(&till()).approver(Clerk::by(|request| {
            match request.arguments["order"] == "B" {
                true => Approval::Granted,
                false => Approval::denied("no"),
            }
        }));
        let call = |order| ("c", "refund", json!({ "order": order, "amount": 5 }));
        let model = model(way, &[&[call("A"), call("B"), call("C")]]);
        let agent = AgentBuilder::new(model).toolkit(tools).unwrap().build();
        let run = agent.prompt("Go.").run_options(&session).tool_concurrency(4);
        way.run(run).await.unwrap();
        assert_eq!(paid(&session), ["B: 5"]);
    }
}

/// A hook of the host that writes other arguments.
struct Rewrites;

impl AgentHook for Rewrites {
    async fn on_dispatch(&self, _: &HookContext, event: DispatchEvent<'_>) -> DispatchAction {
        match event.tool_args() {
            Some(given) if given.contains("\"A\"") => {
                DispatchAction::rewrite_tool_args(event.kind, json!({ "order": "A", "amount": 1 }))
            }
            _ => DispatchAction::proceed(),
        }
    }
}

#[tokio::test]
async fn what_was_approved_is_never_what_other_arguments_run_on() {
    for way in WAYS {
        for before in [true, false] {
            let clerk = Clerk::by(|request| match request.arguments["amount"].as_i64() {
                Some(1) => Approval::denied("not that one"),
                _ => Approval::Granted,
            });
            let session = Session::new();
            let model = ScriptedModel::new([
                Turn::calls([refund("A", 5), refund("B", 5)]),
                // What was granted and not used is no answer to a later call.
                Turn::calls([refund("A", 1)]),
                Turn::say("Done."),
            ]);
            let tools = AgentTools::new(&till()).approver(clerk.clone());
            let builder = AgentBuilder::new(model.clone());
            let agent = match before {
                true => builder.add_hook(Rewrites).toolkit(tools).unwrap().build(),
                false => builder.toolkit(tools).unwrap().add_hook(Rewrites).build(),
            };
            way.run(agent.prompt("Go.").run_options(&session)).await.unwrap();
            assert_eq!(paid(&session), ["B: 5"]);
            assert_eq!(clerk.orders(), [vec!["A", "B"], vec!["A"], vec!["A"]], "{before}");
        }
    }
}

/// A hook of the host that mends the name of a tool. Rig tells no hook then that the turn is
/// over.
struct Mends;

impl AgentHook for Mends {
    async fn on_invalid_tool_call(
        &self,
        _: &HookContext,
        _: &InvalidToolCallContext,
    ) -> Option<InvalidToolCallAction> {
        Some(InvalidToolCallAction::repair("refund"))
    }
}

#[tokio::test]
async fn calls_of_a_tool_whose_name_was_mended_are_asked_about_one_by_one() {
    for way in WAYS {
        let clerk = Clerk::by(|request| match request.arguments["order"] == "A" {
            true => Approval::Granted,
            false => Approval::denied("no"),
        });
        let arguments = |order| json!({ "order": order, "amount": 5 });
        let calls = || Turn::calls([("refnd", arguments("A")), ("refund", arguments("B"))]);
        let (session, toolkit) = (Session::new(), till());
        let model = ScriptedModel::new([calls(), Turn::say("Done.")]);
        let tools = AgentTools::new(&toolkit).approver(clerk.clone());
        let builder = AgentBuilder::new(model).add_hook(Mends);
        let agent = builder.toolkit(tools).unwrap().build();
        way.run(agent.prompt("Go.").run_options(&session)).await.unwrap();
        assert_eq!(paid(&session), ["A: 5"]);
        assert_eq!(clerk.orders(), [["A"], ["B"]]);

        // A run that would have to wait cannot, in the middle of a turn.
        let (session, toolkit) = (Session::new(), till());
        let model = ScriptedModel::new([calls(), Turn::say("Done.")]);
        let builder = AgentBuilder::new(model.clone()).add_hook(Mends);
        let agent = builder.toolkit(&toolkit).unwrap().build();
        done(way.until(agent.prompt("Go."), &session).await.unwrap());
        assert!(paid(&session).is_empty());
        assert!(told(&model.requests()[1]).contains("someone has to approve it first"));
    }
}

/// A hook of the host that lets nothing of one turn through.
struct Refuses;

impl AgentHook for Refuses {
    async fn on_dispatch(&self, _: &HookContext, event: DispatchEvent<'_>) -> DispatchAction {
        match event.tool_name() {
            Some(_) if event.turn == 1 => DispatchAction::skip("not now"),
            _ => DispatchAction::proceed(),
        }
    }
}

#[tokio::test]
async fn an_answer_counts_for_the_turn_that_it_was_asked_in() {
    for way in WAYS {
        for with_options in [true, false] {
            let times = AtomicUsize::new(0);
            let clerk = Clerk::by(move |_| match times.fetch_add(1, Ordering::SeqCst) {
                0 => Approval::Granted,
                _ => Approval::denied("the till is closed"),
            });
            let call = |id| (id, "refund", json!({ "order": "A", "amount": 5 }));
            // The same call, by the same id, in two turns.
            let model = model(way, &[&[call("c")], &[call("c")]]);
            let tools = AgentTools::new(&till()).approver(clerk.clone());
            let builder = AgentBuilder::new(model.clone()).add_hook(Refuses);
            let agent = builder.toolkit(tools).unwrap().build();
            let run = agent.prompt("Go.");
            let run = if with_options { run.run_options(Session::new()) } else { run };
            way.run(run).await.unwrap();
            let told = told(&model.requests()[2]);
            insta::allow_duplicates! { assert_snapshot!(told, @"
            c refund (error): not now
            1 refund (error): the call of `refund` was not approved: the till is closed
            "); }
            assert_eq!(clerk.orders().len(), 2);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_agent_asks_for_many_sessions_at_once() {
    let model = ScriptedModel::by(|request| match request.tool_results().len() {
        0 => {
            let order = request.last_text().unwrap_or_default().to_owned();
            Turn::calls([refund(&order, 1), refund(&format!("{order}-no"), 2)])
        }
        _ => Turn::say("Done."),
    });
    // Nobody answers before everyone has asked.
    let all = Arc::new(tokio::sync::Barrier::new(32));
    let tools = AgentTools::new(&till()).approver(move |requests: Vec<ApprovalRequest>| {
        let all = Arc::clone(&all);
        async move {
            all.wait().await;
            let odd = |request: &ApprovalRequest| request.arguments["amount"] == 1;
            let answer = |request| match odd(request) {
                true => Approval::Granted,
                false => Approval::denied("no"),
            };
            requests.iter().map(answer).collect()
        }
    });
    let agent = AgentBuilder::new(model).toolkit(tools).unwrap().build();
    let runs = (0..32).map(|number| {
        let (agent, way) = (agent.clone(), WAYS[number % 2]);
        tokio::spawn(async move {
            let session = Session::with_id(format!("session {number}"));
            let run = agent.prompt(format!("order {number}")).run_options(&session);
            way.run(run.tool_concurrency(4)).await.unwrap();
            assert_eq!(paid(&session), [format!("order {number}: 1")]);
        })
    });
    for run in runs.collect::<Vec<_>>() {
        run.await.unwrap();
    }
}
