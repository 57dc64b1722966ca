//! The four layers of settings in a toolkit, and what is stored.

use std::sync::{Arc, Mutex};

use rulebook::{
    Approval, CallOptions, CallOutcome, Collection, ErrorCode, FnTool, ResolvedSettings, Session,
    SettingFault, SettingsChange, SettingsLayer, SettingsMember, SettingsRecord, SettingsStore,
    SettingsValues, StoreError, StoreErrorKind, Tool, ToolCall, ToolError, ToolFuture, ToolOutput,
    ToolSet, ToolSpec, Toolkit, ToolkitBuilder, ToolkitEvent,
};
use serde_json::{Value, json};

use super::support::{asked, call, echo};
use crate::support::Folder;

/// A tool that gives the settings it runs with.
struct Search {
    spec: Arc<ToolSpec>,
    record: Arc<SettingsRecord>,
}

impl Tool for Search {
    fn spec(&self) -> Arc<ToolSpec> {
        Arc::clone(&self.spec)
    }

    fn settings(&self) -> Option<Arc<SettingsRecord>> {
        Some(Arc::clone(&self.record))
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        let values = call.settings.map(|settings| Value::Object(settings.values()));
        Box::pin(async move { Ok(ToolOutput::json(values.unwrap_or_default())) })
    }
}

fn record(limit: u32) -> SettingsRecord {
    let regions = |value: Value| match value.as_str() {
        Some("eu" | "us") => Ok(value),
        _ => Err(SettingFault::expected("one of `eu`, `us`", &value)),
    };
    let whole = |value: Value| match value.as_u64().is_some_and(|value| value <= 1_000) {
        true => Ok(value),
        false => Err(SettingFault::expected("int from 0 to 1000", &value)),
    };
    let schema = || json!({});
    SettingsRecord::new(
        "SearchSettings",
        vec![
            SettingsMember::new("limit", limit.into(), schema(), whole).configurable(),
            SettingsMember::new("region", "eu".into(), schema(), regions).configurable(),
            SettingsMember::new("ceiling", 100.into(), schema(), whole),
        ],
    )
}

fn search_with(limit: u32) -> Collection {
    let spec = Arc::new(ToolSpec::new("search", "Searches."));
    let search = Search { spec, record: Arc::new(record(limit)) };
    Collection::builder("desk").tool(Arc::new(search)).tool(echo("plain")).build().unwrap()
}

fn desk() -> ToolkitBuilder {
    Toolkit::builder().collection(search_with(10))
}

fn values(json: Value) -> SettingsValues {
    serde_json::from_value(json).unwrap()
}

/// A store in memory that can be spoilt.
#[derive(Clone)]
struct Memory(Arc<Mutex<Result<SettingsValues, String>>>);

impl Memory {
    fn with(json: Value) -> Self {
        Self(Arc::new(Mutex::new(Ok(values(json)))))
    }

    fn put(&self, stored: Result<SettingsValues, String>) {
        *self.0.lock().unwrap() = stored;
    }

    fn now(&self) -> Value {
        serde_json::to_value(self.0.lock().unwrap().clone().unwrap()).unwrap()
    }
}

impl SettingsStore for Memory {
    fn load(&self) -> Result<SettingsValues, StoreError> {
        let stored = self.0.lock().unwrap().clone();
        stored.map_err(|why| StoreError::new(StoreErrorKind::Unreadable, why))
    }

    fn update(&self, change: &mut SettingsChange<'_>) -> Result<SettingsValues, StoreError> {
        let changed = change(self.load()?)?;
        self.put(Ok(changed.clone()));
        Ok(changed)
    }
}

/// A value that no document could be read with.
fn deep() -> Value {
    (0..101).fold(json!("eu"), |inner, _| json!([inner]))
}

