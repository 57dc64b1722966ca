//! Any text can be read, and what is read is what the published schema takes.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use super::*;
use crate::code::Code;

/// Problems that the schema does not know of: names that are too alike, and a
/// script that is named nowhere.
fn beyond_the_schema(problem: &Diagnostic) -> bool {
    problem.code() == Code::DuplicateToolName
        || problem.message().starts_with("nothing says which script")
}

fn good() -> Value {
    json!({
        "$schema": "s",
        "schemaVersion": 1,
        "script": "scripts/a.rhai",
        "instructions": ["one", "two"],
        "constraints": [],
        "context": "c",
        "exports": [
            {
                "name": "a_b-C9",
                "function": "f",
                "script": "b.rhai",
                "description": "d",
                "parameterDescriptions": { "x": "X", "y": "Y" },
                "kind": "edit",
                "requiresApproval": false,
                "configurable": ["limit", "of all"]
            },
            { "name": "second", "fixed": [] }
        ]
    })
}

fn keys() -> impl Strategy<Value = String> {
    let fields = super::super::raw::MANIFEST_FIELDS.iter();
    let known: Vec<_> = fields.chain(super::super::raw::EXPORT_FIELDS).copied().collect();
    prop_oneof![4 => select(known).prop_map(str::to_owned), 1 => "[a-z ]{0,3}"]
}

fn values() -> impl Strategy<Value = Value> {
    let texts =
        select(vec!["", " ", "\t\n", "\u{a0}", "read", "execute", "Read", "a b", "é", "x\n"]);
    let leaves = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        select(vec![json!(0), json!(1), json!(1.0), json!(-1), json!(2), json!(1.5), json!(1e300)]),
        texts.prop_map(Value::from),
        "[a-zA-Z0-9_-]{0,70}".prop_map(Value::from),
        "\\PC{0,3}".prop_map(Value::from),
    ];
    leaves.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec((keys(), inner), 0..3)
                .prop_map(|fields| Value::Object(Map::from_iter(fields))),
        ]
    })
}

#[derive(Clone, Debug)]
enum Change {
    Replace(Value),
    Remove,
    Add(String, Value),
    Rename(String),
}

fn changes() -> impl Strategy<Value = Vec<(Index, Change)>> {
    let change = prop_oneof![
        values().prop_map(Change::Replace),
        Just(Change::Remove),
        (keys(), values()).prop_map(|(key, value)| Change::Add(key, value)),
        keys().prop_map(Change::Rename),
    ];
    prop::collection::vec((any::<Index>(), change), 0..4)
}

/// The JSON pointers of a value and of everything in it.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointers(item, &format!("{at}/{index}"), found);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                pointers(field, &format!("{at}/{key}"), found);
            }
        }
        _ => {}
    }
}

fn apply(manifest: &mut Value, index: Index, change: Change) {
    let mut all = Vec::new();
    pointers(manifest, "", &mut all);
    let pointer = index.get(&all);
    let (parent, key) = pointer.rsplit_once('/').unwrap_or(("", ""));
    match change {
        Change::Replace(value) => {
            if let Some(place) = manifest.pointer_mut(pointer) {
                *place = value;
            }
        }
        Change::Add(key, value) => match manifest.pointer_mut(pointer) {
            Some(Value::Object(fields)) => drop(fields.insert(key, value)),
            Some(Value::Array(items)) => items.push(value),
            _ => {}
        },
        Change::Remove => match manifest.pointer_mut(parent) {
            Some(Value::Object(fields)) => drop(fields.remove(key)),
            Some(Value::Array(items)) => drop(items.pop()),
            _ => {}
        },
        Change::Rename(name) => {
            if let Some(Value::Object(fields)) = manifest.pointer_mut(parent)
                && let Some(value) = fields.remove(key)
            {
                fields.insert(name, value);
            }
        }
    }
}

fn fits(manifest: &Value) -> bool {
    static SCHEMA: std::sync::OnceLock<jsonschema::Validator> = std::sync::OnceLock::new();
    let schema = SCHEMA.get_or_init(|| jsonschema::validator_for(&manifest_schema()).unwrap());
    schema.is_valid(manifest)
}

fn problems(text: &str) -> Vec<Diagnostic> {
    read(&Source::new("m.json", text)).1
}

#[test]
fn the_schema_takes_a_good_manifest() {
    assert!(fits(&good()));
    assert!(problems(&good().to_string()).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn reading_and_the_schema_agree(changes in changes()) {
        let mut manifest = good();
        for (index, change) in changes {
            apply(&mut manifest, index, change);
        }
        let problems = problems(&manifest.to_string());
        let shape = problems.iter().filter(|problem| !beyond_the_schema(problem));
        prop_assert_eq!(fits(&manifest), shape.count() == 0, "{:?}", problems);
    }

    #[test]
    fn damaged_text_is_answered_at_a_place_in_it(
        damages in prop::collection::vec((any::<Index>(), any::<Index>(), "\\PC{0,2}|[\\x00-\\x20\"'{}\\[\\],:/\\\\]{0,3}"), 1..4)
    ) {
        let mut text: Vec<char> = serde_json::to_string_pretty(&good()).unwrap().chars().collect();
        for (start, length, new) in damages {
            let start = start.index(text.len() + 1);
            let end = (start + length.index(4)).min(text.len());
            text.splice(start..end, new.chars());
        }
        check(&String::from_iter(text))?;
    }

    #[test]
    fn any_text_is_answered_at_a_place_in_it(text in "\\PC{0,40}|[ \\n\"'{}\\[\\],:/*\\\\a1u.e-]{0,40}") {
        check(&text)?;
    }
}

/// Every problem has a place in the text, and JSON is told from what is none.
fn check(text: &str) -> Result<(), TestCaseError> {
    let source = Source::new("m.json", text);
    let (_, problems) = read(&source);
    for problem in &problems {
        let (_, span) = problem.place().unwrap();
        prop_assert!(text.get(span.start..span.end).is_some(), "{span:?} {problem}");
        prop_assert!(!problem.message().contains('\n'));
    }
    let invalid = problems.iter().any(|problem| problem.code() == Code::InvalidJson);
    let json = serde_json::from_str::<Value>(text);
    prop_assert_eq!(json.is_err(), invalid);
    prop_assert!(json.is_ok() || problems.len() == 1);
    Ok(())
}
