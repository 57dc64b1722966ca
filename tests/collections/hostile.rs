//! Collections and tools that misbehave: they panic, ask back, follow each other or
//! keep what is not theirs.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use rulebook::{
    Approval, ApprovalRequest, ChangeNotice, ChangeNotifier, Collection, ContextFuture, ErrorCode,
    FnTool, PermissionMode, PermissionPolicy, Session, SessionState, Tool, ToolCall,
    ToolCollection, ToolFuture, ToolKind, ToolOutput, ToolSpec, Toolkit, ToolkitEvent,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::support::{asked, call, counted, echo, echoes};

#[derive(Default, Serialize, Deserialize)]
struct Note(String);

impl SessionState for Note {
    const NAME: &'static str = "note";
}

fn names(toolkit: &Toolkit) -> Vec<String> {
    toolkit.tools().iter().map(|tool| tool.spec().name.clone()).collect()
}

/// Runs something that must end. Only a fault takes the time.
fn ends<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let (tell, told) = mpsc::channel();
    thread::spawn(move || tell.send(run()));
    told.recv_timeout(Duration::from_secs(30)).expect("it ends")
}

/// A tool that answers with the note of the session that it is given.
fn reads_note(name: &str) -> Arc<dyn Tool> {
    Arc::new(FnTool::new(ToolSpec::new(name, "Reads the note."), |call| async move {
        Ok(ToolOutput::json(call.session.unwrap_or_default().get::<Note>()?.0.into()))
    }))
}

/// A collection of someone else, which scopes nothing itself.
struct Foreign(&'static str);

impl ToolCollection for Foreign {
    fn name(&self) -> Cow<'_, str> {
        self.0.into()
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        vec![reads_note(&format!("{}_note", self.0))]
    }

    fn context(self: Arc<Self>, session: Session) -> ContextFuture {
        Box::pin(async move { Ok(Some(session.get::<Note>()?.0)) })
    }
}

#[tokio::test]
async fn tools_and_contexts_of_a_foreign_collection_see_its_own_state_only() {
    let desk = Collection::builder("desk").collection(Foreign("inner")).build().unwrap();
    let toolkit = Toolkit::builder().collection(Foreign("outer")).collection(desk).build().unwrap();
    let session = Session::new();
    for (collection, text) in [("", "host"), ("outer", "outer's"), ("inner", "inner's")] {
        session.for_collection(collection).put(&Note(text.to_owned())).unwrap();
    }
    session.for_collection("desk").put(&Note("desk's".to_owned())).unwrap();
    for session in [session.clone(), session.for_collection("desk")] {
        for (tool, note) in [("outer_note", "outer's"), ("inner_note", "inner's")] {
            assert_eq!(call(&toolkit, tool, json!({}), &session).await.unwrap(), note);
        }
        let said = toolkit.context(&session).await.unwrap();
        let said: Vec<_> = said.parts().collect();
        assert_eq!(said, [("outer", "outer's"), ("inner", "inner's")]);
    }
}

#[tokio::test]
async fn an_approved_call_sees_the_state_of_its_collection() {
    struct Guarded;
    impl ToolCollection for Guarded {
        fn name(&self) -> Cow<'_, str> {
            "guarded".into()
        }

        fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
            let mut spec = ToolSpec::new("read_note", "Reads the note.");
            spec.requires_approval = true;
            vec![Arc::new(FnTool::new(spec, |call| async move {
                Ok(ToolOutput::json(call.session.unwrap_or_default().get::<Note>()?.0.into()))
            }))]
        }
    }
    let toolkit = Toolkit::builder().collection(Guarded).build().unwrap();
    let session = Session::new();
    session.put(&Note("host".to_owned())).unwrap();
    session.for_collection("guarded").put(&Note("guarded's".to_owned())).unwrap();
    let request = asked(&toolkit, "read_note", json!({}), &session).await;
    let outcome = toolkit.answer(request, Approval::Granted, &session).await.unwrap();
    assert_eq!(outcome.done().unwrap().value, "guarded's");
}

