//! What was approved and has changed since.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use insta::{allow_duplicates, assert_snapshot};
use rig_agent::{Agent, AgentBuilder};
use rulebook::{
    Approval, ApprovalRequest, PermissionMode, PermissionPolicy, Session, SettingsChange,
    SettingsStore, SettingsValues, StoreError, ToolSettings, Toolkit, tool_collection,
};
use rulebook_rig::testing::{ScriptedModel, Turn};
use rulebook_rig::{AgentTools, RunOptions, RunOutcome, ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use crate::support::approving::{Audit, Clerk, told};
use crate::support::kit::Native;
use crate::support::rules::Rules;
use crate::support::until::{done, elsewhere, waits};
use crate::support::way::WAYS;

fn refund(order: &str) -> (&'static str, Value) {
    ("refund", json!({ "order": order, "amount": 5 }))
}

fn agent(model: &ScriptedModel, tools: impl Into<AgentTools>) -> Agent {
    AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build()
}

#[tokio::test]
async fn rules_that_are_saved_while_a_person_thinks_are_asked_about_again() {
    for way in WAYS {
        let rules = Arc::new(Rules::saying("paid").await);
        let toolkit = rules.toolkit();
        let mut audit = Audit::of(&toolkit);
        let times = Arc::new(AtomicUsize::new(0));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (all, saves) = (Arc::clone(&asked), Arc::clone(&rules));
        let tools = AgentTools::new(&toolkit).approver(move |requests: Vec<ApprovalRequest>| {
            let (times, rules) = (Arc::clone(&times), Arc::clone(&saves));
            all.lock().unwrap().push(requests.clone());
            async move {
                if times.fetch_add(1, Ordering::SeqCst) == 0 {
                    rules.say("kept").await;
                }
                vec![Approval::Granted; requests.len()]
            }
        });
        let model =
            ScriptedModel::new([Turn::calls([refund("A"), refund("B")]), Turn::say("Done.")]);
        let session = Session::new();
        way.run(agent(&model, tools).prompt("Go.").run_options(&session)).await.unwrap();
        assert_eq!(
            told(&model.requests()[1]),
            "call_1 refund: kept A\ncall_2 refund: kept B",
            "{way:?}"
        );
        let asked = asked.lock().unwrap().clone();
        let again = |request: &ApprovalRequest| request.asked_again.clone();
        assert_eq!(asked.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 1]);
        assert_eq!(
            again(&asked[1][0]).unwrap(),
            "the rules behind the tool have changed since it was asked about"
        );
        assert_eq!(asked[1][0].call_id.as_deref(), Some("call_1"));
        assert_eq!(audit.requests(), [(1, 1, 0); 4]);
    }
}

#[tokio::test]
async fn rules_that_never_rest_are_asked_about_a_few_times_and_do_not_run() {
    for way in WAYS {
        let rules = Arc::new(Rules::saying("paid").await);
        let toolkit = rules.toolkit();
        let mut audit = Audit::of(&toolkit);
        let times = Arc::new(AtomicUsize::new(0));
        let asked = Arc::clone(&times);
        let tools = AgentTools::new(&toolkit).approver(move |requests: Vec<ApprovalRequest>| {
            let (times, rules) = (Arc::clone(&asked), Arc::clone(&rules));
            async move {
                let time = times.fetch_add(1, Ordering::SeqCst);
                rules.say(&format!("paid {time}")).await;
                vec![Approval::Granted; requests.len()]
            }
        });
        let model = ScriptedModel::new([Turn::calls([refund("A")]), Turn::say("Done.")]);
        let session = Session::new();
        way.run(agent(&model, tools).prompt("Go.").run_options(&session)).await.unwrap();
        allow_duplicates! { assert_snapshot!(told(&model.requests()[1]), @"call_1 refund (error): the call of `refund` has not run: someone has to approve it first"); }
        assert_eq!(times.load(Ordering::SeqCst), 4);
        assert_eq!(audit.requests(), [(1, 1, 0), (1, 1, 0), (1, 1, 0), (1, 1, 0), (1, 0, 0)]);
    }
}

