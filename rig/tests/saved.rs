//! What is saved of a run that waits, and what becomes of it elsewhere.

use std::process::Command;
use std::sync::LazyLock;

use insta::assert_snapshot;
use proptest::prelude::*;
use rig_agent::{Agent, AgentBuilder};
use rig_core::completion::Usage;
use rulebook::{Approval, Session};
use rulebook_rig::testing::{ScriptedModel, Turn};
use rulebook_rig::{RunOutcome, SuspendedRun, ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use crate::support::approving::{paid, told};
use crate::support::till;
use crate::support::until::{done, waits};

fn agent(model: &ScriptedModel) -> Agent {
    AgentBuilder::new(model.clone()).toolkit(&till()).unwrap().build()
}

fn usage() -> Usage {
    let mut usage = Usage::default();
    usage.input_tokens = Some(1);
    usage
}

/// A run that waits in its second turn, and its session.
async fn saved() -> (String, String) {
    let refund = |order: &str| ("refund", json!({ "order": order, "amount": 5 }));
    let model = ScriptedModel::new([
        Turn::call("add", json!({ "left": 1, "right": 2 })).counting(usage()),
        Turn::calls([refund("A"), refund("B")]).counting(usage()),
    ]);
    let session = Session::new();
    let outcome = agent(&model).prompt("Go.").until_approval(&session).await;
    let run = waits(outcome.unwrap());
    (serde_json::to_string(&run).unwrap(), session.to_json().to_string())
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// What a saved run does when A is granted and B is not: what was paid, or why it did not
/// go on.
async fn goes_on(run: SuspendedRun, session: &Session) -> Result<Vec<String>, String> {
    let toolkit = till();
    let model = ScriptedModel::by(|_| Turn::say("Done.").counting(usage()));
    let answers = [Approval::Granted, Approval::denied("no")];
    let outcome = run.resume(&agent(&model), &toolkit, answers, session).await;
    match outcome.map_err(|error| error.to_string())? {
        RunOutcome::Done(_) => Ok(paid(session)),
        RunOutcome::NeedsApproval(run) => {
            Err(format!("{:?}", run.requests().first().unwrap().asked_again))
        }
    }
}

#[test]
fn another_process_lets_a_run_go_on() {
    const TOLD: &str = "RULEBOOK_RIG_SAVED";
    match std::env::var(TOLD) {
        Err(_) => {
            let (run, session) = runtime().block_on(saved());
            let test = "saved::another_process_lets_a_run_go_on";
            let elsewhere = |session: &str| {
                let output = Command::new(std::env::current_exe().unwrap())
                    .args([test, "--exact", "--nocapture"])
                    .env(TOLD, json!([run, session]).to_string())
                    .output()
                    .unwrap();
                let said = String::from_utf8(output.stdout).unwrap();
                assert!(output.status.success() && said.contains("1 passed"), "{said}");
                let later = said.lines().find_map(|line| line.strip_prefix("SAID "));
                serde_json::from_str::<Value>(later.unwrap()).unwrap()
            };
            let first = elsewhere(&session);
            assert_eq!(first["paid"], json!(["A: 5"]));
            assert_eq!(
                first["told"],
                "call_1 add: 3\n\
                 call_2 refund: A: 5\n\
                 call_3 refund (error): the call of `refund` was not approved: no"
            );
            // A third process has what the second has saved.
            let second = elsewhere(first["session"].as_str().unwrap());
            assert_eq!(second["paid"], json!(["A: 5"]));
            assert!(second["error"].as_str().unwrap().contains("was answered before"));
        }
        Ok(saved) => runtime().block_on(async {
            let (run, session): (String, String) = serde_json::from_str(&saved).unwrap();
            let session: Session = session.parse().unwrap();
            let run: SuspendedRun = serde_json::from_str(&run).unwrap();
            let toolkit = till();
            let model = ScriptedModel::new([Turn::say("Done.")]);
            let answers = [Approval::Granted, Approval::denied("no")];
            let outcome = run.resume(&agent(&model), &toolkit, answers, &session).await;
            let error = outcome.map(done).err().map(|error| error.to_string());
            let told = model.requests().first().map(told);
            let session_json = session.to_json().to_string();
            let said = json!({
                "paid": paid(&session), "told": told, "error": error, "session": session_json,
            });
            use std::io::Write;
            writeln!(std::io::stdout(), "\nSAID {said}").unwrap();
        }),
    }
}

#[tokio::test]
async fn what_is_no_saved_run_is_refused() {
    let (run, _) = saved().await;
    let run: Value = serde_json::from_str(&run).unwrap();
    let with = |path: &str, value: Value| {
        let mut run = run.clone();
        let (parent, name) = path.rsplit_once('/').unwrap();
        match run.pointer_mut(parent).unwrap() {
            Value::Array(items) => items[name.parse::<usize>().unwrap()] = value,
            there => there[name] = value,
        }
        run
    };
    let first = run["calls"][0].clone();
    let mut told = Vec::new();
    for run in [
        json!({}),
        json!([]),
        with("/version", json!(2)),
        with("/run/format", json!(1)),
        with("/extra", json!(1)),
        with("/calls/0/answer", json!("yes")),
        with("/run/state", json!("PreparingRequest")),
        with("/run/state", json!("Failed")),
        with("/calls/0/at", json!(7)),
        with("/calls/1", first.clone()),
        with("/calls/0/request/tool", json!("add")),
        with("/run/completion_call_index", json!(u64::MAX)),
        with("/run/usage/input_tokens", json!(u64::MAX)),
    ] {
        let session = Session::with_id(first["request"]["session"].as_str().unwrap());
        let outcome = match serde_json::from_value(run) {
            Ok(run) => goes_on(run, &session).await.map(|paid| paid.join(", ")),
            Err(error) => Err(error.to_string()),
        };
        assert!(paid(&session).is_empty());
        told.push(outcome.unwrap_err());
    }
    assert_snapshot!(told.join("\n"), @r#"
    missing field `version`
    invalid length 0, expected a run that waits
    a suspended run of version 2, and version 1 is known
    resume refused: the run is format 1, this rig reads format 2
    unknown field `extra`, expected one of `version`, `conversation`, `run`, `calls`
    invalid type: string "yes", expected internally tagged enum Approval
    the run does not go on: what was saved of it does not fit together: it waits for no call of a tool
    the run does not go on: what was saved of it does not fit together: it waits for no call of a tool
    the run does not go on: what was saved of it does not fit together: a request is for a call that there is not
    the run does not go on: what was saved of it does not fit together: a request is not for the call that it stands at
    the run does not go on: what was saved of it does not fit together: a request is not for the call that it stands at
    the run does not go on: what was saved of it does not fit together: its counters are not those of a run
    the run does not go on: what was saved of it does not fit together: its counters are not those of a run
    "#);
}

#[tokio::test]
async fn what_was_cut_is_refused() {
    let (run, _) = saved().await;
    for end in (0..run.len()).filter(|end| run.is_char_boundary(*end)) {
        assert!(serde_json::from_str::<SuspendedRun>(run.get(..end).unwrap()).is_err());
    }
}

/// Every place in a document.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                places(value, &format!("{at}/{name}"), all);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                places(value, &format!("{at}/{index}"), all);
            }
        }
        _ => {}
    }
}

fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        Just(u64::MAX.into()),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!("PreparingRequest")),
        Just(json!("AwaitingModel")),
        Just(json!("Failed")),
    ]
}

/// One change of a document: another value, nothing, or what stands at another place.
#[derive(Clone, Debug)]
enum Change {
    Put(Value),
    Remove,
    Copy(prop::sample::Index),
}

fn change() -> impl Strategy<Value = (prop::sample::Index, Change)> {
    let change = prop_oneof![
        3 => anything().prop_map(Change::Put),
        1 => Just(Change::Remove),
        2 => any::<prop::sample::Index>().prop_map(Change::Copy),
    ];
    (any::<prop::sample::Index>(), change)
}

fn changed(mut document: Value, changes: &[(prop::sample::Index, Change)]) -> Value {
    for (at, change) in changes {
        let mut all = Vec::new();
        places(&document, "", &mut all);
        let path = at.get::<String>(&all);
        match change {
            Change::Put(value) => *document.pointer_mut(path).unwrap() = value.clone(),
            Change::Copy(from) => {
                let value = document.pointer(from.get::<String>(&all)).unwrap().clone();
                *document.pointer_mut(path).unwrap() = value;
            }
            Change::Remove => {
                let (parent, name) = path.rsplit_once('/').unwrap_or(("", ""));
                match document.pointer_mut(parent) {
                    Some(Value::Object(members)) => drop(members.remove(name)),
                    Some(Value::Array(items)) => {
                        drop(name.parse().ok().map(|index: usize| items.remove(index)));
                    }
                    _ => {}
                }
            }
        }
    }
    document
}

#[test]
fn no_single_value_of_what_was_saved_makes_anything_else_run() {
    runtime().block_on(async {
        let (run, session) = saved().await;
        let run: Value = serde_json::from_str(&run).unwrap();
        let mut all = Vec::new();
        places(&run, "", &mut all);
        for path in all {
            for value in [Value::Null, json!(u64::MAX), json!(0), json!([]), json!({}), json!("A")]
            {
                let mut run = run.clone();
                *run.pointer_mut(&path).unwrap() = value.clone();
                let session: Session = session.parse().unwrap();
                if let Ok(run) = serde_json::from_value(run) {
                    let _ = goes_on(run, &session).await;
                }
                let paid = paid(&session);
                let fine = paid.is_empty() || paid == ["A: 5"] || paid == ["B: 5"];
                assert!(fine, "{path} {value}: {paid:?}");
            }
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn what_was_forged_is_refused_or_runs_what_was_approved(
        changes in prop::collection::vec(change(), 1..3),
    ) {
        static SAVED: LazyLock<(String, String)> = LazyLock::new(|| runtime().block_on(saved()));
        let (run, session) = &*SAVED;
        runtime().block_on(async {
            let run = changed(serde_json::from_str(run).unwrap(), &changes);
            let session: Session = session.parse().unwrap();
            if let Ok(run) = serde_json::from_value(run) {
                let _ = goes_on(run, &session).await;
            }
            let paid = paid(&session);
            prop_assert!(paid.is_empty() || paid == ["A: 5"] || paid == ["B: 5"], "{:?}", paid);
            Ok(())
        })?;
    }
}
