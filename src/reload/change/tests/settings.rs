//! What a change of settings marks, and that callers lose nothing by it.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{MANIFEST, SCRIPT, between, changed, generation, later};
use crate::reload::change::{Change, Compared};
use crate::settings::{SettingsMember, SettingsRecord};

const TEXT: &str = "settings S = #{ n: int = 1 };\nfn a(s: S) -> int { s.n }\nfn b() -> int { 1 }";

fn member(name: &str, default: Value) -> SettingsMember {
    SettingsMember::new(name, default, json!({ "type": "integer" }), Ok)
}

fn with(name: &str, members: Vec<SettingsMember>) -> Compared {
    let mut compared = generation(&[(SCRIPT, TEXT), (MANIFEST, "{}")], &["a", "b"]);
    let record = Arc::new(SettingsRecord::new(name, members));
    compared.settings.insert("a".to_owned(), record);
    compared
}

fn without() -> Compared {
    generation(&[(SCRIPT, TEXT), (MANIFEST, "{}")], &["a", "b"])
}

#[track_caller]
fn marks_a(before: &Compared, after: Compared) {
    let change = Change::between(Some(before), &later(after));
    assert_eq!(change.changed, ["a"]);
    assert!(!change.listing && change.breaking.is_empty(), "{change:?}");
}

#[test]
fn another_default_member_type_or_mark_marks_the_tool() {
    let one = || member("n", json!(1));
    let before = with("S", vec![one()]);
    assert_eq!(Change::between(Some(&before), &later(with("S", vec![one()]))), Change::default());
    marks_a(&before, with("S", vec![member("n", json!(2))]));
    marks_a(&before, with("S", vec![member("n", json!(1.0))]));
    marks_a(&before, with("S", vec![member("m", json!(1))]));
    marks_a(&before, with("S", vec![one(), member("m", json!(1))]));
    marks_a(&before, with("S", vec![one().configurable()]));
    marks_a(&before, with("S", vec![one().description("The most.")]));
    marks_a(&before, with("T", vec![one()]));
    marks_a(&before, with("S", vec![SettingsMember::new("n", json!(1), json!({}), Ok)]));
    marks_a(&before, without());
    marks_a(&without(), with("S", vec![one()]));
}

#[test]
fn a_declaration_is_no_code_that_runs() {
    for other in [
        "settings S = #{ n: int = 2 };",
        "settings S = #{ n: int = 1, /// M.\n m: array<string> = [\"b\", `c`] };",
        "settings S = #{ n: int = 1 }; settings T = #{ b: int = 1 };",
    ] {
        assert_eq!(
            changed(TEXT, &TEXT.replace("settings S = #{ n: int = 1 };", other), &["a", "b"]),
            ""
        );
    }
    // What stands beside it is.
    assert_eq!(changed(TEXT, &format!("const X = 1;\n{TEXT}"), &["a", "b"]), "a b");
    let before = "settings = 1; settings += 1;\nfn a() -> int { 1 }";
    assert_eq!(changed(before, &before.replace("+= 1", "+= 2"), &["a"]), "a");
}

#[test]
fn callers_rely_upon_no_settings() {
    let with = |params: &str| {
        format!(
            "settings S = #{{ n: int = 1 }}; settings T = #{{ n: int = 1 }}; fn a({params}) -> int {{ 1 }}"
        )
    };
    for (before, after, breaking) in [
        ("x: int", "x: int, s: S", 0),
        ("x: int, s: S", "x: int", 0),
        ("x: int, s: S", "t: T, x: int", 0),
        ("x: int, s: S", "t: session, x: int?", 0),
        ("x: int, s: int", "x: int, s: S", 1),
        ("x: int, s: S", "x: int, s: int", 1),
    ] {
        let change = between(&with(before), &with(after), &["a"]);
        assert_eq!(change.changed, ["a"], "{before} to {after}");
        assert_eq!(change.breaking.len(), breaking, "{before} to {after}: {change:?}");
    }
}