/// The members with their values and layers.
fn told(resolved: &ResolvedSettings) -> String {
    let one =
        |one: &rulebook::ResolvedSetting| format!("{}={} ({})", one.member, one.value, one.layer);
    resolved.members.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[tokio::test]
async fn each_layer_covers_those_below_and_a_call_runs_with_what_is_shown() {
    let toolkit = desk()
        .settings(values(json!({ "search": { "limit": 20, "ceiling": 50 } })))
        .store(Memory::with(json!({ "search": { "limit": 30, "region": "us" } })))
        .build()
        .unwrap();
    let session = Session::new();
    let plain = toolkit.settings("search", &session).unwrap().unwrap();
    insta::assert_snapshot!(told(&plain), @r#"limit=30 (stored), region="us" (stored), ceiling=50 (host)"#);
    let options = || {
        let run = values(json!({ "search": { "limit": 40, "region": null } }));
        CallOptions::new(&session).settings(run)
    };
    let of_run = toolkit.settings("search", options()).unwrap().unwrap();
    insta::assert_snapshot!(told(&of_run), @r#"limit=40 (run), region="us" (stored), ceiling=50 (host)"#);
    let given = call(&toolkit, "search", json!({}), options()).await.unwrap();
    assert_eq!(given, Value::Object(of_run.values()));
    let given = call(&toolkit, "search", json!({}), &session).await.unwrap();
    assert_eq!(given, Value::Object(plain.values()));
    // Of another user of the same toolkit.
    let other =
        CallOptions::new(&session).stored_settings(values(json!({ "search": { "limit": 7 } })));
    let given = call(&toolkit, "search", json!({}), other).await.unwrap();
    assert_eq!(given, json!({ "limit": 7, "region": "eu", "ceiling": 50 }));
    assert_eq!(toolkit.settings("plain", &session), Ok(None));
    assert_eq!(toolkit.settings("nothing", &session), Ok(None));
}

#[test]
fn every_mistake_of_host_and_store_is_told_when_the_toolkit_is_built() {
    let error = desk()
        .settings(values(json!({
            "serch": { "limit": 1 },
            "plain": { "limit": 1 },
            "search": { "limit": "many", "limti": 3, "ceiling": 5_000 },
            "gone": { "limit": null },
        })))
        .store(Memory::with(json!({ "search": { "region": "mars", "limit": -1 } })))
        .build()
        .unwrap_err();
    insta::assert_snapshot!(error, @"
    the host settings of `plain`: the tool takes no settings
    the host settings of `search`: `limit`: expected int from 0 to 1000, found the string `many`
    the host settings of `search`: `limti`: there is no such setting; did you mean `limit`?
    the host settings of `search`: `ceiling`: expected int from 0 to 1000, found `5000`
    the host settings of `serch`: there is no such tool; did you mean `search`?
    the stored settings of `search`: `region`: expected one of `eu`, `us`, found the string `mars`
    the stored settings of `search`: `limit`: expected int from 0 to 1000, found `-1`
    ");
    let memory = Memory::with(json!({}));
    memory.put(Err("settings.json, line 3: the text ends".to_owned()));
    let error = desk().store(memory).build().unwrap_err();
    insta::assert_snapshot!(error, @"settings.json, line 3: the text ends");
}

#[tokio::test]
async fn a_run_that_sets_what_is_not_its_own_is_refused_and_the_model_learns_no_name() {
    let toolkit = desk().build().unwrap();
    let session = Session::new();
    let run = values(json!({ "search": { "ceiling": 1, "limit": 4_000, "gone": 1 } }));
    let mut events = toolkit.events();
    let options = CallOptions::new(&session).settings(run.clone());
    let error = toolkit.call("search", json!({}), options.clone()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unavailable);
    insta::assert_snapshot!(error.message, @"`search` cannot run with the settings that it was given, which are not part of the arguments: whoever runs the agent has to mend them");
    let unfit = toolkit.settings("search", options).unwrap_err();
    insta::assert_snapshot!(unfit, @"
    the run settings of `search`: `ceiling`: it is fixed: only the host's own configuration can set it
    the run settings of `search`: `limit`: expected int from 0 to 1000, found `4000`
    the run settings of `search`: `gone`: there is no such setting
    ");
    assert_eq!(toolkit.check_settings(SettingsLayer::Run, &run), Err(unfit.clone()));
    let refused = loop {
        if let Some(ToolkitEvent::SettingsRefused { problems, .. }) = events.next().await {
            break problems;
        }
    };
    assert_eq!(&*refused, unfit.problems());
}

#[tokio::test]
async fn what_was_stored_for_other_code_counts_for_nothing_and_is_told() {
    let stored = json!({ "search": { "ceiling": 1, "old": 1, "limit": 3 }, "gone": { "x": 1 } });
    let toolkit = desk().store(Memory::with(stored)).build().unwrap();
    let notes = toolkit.reload_settings().unwrap();
    let notes: Vec<_> = notes.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(notes.join("\n"), @"
    the stored settings of `gone`: there is no such tool
    the stored settings of `search`: `ceiling`: it is fixed: only the host's own configuration can set it
    the stored settings of `search`: `old`: there is no such setting
    ");
    let given = call(&toolkit, "search", json!({}), &Session::new()).await.unwrap();
    assert_eq!(given, json!({ "limit": 3, "region": "eu", "ceiling": 100 }));
}

#[tokio::test]
async fn the_last_good_document_stays_until_there_is_another() {
    let memory = Memory::with(json!({ "search": { "limit": 30 } }));
    let toolkit = desk().store(memory.clone()).build().unwrap();
    let session = Session::new();
    let limit =
        async || call(&toolkit, "search", json!({}), &session).await.unwrap()["limit"].clone();
    for spoilt in [
        Ok(values(json!({ "search": { "limit": "lots" } }))),
        Ok(values(json!({ "search": { "limit": 31, "region": "mars" } }))),
        Ok(SettingsValues::new().set("search", "region", deep())),
        Err("the text ends in the middle".to_owned()),
    ] {
        memory.put(spoilt);
        assert!(toolkit.reload_settings().is_err());
        assert_eq!(limit().await, 30);
    }
    memory.put(Ok(values(json!({ "search": { "limit": 32 } }))));
    assert_eq!(toolkit.reload_settings(), Ok(Vec::new()));
    assert_eq!(limit().await, 32);
}

#[tokio::test]
async fn changes_are_stored_whole_or_not_at_all() {
    let memory = Memory::with(json!({ "search": { "limit": 30, "old": 1 } }));
    let toolkit = desk().store(memory.clone()).build().unwrap();
    let before = memory.now();
    for refused in [
        json!({ "search": { "limit": 5, "ceiling": 1 } }),
        json!({ "search": { "limit": 5, "region": "mars" } }),
        json!({ "search": { "limit": 5 }, "plain": { "x": 1 } }),
        json!({ "search": { "limit": 5 }, "serch": { "limit": 1 } }),
    ] {
        let error = toolkit.save_settings(&values(refused)).unwrap_err();
        assert_eq!((error.kind(), memory.now()), (StoreErrorKind::Refused, before.clone()));
        assert!(error.refused().is_some());
    }
    toolkit.save_settings(&values(json!({ "search": { "region": "us", "old": null } }))).unwrap();
    assert_eq!(memory.now(), json!({ "search": { "limit": 30, "region": "us" } }));
    let given = call(&toolkit, "search", json!({}), &Session::new()).await.unwrap();
    assert_eq!(given, json!({ "limit": 30, "region": "us", "ceiling": 100 }));
    toolkit.save_settings(&values(json!({ "search": { "limit": null, "region": null } }))).unwrap();
    assert_eq!(memory.now(), json!({}));
    // What another writer spoilt is not made worse, and can be mended in one go.
    memory.put(Ok(values(json!({ "search": { "limit": "lots" } }))));
    let error =
        toolkit.save_settings(&values(json!({ "search": { "region": "us" } }))).unwrap_err();
    insta::assert_snapshot!(error, @"the stored settings of `search`: `limit`: expected int from 0 to 1000, found the string `lots`");
    toolkit.save_settings(&values(json!({ "search": { "limit": 1 } }))).unwrap();
    let error = desk().build().unwrap().save_settings(&SettingsValues::new()).unwrap_err();
    insta::assert_snapshot!(error, @"there is nowhere to store settings: give the toolkit a store");
}

#[test]
fn a_store_that_panics_is_an_error() {
    struct Panics;
    impl SettingsStore for Panics {
        fn load(&self) -> Result<SettingsValues, StoreError> {
            panic!("the disk is gone")
        }
        fn update(&self, _: &mut SettingsChange<'_>) -> Result<SettingsValues, StoreError> {
            panic!("the disk is gone")
        }
    }
    let error = desk().store(Panics).build().unwrap_err();
    insta::assert_snapshot!(error, @"the store of the settings panicked, as the log says");
}

/// As in a later version of the tool.
#[tokio::test]
async fn another_default_reaches_those_who_did_not_override_it() {
    let (with, without) =
        (Memory::with(json!({ "search": { "limit": 10 } })), Memory::with(json!({})));
    let limits = async |collection: fn() -> Collection| {
        let mut limits = Vec::new();
        for store in [&with, &without] {
            let toolkit = Toolkit::builder().collection(collection()).store(store.clone());
            let toolkit = toolkit.build().unwrap();
            let given = call(&toolkit, "search", json!({}), &Session::new()).await.unwrap();
            limits.push(given["limit"].clone());
        }
        limits
    };
    assert_eq!(limits(|| search_with(10)).await, [json!(10), json!(10)]);
    assert_eq!(limits(|| search_with(25)).await, [json!(10), json!(25)]);
}

#[tokio::test]
async fn an_approval_holds_for_the_settings_it_was_asked_with() {
    let memory = Memory::with(json!({ "search": { "limit": 30 } }));
    let desk =
        Collection::builder("office").collection(search_with(10)).requires_approval("search");
    let toolkit =
        Toolkit::builder().collection(desk.build().unwrap()).store(memory).build().unwrap();
    let session = Session::new();
    let request = asked(&toolkit, "search", json!({}), &session).await;
    let shown = serde_json::to_string(&request).unwrap();
    assert!(!shown.contains("limit"), "{shown}");
    toolkit.save_settings(&values(json!({ "search": { "limit": 31 } }))).unwrap();
    let again = match toolkit.answer(request, Approval::Granted, &session).await.unwrap() {
        CallOutcome::NeedsApproval(again) => again,
        CallOutcome::Done(output) => panic!("it ran with {}", output.value),
    };
    insta::assert_snapshot!(again.asked_again.as_deref().unwrap(), @"the settings of the tool have changed since it was asked about");
    let outcome = toolkit.answer(again, Approval::Granted, &session).await.unwrap();
    assert_eq!(outcome.done().unwrap().value["limit"], 31);
    // What a run is given is given again with the answer.
    let run = values(json!({ "search": { "region": "us" } }));
    let options = || CallOptions::new(&session).settings(run.clone());
    let request = asked(&toolkit, "search", json!({}), options()).await;
    let outcome = toolkit.answer(request, Approval::Granted, options()).await.unwrap();
    assert_eq!(outcome.done().unwrap().value["region"], "us");
}

#[test]
fn a_default_that_is_none_is_a_mistake_of_the_tool() {
    let error = Toolkit::builder().collection(search_with(2_000)).build().unwrap_err();
    insta::assert_snapshot!(error, @"the code settings of `search`: `limit`: expected int from 0 to 1000, found `2000`");
}

#[test]
fn two_settings_of_one_name_are_a_mistake_of_the_tool() {
    let members = ["limit", "region", "limit"]
        .map(|name| SettingsMember::new(name, 1.into(), json!({}), Ok).configurable());
    let record = Arc::new(SettingsRecord::new("Twice", members.into()));
    let search = Search { spec: Arc::new(ToolSpec::new("search", "Searches.")), record };
    let collection = Collection::builder("desk").tool(Arc::new(search)).build().unwrap();
    let error = Toolkit::builder().collection(collection).build().unwrap_err();
    insta::assert_snapshot!(error, @"the code settings of `search`: `limit`: another setting has the same name");
}

#[tokio::test]
async fn a_tool_that_takes_no_settings_hears_of_none() {
    let spec = ToolSpec::new("plain", "Has none.");
    let plain = FnTool::new(spec, |call| async move {
        let none = call.settings.is_none();
        Ok::<_, ToolError>(ToolOutput::json(none.into()))
    });
    let collection = Collection::builder("desk").tool(Arc::new(plain)).build().unwrap();
    let toolkit = Toolkit::builder().collection(collection).build().unwrap();
    let options = |run| CallOptions::new(&Session::new()).settings(values(run));
    for run in [json!({ "search": { "x": 1 } }), json!({ "plain": { "x": null } })] {
        assert_eq!(call(&toolkit, "plain", json!({}), options(run)).await, Ok(json!(true)));
    }
    // What a run says of the tool itself would count for nothing, and nobody were told.
    let run = json!({ "plain": { "x": 1 } });
    let error = toolkit.call("plain", json!({}), options(run.clone())).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unavailable);
    let unfit = toolkit.settings("plain", options(run.clone())).unwrap_err();
    insta::assert_snapshot!(unfit, @"the run settings of `plain`: the tool takes no settings");
    assert_eq!(toolkit.check_settings(SettingsLayer::Run, &values(run)), Err(unfit));
}

#[test]
fn a_host_that_says_nothing_of_a_tool_hides_no_mistake_of_it() {
    let told = |nothing| {
        let toolkit = Toolkit::builder().collection(search_with(2_000)).settings(values(nothing));
        toolkit.build().unwrap_err().to_string()
    };
    let all = told(json!({}));
    insta::assert_snapshot!(all, @"the code settings of `search`: `limit`: expected int from 0 to 1000, found `2000`");
    assert_eq!(told(json!({ "search": { "limit": null } })), all);
    assert_eq!(told(json!({ "search": {} })), all);
}

/// A tool of the host whose settings are read by code that panics.
fn that_panics(settings: fn() -> Option<Arc<SettingsRecord>>) -> ToolkitBuilder {
    struct Panics(fn() -> Option<Arc<SettingsRecord>>);
    impl Tool for Panics {
        fn spec(&self) -> Arc<ToolSpec> {
            Arc::new(ToolSpec::new("search", "Searches."))
        }
        fn settings(&self) -> Option<Arc<SettingsRecord>> {
            self.0()
        }
        fn call(&self, _: ToolCall) -> ToolFuture<'_> {
            Box::pin(async { Ok(ToolOutput::json(json!("it ran"))) })
        }
    }
    let collection = Collection::builder("desk").tool(Arc::new(Panics(settings)));
    Toolkit::builder().collection(collection.build().unwrap())
}

#[tokio::test]
async fn a_setting_that_panics_when_it_is_read_is_a_value_that_does_not_fit() {
    let odd = || {
        let member = SettingsMember::new("limit", json!(1), json!({}), |value| {
            assert_eq!(value, 1, "no limit");
            Ok(value)
        });
        Some(Arc::new(SettingsRecord::new("Odd", vec![member.configurable()])))
    };
    let wrong = values(json!({ "search": { "limit": 2 } }));
    let error = that_panics(odd).settings(wrong.clone()).build().unwrap_err();
    insta::assert_snapshot!(error, @"the host settings of `search`: `limit`: a function of the host failed unexpectedly: the log of the host says why");
    let memory = Memory::with(json!({}));
    let toolkit = that_panics(odd).store(memory.clone()).build().unwrap();
    let error = toolkit.save_settings(&wrong).unwrap_err();
    assert_eq!((error.kind(), memory.now()), (StoreErrorKind::Refused, json!({})));
    let options = || CallOptions::new(&Session::new()).settings(wrong.clone());
    assert!(toolkit.settings("search", options()).is_err());
    let error = toolkit.call("search", json!({}), options()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unavailable);
    memory.put(Ok(wrong.clone()));
    assert!(toolkit.reload_settings().unwrap_err().refused().is_some());
}

#[tokio::test]
async fn a_tool_that_panics_when_it_is_asked_what_it_takes_is_told() {
    let error = that_panics(|| panic!("no record")).build().unwrap_err();
    insta::assert_snapshot!(error, @"the code settings of `search`: a function of the host failed unexpectedly: the log of the host says why");
}

/// It waited for itself, forever.
#[test]
fn a_store_that_asks_for_its_own_toolkit_is_answered() {
    #[derive(Clone)]
    struct Asks(Memory, Arc<Mutex<Option<Toolkit>>>);
    impl Asks {
        fn ask(&self) {
            let Some(toolkit) = self.1.lock().unwrap().clone() else { return };
            let kind = |error: StoreError| error.kind();
            let busy = Some(StoreErrorKind::Busy);
            assert_eq!(toolkit.reload_settings().err().map(kind), busy);
            let nothing = SettingsValues::new();
            assert_eq!(toolkit.save_settings(&nothing).err().map(kind), busy);
            let _ = toolkit.stored_settings();
        }
    }
    impl SettingsStore for Asks {
        fn load(&self) -> Result<SettingsValues, StoreError> {
            self.ask();
            self.0.load()
        }
        fn update(&self, change: &mut SettingsChange<'_>) -> Result<SettingsValues, StoreError> {
            self.ask();
            self.0.update(change)
        }
    }
    let store = Asks(Memory::with(json!({})), Arc::default());
    let toolkit = desk().store(store.clone()).build().unwrap();
    *store.1.lock().unwrap() = Some(toolkit.clone());
    toolkit.save_settings(&values(json!({ "search": { "limit": 5 } }))).unwrap();
    assert_eq!(toolkit.reload_settings(), Ok(Vec::new()));
    assert_eq!(toolkit.stored_settings().get("search", "limit"), Some(&5.into()));
    // They hold each other.
    store.1.lock().unwrap().take();
}

const MANIFEST: &str = r#"{ "schemaVersion": 1, "script": "rules.rhai", "exports": [
    { "name": "pick", "description": "Picks.", "configurable": ["secret_limit"] } ] }"#;

fn rules(members: &str, shown: &str) -> String {
    format!(
        "settings Hidden = #{{ {members} }};\n\
         fn pick(word: string, s: Hidden) -> string {{ `${{word}} ${{{shown}}}` }}"
    )
}

/// Values of the host and of a store outlive the rules that they were for.
#[tokio::test]
async fn rules_that_come_to_take_other_settings_never_run_with_those_of_before() {
    let folder = Folder::new().file("rules.json", MANIFEST).file(
        "rules.rhai",
        rules("secret_limit: int = 1, top_secret: int = 9", "`${s.secret_limit} ${s.top_secret}`"),
    );
    let live = ToolSet::options().live().load(folder.path("rules.json")).await.unwrap();
    let inner = Collection::builder("inner").collection(live.clone()).build().unwrap();
    let outer = Collection::builder("outer").collection(inner).requires_approval("pick");
    let memory = Memory::with(json!({ "pick": { "secret_limit": 3 } }));
    let toolkit = Toolkit::builder()
        .collection(outer.build().unwrap())
        .settings(values(json!({ "pick": { "top_secret": 7 } })))
        .store(memory.clone())
        .build()
        .unwrap();
    let session = Session::new();
    let answered = async |word: &str| {
        let request = asked(&toolkit, "pick", json!({ "word": word }), &session).await;
        let shown = serde_json::to_string(&request).unwrap();
        assert!(!shown.contains("secret") && !shown.contains("Hidden"), "{shown}");
        toolkit.answer(request, Approval::Granted, &session).await
    };
    let given = answered("a").await.unwrap().done().unwrap().value;
    assert_eq!(given, "a 3 7");
    let spec = serde_json::to_string(&toolkit.tool("pick").unwrap().spec()).unwrap();
    assert!(!spec.contains("secret") && !spec.contains("Hidden"), "{spec}");
    for wrong in ["s", "secret_limit", "Hidden", "settings"] {
        let arguments = json!({ "word": "a", wrong: { "secret_limit": 5 } });
        let error = toolkit.call("pick", arguments, &session).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArguments);
        insta::allow_duplicates! {
            insta::assert_snapshot!(error.message.replacen(wrong, "WRONG", 1), @"`WRONG` is not a parameter; the parameters are `word`");
        }
    }

    // The stored value and the host's are of other types now.
    let text = "secret_limit: string = \"x\", top_secret: bool = true";
    let before = asked(&toolkit, "pick", json!({ "word": "a" }), &session).await;
    std::fs::write(folder.path("rules.rhai"), rules(text, "`${s.secret_limit} ${s.top_secret}`"))
        .unwrap();
    live.reload().await.unwrap();
    for error in [
        toolkit.call("pick", json!({ "word": "a" }), &session).await.unwrap_err(),
        toolkit.answer(before, Approval::Granted, &session).await.unwrap_err(),
    ] {
        assert_eq!(error.code, ErrorCode::Unavailable);
        assert!(!error.message.contains("secret"), "{}", error.message);
    }
    let unfit = toolkit.settings("pick", &session).unwrap_err();
    insta::assert_snapshot!(unfit, @"
    the host settings of `pick`: `top_secret`: expected bool, found a number
    the stored settings of `pick`: `secret_limit`: expected string, found a number
    ");
    assert!(toolkit.reload_settings().is_err());
    // They are mended in one go; what is the host's is not theirs to mend.
    toolkit.save_settings(&values(json!({ "pick": { "secret_limit": "y" } }))).unwrap();
    insta::assert_snapshot!(toolkit.settings("pick", &session).unwrap_err(), @"the host settings of `pick`: `top_secret`: expected bool, found a number");

    // Without settings, what was stored of them counts for nothing. What the host says is
    // told, as it would be if the toolkit were built now.
    std::fs::write(folder.path("rules.rhai"), "fn pick(word: string) -> string { word }").unwrap();
    std::fs::write(
        folder.path("rules.json"),
        MANIFEST.replace(r#", "configurable": ["secret_limit"]"#, ""),
    )
    .unwrap();
    live.reload().await.unwrap();
    let notes = toolkit.reload_settings().unwrap();
    insta::assert_snapshot!(notes[0], @"the stored settings of `pick`: the tool takes no settings");
    let unfit = toolkit.settings("pick", &session).unwrap_err();
    insta::assert_snapshot!(unfit, @"the host settings of `pick`: the tool takes no settings");
    let error = toolkit.call("pick", json!({ "word": "b" }), &session).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unavailable);
}