/// A collection that asks a toolkit what there is while it is asked itself.
#[derive(Default)]
struct AsksBack {
    toolkit: OnceLock<Toolkit>,
    notifier: ChangeNotifier,
    seen: Mutex<Vec<String>>,
}

impl ToolCollection for AsksBack {
    fn name(&self) -> Cow<'_, str> {
        "asks_back".into()
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        if let Some(toolkit) = self.toolkit.get() {
            *self.seen.lock().unwrap() = names(toolkit);
            return vec![echo("later")];
        }
        vec![echo("first")]
    }

    fn changes(&self) -> Option<ChangeNotice> {
        Some(self.notifier.notice())
    }
}

#[test]
fn a_collection_that_asks_its_toolkit_back_does_not_wait_for_itself() {
    let (now, seen) = ends(|| {
        let collection = Arc::new(AsksBack::default());
        let toolkit = Toolkit::builder().collection(Arc::clone(&collection)).build().unwrap();
        collection.toolkit.set(toolkit.clone()).unwrap();
        collection.notifier.notify();
        let now = names(&toolkit);
        let seen = collection.seen.lock().unwrap().clone();
        (now, seen)
    });
    assert_eq!((now, seen), (vec!["later".to_owned()], vec!["first".to_owned()]));
}

/// A collection whose list takes until someone lets it go on.
struct Slow {
    notifier: ChangeNotifier,
    waits: AtomicBool,
    go_on: Mutex<Option<mpsc::Receiver<()>>>,
}

impl ToolCollection for Slow {
    fn name(&self) -> Cow<'_, str> {
        "slow".into()
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        let gate = self.go_on.lock().unwrap().take();
        if let Some(gate) = gate {
            self.waits.store(true, Ordering::SeqCst);
            gate.recv().unwrap();
            return vec![echo("old")];
        }
        vec![echo("new")]
    }

    fn changes(&self) -> Option<ChangeNotice> {
        Some(self.notifier.notice())
    }
}

#[test]
fn a_collection_that_takes_its_time_holds_up_nobody_and_brings_back_nothing_old() {
    let found = ends(|| {
        let slow = Arc::new(Slow {
            notifier: ChangeNotifier::new(),
            waits: AtomicBool::new(false),
            go_on: Mutex::new(None),
        });
        let toolkit = Toolkit::builder().collection(Arc::clone(&slow)).build().unwrap();
        let (let_go, gate) = mpsc::channel();
        *slow.go_on.lock().unwrap() = Some(gate);
        slow.notifier.notify();
        let other = toolkit.clone();
        let waiting = thread::spawn(move || names(&other));
        while !slow.waits.load(Ordering::SeqCst) {
            thread::yield_now();
        }
        // It changes once more while the first look at it goes on.
        slow.notifier.notify();
        let meanwhile = names(&toolkit);
        let_go.send(()).unwrap();
        [meanwhile, waiting.join().unwrap(), names(&toolkit)]
    });
    assert_eq!(found, [["new"], ["new"], ["new"]]);
}

/// A collection that panics wherever it is told to.
#[derive(Default)]
struct Panics {
    place: Mutex<&'static str>,
    notifier: ChangeNotifier,
}

impl Panics {
    fn at(place: &'static str) -> Arc<Self> {
        Arc::new(Self { place: Mutex::new(place), ..Self::default() })
    }

    fn perhaps(&self, place: &str) {
        let here = *self.place.lock().unwrap() == place;
        assert!(!here, "ouch");
    }
}

impl ToolCollection for Panics {
    fn name(&self) -> Cow<'_, str> {
        self.perhaps("name");
        "panics".into()
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        self.perhaps("tools");
        vec![echo("one")]
    }

    fn instructions(&self) -> Vec<String> {
        self.perhaps("instructions");
        vec!["One.".to_owned()]
    }

    fn constraints(&self) -> Vec<String> {
        self.perhaps("constraints");
        Vec::new()
    }

    fn parts(&self) -> Vec<Arc<dyn ToolCollection>> {
        self.perhaps("parts");
        Vec::new()
    }

    fn changes(&self) -> Option<ChangeNotice> {
        self.perhaps("changes");
        Some(self.notifier.notice())
    }
}

