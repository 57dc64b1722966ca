//! Arguments that a host makes.

use serde_json::{Value, json};

use super::case::{Case, Ends, TIMED_OUT};

/// How deep; a host can make values that no text has.
const DEEP: usize = 100_000;

fn deep(inner: Value, level: fn(Value) -> Value) -> Value {
    (0..DEEP).fold(inner, |inner, _| level(inner))
}

fn arrays() -> Value {
    deep(json!([]), |inner| Value::Array(vec![inner]))
}

fn objects() -> Value {
    deep(json!({}), |inner| Value::Object([("a".to_owned(), inner)].into_iter().collect()))
}

fn given(value: Value) -> Value {
    objects_of("a", value)
}

/// Made by hand: what makes JSON of anything goes through it as deep as it is.
fn objects_of(name: &str, value: Value) -> Value {
    Value::Object([(name.to_owned(), value)].into_iter().collect())
}

pub(super) fn cases() -> Vec<Case> {
    const SCRIPT: &str = "fn f(a: array) -> array { [a.len()] }";
    let case = |name: &str, ends: &'static [(&'static str, &'static str)], arguments| {
        Case::script(name, SCRIPT, Ends::Fails(ends)).with(arguments)
    };
    const TOO_DEEP: &[(&str, &str)] = &[("invalid_arguments", "nested more than 128 levels deep")];
    const UNKNOWN: &[(&str, &str)] = &[("unknown_tool", "there is no tool")];
    const NO_OBJECT: &[(&str, &str)] = &[("invalid_arguments", "must be an object")];
    vec![
        case("arrays within arrays are given", TOO_DEEP, || given(arrays())),
        case("objects within objects are given", TOO_DEEP, || given(objects())),
        case("deep objects are the arguments", TOO_DEEP, objects),
        case("deep arrays are the arguments", NO_OBJECT, arrays),
        case("deep arrays for an unknown tool", UNKNOWN, || given(arrays())).calling("nobody"),
        case("deep objects for an unknown tool", UNKNOWN, objects).calling("nobody"),
        case("deep arrays and no object for an unknown tool", UNKNOWN, arrays).calling("nobody"),
        case("a deep value under an unknown name", TOO_DEEP, || objects_of("b", arrays())),
        case(
            "a deep JSON text in an argument",
            &[("invalid_arguments", "nested too deep")],
            || json!({ "a": "[".repeat(DEEP) }),
        ),
        case(
            "a million items",
            &[("limit_exceeded", "more than 100000 items")],
            || json!({ "a": vec![1; 1_000_000] }),
        ),
        case("a hundred thousand names", &[("invalid_arguments", ""), TIMED_OUT], || {
            let names = (0..100_000).map(|n| (format!("n{n}"), json!(1)));
            Value::Object(names.collect())
        }),
    ]
}
