//! Collections that are given to one agent.

use std::borrow::Cow;
use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rulebook::clock::ManualClock;
use rulebook::{
    CallOptions, Cancellation, ChangeNotice, ChangeNotifier, Collection, ErrorCode, FnTool,
    Session, Tool, ToolCollection, ToolSet, ToolSpec, Toolkit, ToolkitEvent,
};
use serde_json::{Value, json};

use super::support::{call, counted, echo, echoes};
use crate::support::repository;

fn names(toolkit: &Toolkit) -> Vec<String> {
    toolkit.tools().iter().map(|tool| tool.spec().name.clone()).collect()
}

#[tokio::test]
async fn tools_come_in_a_stable_order_and_are_called_by_name() {
    let toolkit = Toolkit::builder()
        .collection(echoes("second", &["b", "a"]))
        .collection(echoes("first", &["d", "c"]))
        .build()
        .unwrap();
    assert_eq!(names(&toolkit), ["b", "a", "d", "c"]);
    assert_eq!(names(&toolkit), names(&toolkit.clone()));
    let session = Session::new();
    assert_eq!(call(&toolkit, "d", json!({ "x": 1 }), &session).await.unwrap(), json!({ "x": 1 }));
    let spawned = tokio::spawn({
        let toolkit = toolkit.clone();
        async move { toolkit.call("a", json!({}), Session::new()).await }
    });
    assert!(spawned.await.unwrap().is_ok());
}

#[tokio::test]
async fn what_cannot_be_called_is_told_the_model() {
    let toolkit = Toolkit::builder().collection(echoes("desk", &["find_order"])).build().unwrap();
    let session = Session::new();
    let deep = (0..100_000).fold(json!(1), |inner, _| Value::Array(vec![inner]));
    let deep = Value::Object([("deep".to_owned(), deep)].into_iter().collect());
    let mut told = Vec::new();
    for (name, arguments) in [
        ("find_odrer", json!({})),
        ("🦀", json!({})),
        ("find_order", json!([1])),
        ("find_order", deep),
    ] {
        told.push(toolkit.call(name, arguments, &session).await.unwrap_err().to_string());
    }
    insta::assert_snapshot!(told.join("\n"), @"
    unknown_tool: there is no tool `find_odrer`; did you mean `find_order`?
    unknown_tool: there is no tool `🦀`; the tools are `find_order`
    invalid_arguments: the arguments are an array, and must be an object
    invalid_arguments: the arguments are nested more than 512 levels deep
    ");
}

#[tokio::test]
async fn clashes_name_both_sources() {
    let load = |name: &'static str| async move {
        let options = ToolSet::options().root(repository()).name(name);
        options.load(repository().join("manifests/returns.json")).await.unwrap()
    };
    let kits = [
        Toolkit::builder().collection(echoes("a", &["find"])).collection(echoes("b", &["find"])),
        Toolkit::builder()
            .collection(echoes("a", &["find_order"]))
            .collection(echoes("b", &["Find-Order"])),
        Toolkit::builder().collection(echoes("a", &["one"])).collection(echoes("a", &["two"])),
        Toolkit::builder()
            .collection(load("rules").await)
            .collection(echoes("desk", &["calculate_refund_amount"])),
        Toolkit::builder().collection(
            Collection::builder("desk").collection(echoes("desk", &["x"])).build().unwrap(),
        ),
        Toolkit::builder().collection(echoes("a", &["find order", "", "größe"])),
    ];
    let told = kits.map(|kit| kit.build().unwrap_err().to_string());
    insta::assert_snapshot!(told.join("\n---\n"), @"
    two tools are named `find`, in the collection `a` and the collection `b`: rename one
    ---
    the tool names `find_order` and `Find-Order` are too alike, in the collection `a` and the collection `b`: rename one, so that they differ in more than case, `-` and `_`
    ---
    2 collections are named `a`: give each a name of its own, since state of a session is kept by it
    ---
    two tools are named `calculate_refund_amount`, in the collection `rules` (`calculate_refund_amount` of `scripts/returns.rhai`, by `manifests/returns.json`) and the collection `desk`: rename one
    ---
    2 collections are named `desk`: give each a name of its own, since state of a session is kept by it
    ---
    the tool name `find order` has a space in it, in the collection `a`: use the letters a to z, digits, `_` and `-`, at most 64, such as `find_order`
    a tool name cannot be empty, in the collection `a`: use the letters a to z, digits, `_` and `-`, at most 64
    the tool name `größe` has `ö` in it, in the collection `a`: use the letters a to z, digits, `_` and `-`, at most 64
    ");
}

#[tokio::test]
async fn a_panic_in_a_tool_is_a_tool_error() {
    let panics = FnTool::new(ToolSpec::new("panics", "Panics."), |_| async { panic!("ouch") });
    let at_once = FnTool::new(ToolSpec::new("at_once", "Panics."), |_| {
        if true {
            panic!("ouch");
        }
        pending()
    });
    let collection = Collection::builder("c").tool(Arc::new(panics)).tool(Arc::new(at_once));
    let toolkit = Toolkit::builder().collection(collection.build().unwrap()).build().unwrap();
    for name in ["panics", "at_once"] {
        let error = toolkit.call(name, json!({}), &Session::new()).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::ScriptFailed);
        insta::allow_duplicates! { insta::assert_snapshot!(error.message, @"a function of the host failed unexpectedly: the log of the host says why"); }
    }
}

