//! What is kept, and when.

use std::time::Duration;

use serde_json::{Value, json};

use super::support::Folder;
use super::{call, state};
use rulebook::{ErrorCode, Limits, Session, ToolSet};

const RULES: &str = "
    fn add(text: string, notes: session) -> int {
        if !(\"list\" in notes) { notes.list = []; }
        notes.list.push(text);
        notes.list.len()
    }
    fn add_and(what: string, notes: session) -> int {
        notes.list.push(what);
        switch what {
            \"throw\" => throw \"no\",
            \"result\" => \"no int\",
            \"forever\" => loop {},
            \"operations\" => { for i in 0..1_000_000 { } 1 },
            \"large\" => { let text = \"x\"; loop { text += text; } },
            \"function\" => { notes.list.push(|| 1); 1 },
            \"whole\" => { notes = 3; 1 },
            \"unit\" => { notes = (); 1 },
            \"infinite\" => { notes.list[0] = 1.0 / 0.0; 1 },
            \"deep\" => { for i in 0..200 { notes.list = [notes.list]; } 1 },
            \"size\" => { let list = notes.list; for i in 0..60 { list.push(i); } notes.a = list; notes.b = list; 1 },
            _ => 1,
        }
    }";

async fn tools() -> (Folder, ToolSet) {
    let folder = Folder::with_rules(RULES, &["add", "add_and"]);
    let mut limits = Limits::default();
    limits.operations = 100_000;
    limits.array_items = 100;
    let options = ToolSet::options().limits(limits);
    let tools = folder.load_with(options).await.unwrap();
    (folder, tools)
}

#[tokio::test]
async fn state_is_by_session() {
    let (_folder, tools) = tools().await;
    let (one, two) = (Session::new(), Session::new());
    for count in 1..=3 {
        assert_eq!(call(&tools, &one, "add", json!({ "text": "a" })).await.unwrap(), count);
    }
    assert_eq!(call(&tools, &two, "add", json!({ "text": "b" })).await.unwrap(), 1);
    assert_eq!(state(&one), json!({ "list": ["a", "a", "a"] }));
    assert_eq!(state(&two), json!({ "list": ["b"] }));
    // Whatever collection the caller's own session is of.
    let named = one.for_collection("other");
    assert_eq!(call(&tools, &named, "add", json!({ "text": "a" })).await.unwrap(), 4);
}

#[tokio::test]
async fn a_call_without_a_session_has_a_map_of_its_own() {
    let (_folder, tools) = tools().await;
    for _ in 0..2 {
        assert_eq!(tools.call("add", json!({ "text": "a" })).await.unwrap(), 1);
        let hopless = rulebook::ToolCall::from_json(json!({ "text": "a" })).unwrap();
        assert_eq!(tools.call_without_hop("add", hopless).unwrap(), 1);
    }
}

#[tokio::test]
async fn a_call_that_fails_has_kept_nothing() {
    let (_folder, tools) = tools().await;
    let session = Session::new();
    call(&tools, &session, "add", json!({ "text": "a" })).await.unwrap();
    let before = session.to_json();
    let mut told = Vec::new();
    let whats = [
        "throw",
        "result",
        "operations",
        "large",
        "function",
        "whole",
        "unit",
        "infinite",
        "deep",
        "size",
    ];
    for what in whats {
        let error = call(&tools, &session, "add_and", json!({ "what": what })).await.unwrap_err();
        assert_eq!(session.to_json(), before, "{what}");
        told.push(format!("{what}: {error}"));
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
        throw: script_failed: no (rules.rhai:10:24)
        result: invalid_result: expected int, found a string; use `parse_int` (rules.rhai:7:8)
        operations: limit_exceeded: the call did more than 100000 operations (rules.rhai:7:53)
        large: limit_exceeded: a string grew past 4194304 bytes (rules.rhai:7:53)
        function: invalid_result: `notes.list[2]`: a function cannot be kept for a session (rules.rhai:7:8)
        whole: invalid_result: `notes`: expected an object map, found an int; put what is to be kept in a field of it (rules.rhai:7:8)
        unit: invalid_result: `notes`: expected an object map, found (); put what is to be kept in a field of it (rules.rhai:7:8)
        infinite: invalid_result: `notes.list[0]`: a float that is not a finite number cannot be kept for a session (rules.rhai:7:8)
        deep: limit_exceeded: an array grew past 100 items (rules.rhai:7:53)
        size: limit_exceeded: an array grew past 100 items (rules.rhai:7:53)
        "#);
    let wrong = call(&tools, &session, "add", json!({ "text": 3 })).await.unwrap_err();
    assert_eq!(wrong.code, ErrorCode::InvalidArguments);
    assert_eq!(session.to_json(), before);
    assert_eq!(call(&tools, &session, "add_and", json!({ "what": "ok" })).await.unwrap(), 1);
    assert_eq!(state(&session), json!({ "list": ["a", "ok"] }));
}

#[tokio::test]
async fn a_call_that_runs_out_of_time_has_kept_nothing() {
    let folder = Folder::with_rules(RULES, &["add", "add_and"]);
    let options = ToolSet::options().timeout(Duration::from_millis(700));
    let tools = folder.load_with(options).await.unwrap();
    let session = Session::new();
    call(&tools, &session, "add", json!({ "text": "a" })).await.unwrap();
    let before = session.to_json();
    let error = call(&tools, &session, "add_and", json!({ "what": "forever" })).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::TimedOut);
    assert_eq!(session.to_json(), before);
    assert_eq!(call(&tools, &session, "add", json!({ "text": "b" })).await.unwrap(), 2);
}

#[tokio::test]
async fn every_type_comes_back_as_it_was() {
    let script = "
        fn put(notes: session) -> int {
            notes.values = [
                1, 9007199254740993, 1.5, 2.0, -0.0, 1e300, parse_decimal(\"1.50\"),
                parse_decimal(\"0.00\"), -parse_decimal(\"0.0\"), \"text\", 'c', true, (), [], #{},
                #{ \"$decimal\": \"x\" }, #{ \"$map\": #{} }, 9223372036854775807,
            ];
            notes.shown = notes.values.map(|value| type_of(value) + \" \" + value.to_debug());
            1
        }
        fn same(notes: session) -> bool {
            let now = notes.values.map(|value| type_of(value) + \" \" + value.to_debug());
            if now != notes.shown { throw now; }
            true
        }";
    let folder = Folder::with_rules(script, &["put", "same"]);
    let tools = folder.load().await.unwrap();
    let session = Session::new();
    call(&tools, &session, "put", json!({})).await.unwrap();
    assert_eq!(call(&tools, &session, "same", json!({})).await.unwrap(), true);
    let saved: Session = session.to_json().to_string().parse().unwrap();
    assert_eq!(call(&tools, &saved, "same", json!({})).await.unwrap(), true);
    assert_eq!(saved.to_json(), session.to_json());
}

#[tokio::test]
async fn tool_sets_of_other_names_keep_other_state() {
    let (folder, tools) = tools().await;
    let named = folder.load_with(ToolSet::options().name("memory")).await.unwrap();
    let again = folder.load_with(ToolSet::options().name("")).await.unwrap();
    assert_eq!((tools.name(), named.name(), again.name()), ("rules", "memory", "rules"));
    let session = Session::new();
    for (tools, count) in [(&tools, 1), (&named, 1), (&again, 2), (&named, 2)] {
        assert_eq!(call(tools, &session, "add", json!({ "text": "a" })).await.unwrap(), count);
    }
    let json = session.to_json();
    assert_eq!(json["state"]["memory"]["script"], json!({ "list": ["a", "a"] }));
    let reference = Value::from(json["state"].as_object().unwrap().len());
    assert_eq!(reference, 2);
}

#[tokio::test]
async fn what_is_nested_without_end_exhausts_no_stack() {
    let script = "
        fn list(notes: session) -> int {
            let a = [1];
            for i in 0..1_000 { a = [a]; }
            notes.a = a;
            1
        }
        fn map(notes: session) -> int {
            let a = #{};
            for i in 0..1_000 { a = #{ a: a }; }
            notes = a;
            1
        }
        fn circle(notes: session) -> int {
            let f = || notes;
            notes.f = f;
            notes.list = [f, notes];
            1
        }";
    let folder = Folder::with_rules(script, &["list", "map", "circle"]);
    let tools = folder.load().await.unwrap();
    let session = Session::new();
    let mut told = Vec::new();
    for name in ["list", "map", "circle"] {
        let error = call(&tools, &session, name, json!({})).await.unwrap_err();
        told.push(format!("{name}: {error}"));
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
        list: invalid_result: `notes`: it is nested more than 99 levels deep (rules.rhai:2:12)
        map: invalid_result: `notes`: it is nested more than 99 levels deep (rules.rhai:8:12)
        circle: invalid_result: `notes.f`: a function cannot be kept for a session; `notes.list[0]`: a function cannot be kept for a session; `notes.list[1].f`: a function cannot be kept for a session (rules.rhai:14:12)
        "#);
    assert_eq!(session.entries(), []);
}

#[tokio::test]
async fn a_host_function_that_panics_has_kept_nothing() {
    let script = "fn f(notes: session) -> int { notes.a = 1; broken() } fn ok(notes: session) -> int { notes.b = 1; 1 }";
    let folder = Folder::with_rules(script, &["f", "ok"]);
    let tools = folder.load_with_host(ToolSet::options()).await.unwrap();
    let session = Session::new();
    let error = call(&tools, &session, "f", json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::ScriptFailed);
    assert_eq!(session.entries(), []);
    call(&tools, &session, "ok", json!({})).await.unwrap();
    assert_eq!(state(&session), json!({ "b": 1 }));
}

#[tokio::test]
async fn keys_that_look_like_something_else_and_large_texts_come_back_as_they_were() {
    let script = r#"
        fn odd() {
            #{ "": 1, "\x00": 1.0, "$decimal": "1.50", "$map": #{ "$map": 1 }, "$float": 1.0,
                "a.b": -0.0, "'": 'x', "$": (), "$int": [#{ "$decimal": parse_decimal("1.50") }],
                "min": -9223372036854775807 - 1, "one": #{ "$decimal": "1.50" },
                "f": [1e300, 5e-324, 0.1 + 0.2, 9007199254740993, 1.0, 100.0] }
        }
        fn put(notes: session) -> int { notes = odd(); 1 }
        fn told(notes: session) -> bool { notes.to_string() == odd().to_string() && notes == odd() }
        fn large(notes: session) -> int {
            let text = "xy\U0001F600";
            while text.len() < 200_000 { text += text; }
            notes.texts = [text, text, text];
            text.len()
        }
        fn length(notes: session) -> int { notes.texts[2].len() }"#;
    let folder = Folder::with_rules(script, &["put", "told", "large", "length"]);
    let tools = folder.load().await.unwrap();
    let session = Session::new();
    for _ in 0..3 {
        call(&tools, &session, "put", json!({})).await.unwrap();
        assert_eq!(call(&tools, &session, "told", json!({})).await.unwrap(), true);
        let later: Session = session.to_json().to_string().parse().unwrap();
        assert_eq!(call(&tools, &later, "told", json!({})).await.unwrap(), true);
        let length = call(&tools, &session, "large", json!({})).await.unwrap();
        assert_eq!(call(&tools, &session, "length", json!({})).await.unwrap(), length);
    }
}
