//! State that was saved, by this version or by something else.

use serde_json::{Value, json};

use super::support::Folder;
use super::{call, state};
use rulebook::{EntryStatus, ErrorCode, Limits, Session, ToolSet};

#[tokio::test]
async fn what_no_script_has_kept_is_refused_and_stays() {
    let script = "fn f(notes: session) -> int { notes.n = 1; 1 }
        fn says(notes: session) -> string? { \"now\" }";
    let manifest = json!({
        "schemaVersion": 1, "script": "rules.rhai", "context": "says",
        "exports": [{ "name": "f", "description": "Runs f." }],
    });
    let folder = Folder::new().file("rules.rhai", script).file("rules.json", manifest.to_string());
    let mut limits = Limits::default();
    limits.array_items = 3;
    let tools = folder.load_with(ToolSet::options().limits(limits)).await.unwrap();
    let deep = (0..99).fold(json!(1), |inner, _| json!([inner]));
    let saved = [
        json!(null),
        json!([1]),
        json!("text"),
        json!({ "a": { "$date": "2020-01-01" } }),
        json!({ "a": { "$decimal": "much" } }),
        json!({ "a": 1.0 }),
        json!({ "a": 18_446_744_073_709_551_615_u64 }),
        json!({ "a": [1, 2, 3, 4] }),
        json!({ "a": deep }),
    ];
    let mut told = Vec::new();
    for saved in saved {
        let json = json!({ "version": 1, "state": { "rules": { "script": saved } } });
        let session = Session::from_json(json.clone()).unwrap();
        let error = call(&tools, &session, "f", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Unavailable);
        assert_eq!(tools.context_in(&session).await.unwrap_err(), error);
        assert_eq!(session.to_json(), json, "it stays as it is");
        let entry = session.entries().remove(0);
        assert!(matches!(entry.status, EntryStatus::Unreadable(_)), "{entry:?}");
        told.push(error.to_string());
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
        unavailable: the state `script` that the session keeps for `rules` cannot be read: expected an object, found null
        unavailable: the state `script` that the session keeps for `rules` cannot be read: expected an object, found an array
        unavailable: the state `script` that the session keeps for `rules` cannot be read: expected an object, found a string
        unavailable: the state `script` that the session keeps for `rules` cannot be read: `a`: "2020-01-01" is no $date
        unavailable: the state `script` that the session keeps for `rules` cannot be read: `a`: "much" is no $decimal
        unavailable: the state `script` that the session keeps for `rules` cannot be read: `a`: `1.0` may be an int or a float that was changed on the way
        unavailable: the state `script` that the session keeps for `rules` cannot be read: `a`: `18446744073709551615` may be an int or a float that was changed on the way
        unavailable: the state `script` that the session keeps for `rules` cannot be read: it has more than 3 items
        unavailable: the state `script` that the session keeps for `rules` cannot be read: it is nested too deep
        "#);
}

#[tokio::test]
async fn what_was_saved_is_gone_on_with() {
    let script = "fn add(notes: session) -> int { notes.n = (notes.get(\"n\") ?? 0) + 1; notes.n }";
    let folder = Folder::with_rules(script, &["add"]);
    let tools = folder.load().await.unwrap();
    let mut session = Session::new();
    for count in 1..=3 {
        assert_eq!(call(&tools, &session, "add", json!({})).await.unwrap(), count);
        assert_eq!(session.entries()[0].status, EntryStatus::InUse);
        session = session.to_json().to_string().parse().unwrap();
        assert_eq!(session.entries()[0].status, EntryStatus::Unclaimed);
    }
    assert_eq!(state(&session), json!({ "n": 3 }));
}

#[tokio::test]
async fn the_deepest_that_is_kept_is_read_again() {
    let script = "fn wrap(notes: session) -> int {
            notes.inner = if \"inner\" in notes { [notes.inner] } else { [parse_decimal(\"1.0\")] };
            1
        }";
    let folder = Folder::with_rules(script, &["wrap"]);
    let tools = folder.load().await.unwrap();
    let mut session = Session::new();
    let mut calls = 0;
    let error = loop {
        match call(&tools, &session, "wrap", json!({})).await {
            Ok(_) => calls += 1,
            Err(error) => break error,
        }
        session = session.to_json().to_string().parse().unwrap();
    };
    assert_eq!(calls, 98);
    insta::assert_snapshot!(error, @"invalid_result: `notes`: it is nested more than 99 levels deep (rules.rhai:1:4)");
    let embedded: Session = serde_json::from_str(&session.to_json().to_string()).unwrap();
    assert_eq!(Value::from(embedded.entries().len()), 1);
}