#[tokio::test]
async fn a_collection_that_panics_when_it_is_asked_takes_no_other_with_it() {
    for place in ["name", "tools", "instructions", "constraints"] {
        let error = Toolkit::builder().collection(Panics::at(place)).build().unwrap_err();
        assert_eq!(error.mistakes().len(), 1, "{error}");
        assert!(error.to_string().contains("it panicked"), "{error}");

        let collection = Panics::at("");
        let toolkit = Toolkit::builder()
            .collection(Arc::clone(&collection))
            .collection(echoes("desk", &["look"]))
            .build()
            .unwrap();
        let mut events = toolkit.events();
        *collection.place.lock().unwrap() = place;
        collection.notifier.notify();
        let session = Session::new();
        assert_eq!(call(&toolkit, "look", json!({}), &session).await.unwrap(), json!({}));
        assert_eq!(names(&toolkit), ["look"], "{place}");
        let Some(ToolkitEvent::Changed(change)) = events.next().await else { panic!("{place}") };
        assert_eq!((&change.removed[..], change.left_out.len()), (&["one".to_owned()][..], 1));
        assert_eq!(toolkit.context(&session).await, None);
        // Whoever is well again is there again.
        *collection.place.lock().unwrap() = "";
        collection.notifier.notify();
        assert_eq!(names(&toolkit), ["one", "look"], "{place}");
    }
    for place in ["parts", "changes"] {
        let toolkit = Toolkit::builder().collection(Panics::at(place)).build().unwrap();
        drop(toolkit.events());
        assert_eq!(toolkit.context(&Session::new()).await, None);
        assert_eq!(names(&toolkit), ["one"]);
    }
}

#[test]
fn what_a_collection_that_panics_is_told() {
    let error = Toolkit::builder().collection(Panics::at("tools")).build().unwrap_err();
    insta::assert_snapshot!(error, @"the collection `panics` is left out, since it panicked when it was asked for its tools and lines: the log says why");
}

/// A collection that is one of its own parts.
struct OfItself(usize);

impl ToolCollection for OfItself {
    fn name(&self) -> Cow<'_, str> {
        "of_itself".into()
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        Vec::new()
    }

    fn parts(&self) -> Vec<Arc<dyn ToolCollection>> {
        (0..self.0).map(|_| Arc::new(Self(self.0)) as Arc<dyn ToolCollection>).collect()
    }
}

#[test]
fn a_collection_among_its_own_parts_is_refused_and_exhausts_no_stack() {
    for parts in [1, 2] {
        let error = ends(move || Toolkit::builder().collection(OfItself(parts)).build());
        insta::allow_duplicates! {
            insta::assert_snapshot!(error.unwrap_err(), @"there are 1000 collections or more: a collection must not be among its own parts");
        }
    }
}