#[tokio::test]
async fn a_tool_that_hangs_ends_at_its_deadline_or_when_it_is_given_up() {
    let hangs = FnTool::new(ToolSpec::new("hangs", "Hangs."), |_| pending());
    let collection = Collection::builder("c").tool(Arc::new(hangs)).build().unwrap();
    let clock = ManualClock::new();
    let toolkit = Toolkit::builder()
        .collection(collection)
        .clock(clock.clock())
        .timeout(Duration::from_secs(5))
        .build()
        .unwrap();
    let late = tokio::spawn({
        let toolkit = toolkit.clone();
        async move { toolkit.call("hangs", json!({}), Session::new()).await.unwrap_err() }
    });
    while !late.is_finished() {
        clock.advance(Duration::from_secs(1));
        tokio::task::yield_now().await;
    }
    let late = late.await.unwrap();
    assert_eq!(late.code, ErrorCode::TimedOut);
    insta::assert_snapshot!(late.message, @"no answer came within 5s");

    let stop = Cancellation::new();
    let options = CallOptions::new(&Session::new()).cancellation(&stop);
    let given_up = tokio::spawn(async move { toolkit.call("hangs", json!({}), options).await });
    tokio::task::yield_now().await;
    stop.cancel();
    assert_eq!(given_up.await.unwrap().unwrap_err().code, ErrorCode::Cancelled);
}

/// A collection whose tools are others from time to time.
struct Changing {
    tools: Mutex<Vec<Arc<dyn Tool>>>,
    notifier: ChangeNotifier,
}

impl Changing {
    fn new(names: &[&str]) -> Arc<Self> {
        let tools = names.iter().map(|name| echo(name)).collect();
        Arc::new(Self { tools: Mutex::new(tools), notifier: ChangeNotifier::new() })
    }

    fn become_others(&self, names: &[&str]) {
        *self.tools.lock().unwrap() = names.iter().map(|name| echo(name)).collect();
        self.notifier.notify();
    }
}

impl ToolCollection for Changing {
    fn name(&self) -> Cow<'_, str> {
        "changing".into()
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        self.tools.lock().unwrap().clone()
    }

    fn changes(&self) -> Option<ChangeNotice> {
        Some(self.notifier.notice())
    }
}

#[tokio::test]
async fn the_list_follows_collections_that_change_and_says_so() {
    let changing = Changing::new(&["a", "b"]);
    let toolkit = Toolkit::builder()
        .collection(echoes("still", &["x"]))
        .collection(Arc::clone(&changing))
        .build()
        .unwrap();
    let mut events = toolkit.events();
    changing.become_others(&["b", "c", "X"]);
    assert_eq!(names(&toolkit), ["x", "b", "c"]);
    let Some(ToolkitEvent::Changed(change)) = events.next().await else { panic!("no change") };
    assert_eq!(
        (&change.added[..], &change.removed[..]),
        (&["c".to_owned()][..], &["a".to_owned()][..])
    );
    insta::assert_snapshot!(change.left_out.join("\n"), @"the tool names `x` and `X` are too alike, in the collection `still` and the collection `changing`: rename one, so that they differ in more than case, `-` and `_`");
    assert_eq!(
        toolkit.call("a", json!({}), &Session::new()).await.unwrap_err().code,
        ErrorCode::UnknownTool
    );
    // Nobody asks the toolkit for anything: waiting for events is enough.
    let waiting = tokio::spawn(async move {
        loop {
            if let Some(ToolkitEvent::Changed(change)) = events.next().await {
                return change;
            }
        }
    });
    tokio::task::yield_now().await;
    changing.become_others(&["b"]);
    let change = waiting.await.unwrap();
    assert_eq!(change.removed, ["c"]);
    // The same list again is no change.
    let mut events = toolkit.events();
    changing.become_others(&["b"]);
    assert_eq!(names(&toolkit), ["x", "b"]);
    drop((toolkit, changing));
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn sessions_are_scoped_by_collection_and_never_shared() {
    let (tool, runs) = counted("count");
    let collection = Collection::builder("c").tool(tool).build().unwrap();
    let toolkit = Toolkit::builder().collection(collection).build().unwrap();
    assert_eq!(call(&toolkit, "count", json!({}), &Session::new()).await.unwrap(), 1);
    assert_eq!(runs.load(std::sync::atomic::Ordering::SeqCst), 1);
}
