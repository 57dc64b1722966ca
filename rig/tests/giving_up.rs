//! Runs that are given up while a tool is called.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use rig_agent::AgentBuilder;
use rulebook::{
    Answer, AnswerFuture, Caller, Collection, FnTool, Listener, Progress, Question, Session,
    ToolCall, ToolOutput, ToolSet, ToolSpec, Toolkit,
};
use rulebook_rig::testing::{ScriptedModel, Turn};
use rulebook_rig::{RunOptions, ToolkitAgent, ToolkitRun};
use serde_json::json;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::support::way::{WAYS, Way};

/// Says when a call is under way, and when it is no longer.
#[derive(Default)]
struct Watched {
    begun: Notify,
    ended: Notify,
    over: AtomicBool,
}

struct Ends(Arc<Watched>);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::SeqCst);
        self.0.ended.notify_one();
    }
}

fn waits(watched: &Arc<Watched>) -> Toolkit {
    let watched = Arc::clone(watched);
    let tool = FnTool::new(ToolSpec::new("wait", "Waits."), move |_: ToolCall| {
        let watched = Arc::clone(&watched);
        async move {
            let _ends = Ends(Arc::clone(&watched));
            watched.begun.notify_one();
            std::future::pending::<()>().await;
            Ok(ToolOutput::json(json!(null)))
        }
    });
    let desk = Collection::builder("desk").tool(tool).build().unwrap();
    Toolkit::builder().collection(desk).build().unwrap()
}

#[tokio::test]
async fn a_run_that_is_dropped_ends_its_calls_at_once() {
    for way in WAYS {
        let watched = Arc::new(Watched::default());
        let model = ScriptedModel::by(|_| Turn::call("wait", json!({})));
        let agent = AgentBuilder::new(model).toolkit(&waits(&watched)).unwrap().build();
        let run = way.run(agent.prompt("go").run_options(Session::new()));
        tokio::select! {
            ended = run => panic!("{ended:?}"),
            () = watched.begun.notified() => {}
        }
        assert!(watched.over.load(Ordering::SeqCst), "{way:?}");
    }
}

/// Nobody, of whom it is seen how many hold on to them.
struct Nobody;

impl Listener for Nobody {
    fn progress(&self, _: Progress) {}

    fn ask(&self, _: Question) -> AnswerFuture<'_> {
        Box::pin(async { Ok(Answer::Cancelled) })
    }
}

#[tokio::test]
async fn nothing_of_a_run_is_left_behind() {
    let watched = Arc::new(Watched::default());
    let model = ScriptedModel::by(|_| Turn::call("wait", json!({})));
    let agent = AgentBuilder::new(model).toolkit(&waits(&watched)).unwrap().build();
    for way in WAYS {
        let nobody = Arc::new(Nobody);
        let options = RunOptions::new(&Session::new()).caller(&Caller::new(Arc::clone(&nobody)));
        let run = way.run(agent.prompt("go").run_options(options));
        tokio::select! {
            ended = run => panic!("{ended:?}"),
            () = watched.begun.notified() => {}
        }
        assert_eq!(Arc::strong_count(&nobody), 1, "{way:?}");
    }
}

#[tokio::test]
async fn a_stream_that_is_dropped_ends_its_calls_at_once() {
    let watched = Arc::new(Watched::default());
    let model = ScriptedModel::by(|_| Turn::call("wait", json!({})));
    let agent = AgentBuilder::new(model).toolkit(&waits(&watched)).unwrap().build();
    let mut stream = agent.prompt("go").run_options(Session::new()).stream();
    let through = async { while stream.next().await.is_some() {} };
    tokio::select! {
        () = through => panic!("it ended"),
        () = watched.begun.notified() => {}
    }
    drop(stream);
    assert!(watched.over.load(Ordering::SeqCst));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_stops_with_its_run() {
    let folder = tempfile::tempdir().unwrap();
    let script =
        "fn spin() -> int { tick(); let n = 0; loop { n += 1; if n > 1000000 { n = 0; } } n }";
    let manifest = json!({
        "schemaVersion": 1,
        "script": "rules.rhai",
        "exports": [{ "name": "spin", "description": "Never ends." },
                    { "name": "add", "description": "Ends." }],
    });
    let script = format!("{script} fn add() -> int {{ 3 }}");
    std::fs::write(folder.path().join("rules.rhai"), script).unwrap();
    let path = folder.path().join("rules.json");
    std::fs::write(&path, manifest.to_string()).unwrap();
    let begun = Arc::new(Notify::new());
    let tick = Arc::clone(&begun);
    let rules = ToolSet::options()
        .timeout(Duration::from_secs(600))
        .host_functions(move |engine| {
            let tick = Arc::clone(&tick);
            engine.register_fn("tick", move || tick.notify_one());
        })
        .load(path.to_str().unwrap())
        .await
        .unwrap();
    let toolkit = Toolkit::builder().collection(rules).build().unwrap();
    let model = ScriptedModel::by(|_| Turn::call("spin", json!({})));
    let agent = AgentBuilder::new(model).toolkit(&toolkit).unwrap().build();
    let run = Way::Blocking.run(agent.prompt("go").run_options(Session::new()));
    tokio::select! {
        ended = run => panic!("{ended:?}"),
        () = begun.notified() => {}
    }
    // The scripts of one tool set run one after another.
    let session = Session::new();
    let call = toolkit.call("add", json!({}), &session);
    let outcome = timeout(Duration::from_secs(60), call).await.expect("it is not held up");
    assert_eq!(outcome.unwrap().done().unwrap().value, 3);
}