/// A tool that panics wherever it is told to, but for its first spec.
struct PanicsAt(&'static str, AtomicBool);

impl Tool for PanicsAt {
    fn spec(&self) -> Arc<ToolSpec> {
        assert!(!(self.0 == "spec" && self.1.load(Ordering::SeqCst)), "ouch");
        let mut spec = ToolSpec::new("panics", "Panics.");
        spec.requires_approval = true;
        Arc::new(spec)
    }

    fn call(&self, _: ToolCall) -> ToolFuture<'_> {
        panic!("ouch")
    }

    fn normalize(
        &self,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, rulebook::ToolError> {
        assert!(self.0 != "normalize", "ouch");
        Ok(arguments)
    }

    fn revision(&self) -> Option<String> {
        assert!(self.0 != "revision", "ouch");
        None
    }

    fn pinned(&self) -> Option<Arc<dyn Tool>> {
        assert!(self.0 != "pinned", "ouch");
        None
    }
}

#[tokio::test]
async fn a_tool_that_panics_before_it_runs_is_a_tool_error() {
    for place in ["spec", "normalize", "revision", "pinned"] {
        let tool = Arc::new(PanicsAt(place, AtomicBool::new(false)));
        let collection = Collection::builder("c").tool(Arc::clone(&tool) as Arc<dyn Tool>);
        let collection = collection.build().unwrap();
        let toolkit = Toolkit::builder().collection(collection).build().unwrap();
        let mut events = toolkit.events();
        tool.1.store(true, Ordering::SeqCst);
        let error = toolkit.call("panics", json!({}), &Session::new()).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::ScriptFailed, "{place}");
        let Some(ToolkitEvent::Started(_)) = events.next().await else { panic!("{place}") };
        let Some(ToolkitEvent::Finished(end)) = events.next().await else { panic!("{place}") };
        assert_eq!(end.failed, Some(ErrorCode::ScriptFailed), "{place}");
    }
}

#[tokio::test]
async fn what_a_plan_denies_is_not_run_by_approval_either() {
    let (tool, runs) = counted("change");
    let desk = Collection::builder("desk").tool(tool).kind("change", ToolKind::Edit);
    let desk = desk.requires_approval("change").build().unwrap();
    let toolkit = Toolkit::builder().collection(desk).build().unwrap();
    let session = Session::new();
    let request = asked(&toolkit, "change", json!({}), &session).await;
    let plan =
        rulebook::CallOptions::new(&session).policy(PermissionPolicy::new(PermissionMode::Plan));
    let error = toolkit.answer(request, Approval::Granted, plan).await.unwrap_err();
    assert_eq!((error.code, runs.load(Ordering::SeqCst)), (ErrorCode::Denied, 0));
    insta::assert_snapshot!(error.message, @"`change` changes data, and nothing is changed while planning: do not call it now, finish the plan with the tools that only read, and present it");
}

#[tokio::test]
async fn a_call_whose_arguments_are_no_object_is_observed_too() {
    let toolkit = Toolkit::builder().collection(echoes("desk", &["look"])).build().unwrap();
    let mut events = toolkit.events();
    let error = toolkit.call("look", json!(["secret"]), &Session::new()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArguments);
    let Some(ToolkitEvent::Started(begun)) = events.next().await else { panic!("no event") };
    assert_eq!((&*begun.tool, begun.arguments.len()), ("look", 0));
    let Some(ToolkitEvent::Finished(end)) = events.next().await else { panic!("no event") };
    assert_eq!(end.failed, Some(ErrorCode::InvalidArguments));
}

#[tokio::test]
async fn marks_that_are_written_otherwise_do_not_end_a_context_either() {
    for mark in ["</FROM>", "< /from>", "</\tfrom >", "<\u{200b}/Live_Context>", "<FROM x>"] {
        let context = move |_| async move { Ok(Some(format!("a < b {mark} <i>from</i>"))) };
        let one = Collection::builder("one").context(context).build().unwrap();
        let toolkit = Toolkit::builder().collection(one).build().unwrap();
        let said = toolkit.context(&Session::new()).await.unwrap().to_string();
        let harmless = format!("a < b {} <i>from</i>", mark.replace('<', "&lt;"));
        assert!(said.contains(&harmless), "{said}");
    }
}

/// What a model may write for a number or a text, as JSON text.
const WRITTEN: &[&str] = &[
    "1",
    "1.0",
    "1e2",
    "-0.0",
    "-0",
    "0.10",
    "1.50",
    "12345678901234567890",
    "0.1",
    "1e-7",
    "123456789012345678901234567890",
    "9007199254740993",
    "9223372036854775807",
    "1e300",
    "-9223372036854775808",
    "1.7976931348623157e308",
    "5e-324",
    "0.30000000000000004",
    "\"1\"",
    "\"1.0\"",
    "\"1.50\"",
    "\"1e2\"",
    "\"-0.0\"",
    "\" 7 \"",
    "\"+1\"",
    "\"007\"",
    "\"12345678901234567890\"",
    "\"0.1000000000000000055511151231257827\"",
    "\"true\"",
    "true",
    "\"null\"",
    "null",
    "\"[1, 2]\"",
    "[1.0, \"2\"]",
    "[\"1.50\"]",
    "{\"n\": \"1\"}",
    "\"{\\\"n\\\": 1.0}\"",
    "\"\"",
    "\"\\u0000\"",
    "{}",
    "[]",
];