#[tokio::test]
async fn of_a_run_that_waits_what_has_changed_is_asked_again_before_anything_runs() {
    for way in WAYS {
        let rules = Rules::saying("paid").await;
        let toolkit = rules.toolkit();
        let model = ScriptedModel::new([Turn::calls([refund("A"), refund("B"), refund("C")])]);
        let session = Session::new();
        let run = agent(&model, &toolkit).prompt("Go.");
        let run = waits(way.until(run, &session).await.unwrap());
        let (run, session) = elsewhere(&run, &session);

        rules.say("kept").await;
        let toolkit = rules.toolkit();
        let mut audit = Audit::of(&toolkit);
        let model = ScriptedModel::new([Turn::say("Done.")]);
        let desk = agent(&model, &toolkit);
        let answers = [Approval::Granted, Approval::denied("not B"), Approval::Granted];
        let old = run.clone();
        let outcome = way.resume(run, &desk, &toolkit, answers.clone(), &session).await.unwrap();
        let run = waits(outcome);
        assert!(model.requests().is_empty(), "{way:?}");
        // The answer to the other one is kept.
        let again: Vec<_> =
            run.requests().iter().map(|request| &request.arguments["order"]).collect();
        assert_eq!(again, ["A", "C"]);
        let why = run.requests()[0].asked_again.clone().unwrap();
        assert_eq!(why, "the rules behind the tool have changed since it was asked about");
        assert_eq!(audit.requests(), [(0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0)]);

        // The old one does not make a second run of it.
        let twice = way.resume(old, &desk, &toolkit, answers, &session).await.unwrap_err();
        allow_duplicates! { assert_snapshot!(twice, @"the run does not go on: this request to call `refund` was answered before, and a request is answered once"); }
        assert_eq!(audit.requests(), []);

        let (run, session) = elsewhere(&run, &session);
        let answers = [Approval::Granted, Approval::denied("not C")];
        let outcome = way.resume(run, &desk, &toolkit, answers, &session).await.unwrap();
        assert_eq!(done(outcome).output(), "Done.");
        allow_duplicates! { assert_snapshot!(told(&model.requests()[0]), @"
        call_1 refund: kept A
        call_2 refund (error): the call of `refund` was not approved: not B
        call_3 refund (error): the call of `refund` was not approved: not C
        "); }
        assert_eq!(audit.requests(), [(0, 1, 0), (0, 0, 1), (0, 0, 1)]);
    }
}

#[tokio::test]
async fn of_a_run_that_waits_what_is_no_longer_there_is_told_to_the_model() {
    for way in WAYS {
        for gone in ["tool", "collection", "parameter", "policy"] {
            let rules = Rules::saying("paid").await;
            let mut toolkit = rules.toolkit();
            let model = ScriptedModel::new([Turn::calls([refund("A")])]);
            let session = Session::new();
            let run = agent(&model, &toolkit).prompt("Go.");
            let run = waits(way.until(run, &session).await.unwrap());

            let mut options = RunOptions::new(&session);
            match gone {
                "tool" => rules.without_refunds().await,
                "collection" => toolkit = Toolkit::builder().collection(Native).build().unwrap(),
                "parameter" => rules.take(&["order: string"], "paid").await,
                _ => options = options.policy(PermissionPolicy::new(PermissionMode::Plan)),
            }
            let model = ScriptedModel::new([Turn::say("Done.")]);
            let desk = agent(&model, &toolkit);
            let granted = [Approval::Granted];
            let outcome = way.resume(run, &desk, &toolkit, granted, options).await.unwrap();
            assert_eq!(done(outcome).output(), "Done.");
            let told = told(&model.requests()[0]);
            allow_duplicates! {
                match gone {
                    "tool" => assert_snapshot!(told, @"call_1 refund (error): tool `refund` not found"),
                    "collection" => assert_snapshot!(told, @"call_1 refund (error): tool `refund` not found"),
                    "parameter" => assert_snapshot!(told, @"call_1 refund (error): `amount` is not a parameter; the parameters are `order`"),
                    _ => assert_snapshot!(told, @"call_1 refund (error): `refund` changes data, and nothing is changed while planning: do not call it now, finish the plan with the tools that only read, and present it"),
                }
            }
        }
    }
}

#[tokio::test]
async fn a_granted_call_runs_by_an_agent_that_has_not_heard_of_the_tool_yet() {
    for way in WAYS {
        for granted in [true, false] {
            let rules = Rules::saying("paid").await;
            let toolkit = rules.toolkit();
            // It was set up when there were no refunds.
            rules.without_refunds().await;
            let later = ScriptedModel::new([Turn::say("Done.")]);
            let desk = agent(&later, &toolkit);
            rules.with_refunds().await;

            let model = ScriptedModel::new([Turn::calls([refund("A"), refund("B")])]);
            let session = Session::new();
            let run = agent(&model, &rules.toolkit()).prompt("Go.");
            let run = waits(way.until(run, &session).await.unwrap());
            let (run, session) = elsewhere(&run, &session);
            let first = if granted { Approval::Granted } else { Approval::denied("not A") };
            let answers = [first, Approval::denied("not B")];
            let mut audit = Audit::of(&toolkit);
            done(way.resume(run, &desk, &toolkit, answers, &session).await.unwrap());
            let told = told(&later.requests()[0]);
            let expected = if granted {
                "call_1 refund: paid A\n\
                 call_2 refund (error): the call of `refund` was not approved: not B"
            } else {
                "call_1 refund (error): the call of `refund` was not approved: not A\n\
                 call_2 refund (error): the call of `refund` was not approved: not B"
            };
            assert_eq!(told, expected, "{way:?}");
            assert_eq!(audit.requests().len(), 2);
        }
    }
}

/// What a shop has decided.
#[derive(Default, ToolSettings)]
struct RefundSettings {
    /// What is kept of each refund.
    #[setting(configurable)]
    fee: u32,
}

struct Shop;

#[tool_collection(name = "shop")]
impl Shop {
    /// Pays money back.
    #[tool(kind = "edit", requires_approval)]
    fn refund(&self, order: String, amount: u32, settings: &RefundSettings) -> String {
        format!("{order}: {}", amount.saturating_sub(settings.fee))
    }
}

#[tokio::test]
async fn settings_are_part_of_what_was_approved_and_not_of_what_is_saved() {
    for way in WAYS {
        let toolkit = || Toolkit::builder().collection(Shop).build().unwrap();
        let fee = |fee: u32| SettingsValues::new().set("refund", "fee", fee);
        let model = ScriptedModel::new([Turn::calls([refund("A")])]);
        let session = Session::new();
        let run = agent(&model, &toolkit()).prompt("Go.");
        let options = || RunOptions::new(&session);
        let run = waits(way.until(run, options().settings(fee(4321))).await.unwrap());
        let saved = serde_json::to_string(&run).unwrap();
        assert!(!saved.contains("4321") && !saved.contains("fee"), "{saved}");

        // Other settings: none at all, or others.
        for (settings, paid) in [(fee(2), "A: 3"), (SettingsValues::new(), "A: 5")] {
            let (run, session) = elsewhere(&run, &session);
            let (toolkit, model) = (toolkit(), ScriptedModel::new([Turn::say("Done.")]));
            let desk = agent(&model, &toolkit);
            let options = || RunOptions::new(&session).settings(settings.clone());
            let granted = || [Approval::Granted];
            let outcome = way.resume(run, &desk, &toolkit, granted(), options()).await.unwrap();
            let run = waits(outcome);
            let why = run.requests()[0].asked_again.clone().unwrap();
            assert_eq!(why, "the settings of the tool have changed since it was asked about");
            let outcome = way.resume(run, &desk, &toolkit, granted(), options()).await.unwrap();
            assert!(matches!(outcome, RunOutcome::Done(_)));
            assert_eq!(told(&model.requests()[0]), format!("call_1 refund: {paid}"));
        }

        // The same settings.
        let (toolkit, model) = (toolkit(), ScriptedModel::new([Turn::say("Done.")]));
        let desk = agent(&model, &toolkit);
        let options = options().settings(fee(4321));
        let outcome = way.resume(run, &desk, &toolkit, [Approval::Granted], options).await.unwrap();
        assert!(matches!(outcome, RunOutcome::Done(_)));
        assert_eq!(told(&model.requests()[0]), "call_1 refund: A: 0");
    }
}

/// A store in memory.
#[derive(Clone, Default)]
struct Stored(Arc<Mutex<SettingsValues>>);

impl SettingsStore for Stored {
    fn load(&self) -> Result<SettingsValues, StoreError> {
        Ok(self.0.lock().unwrap().clone())
    }

    fn update(&self, change: &mut SettingsChange<'_>) -> Result<SettingsValues, StoreError> {
        let changed = change(self.load()?)?;
        *self.0.lock().unwrap() = changed.clone();
        Ok(changed)
    }
}

#[tokio::test]
async fn settings_that_are_saved_while_a_person_thinks_are_asked_about_again() {
    for way in WAYS {
        let toolkit = Toolkit::builder().collection(Shop).store(Stored::default()).build().unwrap();
        let shop = toolkit.clone();
        let clerk = Clerk::by(move |request| {
            if request.asked_again.is_none() {
                shop.save_settings(&SettingsValues::new().set("refund", "fee", 1)).unwrap();
            }
            Approval::Granted
        });
        let session = Session::new();
        let model = ScriptedModel::new([Turn::calls([refund("A")]), Turn::say("Done.")]);
        let desk = agent(&model, AgentTools::new(&toolkit).approver(clerk.clone()));
        way.run(desk.prompt("Go.").run_options(&session)).await.unwrap();
        assert_eq!(told(&model.requests()[1]), "call_1 refund: A: 4");
        assert_eq!(clerk.orders(), [["A"], ["A"]]);
    }
}