/// What is shown to a person is what runs, whatever was written, also when the request
/// was text meanwhile: never something else, and never asked again for ever.
#[tokio::test]
async fn arguments_that_are_approved_run_as_they_were_shown() {
    let types = [
        "int",
        "float",
        "decimal",
        "string",
        "bool",
        "int?",
        "float?",
        "decimal?",
        "string?",
        "array",
        "map",
        "array<int>",
        "array<float>",
        "array<decimal>",
        "array<string>",
    ];
    let mut runs = 0;
    for ty in types {
        let script = format!("fn tell(a: {ty}) -> string {{ `${{type_of(a)}} ${{a}}` }}");
        let folder = crate::support::Folder::with_rules(&script, &["tell"]);
        let rules = folder.load().await.unwrap();
        let free = Toolkit::builder().collection(rules.clone()).build().unwrap();
        let desk = Collection::builder("desk").collection(rules).requires_approval("tell");
        let guarded = Toolkit::builder().collection(desk.build().unwrap()).build().unwrap();
        let session = Session::new();
        for written in WRITTEN {
            let given: Value = serde_json::from_str(&format!("{{\"a\": {written}}}")).unwrap();
            let Ok(direct) = call(&free, "tell", given.clone(), &session).await else {
                let error = guarded.call("tell", given, &session).await.unwrap_err();
                assert_eq!(error.code, ErrorCode::InvalidArguments, "{ty} {written}");
                continue;
            };
            let request = asked(&guarded, "tell", given, &session).await;
            let shown = Value::from(request.arguments.clone());
            assert_eq!(call(&free, "tell", shown, &session).await.unwrap(), direct);
            let text = serde_json::to_string(&request).unwrap();
            let later: ApprovalRequest = serde_json::from_str(&text).unwrap();
            let outcome = guarded.answer(later, Approval::Granted, &session).await.unwrap();
            let Ok(output) = outcome.done() else { panic!("{ty} {written}: asked again") };
            assert_eq!(output.value, direct, "{ty} {written}");
            runs += 1;
        }
    }
    assert!(runs > 100, "{runs}");
}

/// The same of tools in Rust, whose arguments are held to a schema of any kind.
#[tokio::test]
async fn arguments_that_are_approved_run_as_they_were_shown_by_tools_in_rust() {
    let schemas = [
        json!({}),
        json!({ "type": "integer" }),
        json!({ "type": "number" }),
        json!({ "type": "string" }),
        json!({ "type": "boolean" }),
        json!({ "type": ["integer", "string"] }),
        json!({ "type": ["string", "null"] }),
        json!({ "type": ["number", "null"] }),
        json!({ "anyOf": [{ "type": "number" }, { "type": "array" }] }),
        json!({ "oneOf": [{ "type": "integer" }, { "type": "object" }] }),
        json!({ "type": "array", "items": { "type": "number" } }),
        json!({ "type": "array", "items": { "type": "string" } }),
        json!({ "type": "object", "properties": { "n": { "type": "integer" } } }),
        json!({ "type": "object" }),
        json!({ "enum": [1, "1", 1.5, null] }),
        json!({ "const": 1 }),
    ];
    let mut runs = 0;
    for schema in schemas {
        let tool = |requires_approval| {
            let mut spec = ToolSpec::new("tell", "Tells what it gets.");
            spec.input_schema = json!({ "type": "object", "properties": { "a": schema } });
            spec.requires_approval = requires_approval;
            let tool = FnTool::new(spec, |call| async move {
                let text = Value::from(call.arguments).to_string();
                Ok(ToolOutput::json(text.into()))
            });
            let collection = Collection::builder("c").tool(Arc::new(tool)).build().unwrap();
            Toolkit::builder().collection(collection).build().unwrap()
        };
        let (free, guarded, session) = (tool(false), tool(true), Session::new());
        for written in WRITTEN {
            let given: Value = serde_json::from_str(&format!("{{\"a\": {written}}}")).unwrap();
            let Ok(direct) = call(&free, "tell", given.clone(), &session).await else { continue };
            let request = asked(&guarded, "tell", given, &session).await;
            let shown = Value::from(request.arguments.clone());
            assert_eq!(direct, shown.to_string(), "{schema} {written}");
            let text = serde_json::to_string(&request).unwrap();
            let later: ApprovalRequest = serde_json::from_str(&text).unwrap();
            let outcome = guarded.answer(later, Approval::Granted, &session).await.unwrap();
            let Ok(output) = outcome.done() else { panic!("{schema} {written}: asked again") };
            assert_eq!(output.value, direct, "{schema} {written}");
            runs += 1;
        }
    }
    assert!(runs > 100, "{runs}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_is_answered_from_many_sides_at_once_runs_once() {
    let (tool, runs) = counted("refund");
    let toolkits: Vec<_> = (0..2)
        .map(|_| {
            let desk = Collection::builder("desk").tool(Arc::clone(&tool));
            let desk = desk.requires_approval("refund").build().unwrap();
            Toolkit::builder().collection(desk).build().unwrap()
        })
        .collect();
    for round in 1..=50 {
        let session = Session::new();
        let request = asked(&toolkits[0], "refund", json!({}), &session).await;
        let answers: Vec<_> = (0..8)
            .map(|n| {
                let (toolkit, session) = (toolkits[n % 2].clone(), session.clone());
                let request = request.clone();
                tokio::spawn(async move {
                    toolkit.answer(request, Approval::Granted, &session).await.is_ok()
                })
            })
            .collect();
        let mut ran = 0;
        for answer in answers {
            ran += usize::from(answer.await.unwrap());
        }
        assert_eq!((ran, runs.load(Ordering::SeqCst)), (1, round));
    }
}

#[tokio::test]
async fn a_name_of_any_length_is_refused_at_once() {
    let toolkit = Toolkit::builder().collection(echoes("desk", &["look", "refund"]));
    let toolkit = toolkit.build().unwrap();
    let name = "look".repeat(500_000);
    let error = toolkit.call(&name, json!({}), &Session::new()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::UnknownTool);
    assert!(error.message.len() < 300, "{}", error.message.len());
}

#[tokio::test]
async fn a_request_that_could_not_be_read_again_is_not_made() {
    let (mut left_out, mut asked_about) = (0, 0);
    let tool = echo("refund");
    let desk = Collection::builder("desk").tool(tool).requires_approval("refund");
    let toolkit = Toolkit::builder().collection(desk.build().unwrap()).build().unwrap();
    for depth in [1, 90, 100, 110, 120, 125, 126, 127, 128, 200, 500] {
        let deep = (0..depth).fold(json!(1), |inner, _| json!([inner]));
        match toolkit.call("refund", json!({ "a": deep }), &Session::new()).await {
            Ok(rulebook::CallOutcome::NeedsApproval(request)) => {
                let text = serde_json::to_string(&request).unwrap();
                let later: Result<rulebook::ApprovalRequest, _> = serde_json::from_str(&text);
                assert_eq!(later.unwrap(), *request, "{depth}");
                asked_about += 1;
            }
            Ok(rulebook::CallOutcome::Done(_)) => panic!("it ran"),
            Err(error) => {
                assert_eq!(error.code, ErrorCode::InvalidArguments, "{depth}");
                left_out += 1;
            }
        }
    }
    assert!(left_out > 4 && asked_about >= 2, "{left_out} {asked_about}");
}
