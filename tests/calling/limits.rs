//! Each limit has a message of its own, which says what the limit is.

use rulebook::{Limits, ToolSet};
use serde_json::{Value, json};

use super::support::Folder;

/// What passes one limit, and what is told.
struct Row {
    set: fn(&mut Limits),
    body: &'static str,
    code: &'static str,
    message: &'static str,
}

const fn row(set: fn(&mut Limits), body: &'static str, message: &'static str) -> Row {
    Row { set, body, code: "limit_exceeded", message }
}

const ROWS: &[Row] = &[
    row(|l| l.operations = 10_000, "loop {}", "the call did more than 10000 operations"),
    row(
        |l| l.operations = 10_000,
        "[0].for_each(|x| { loop {} }); []",
        "the call did more than 10000 operations",
    ),
    row(|l| l.call_depth = 20, "f([])", "functions called each other more than 20 deep"),
    row(
        |l| l.string_bytes = 1_000,
        "let s = \"ab\"; loop { s += s; }",
        "a string grew past 1000 bytes",
    ),
    row(
        |l| l.string_bytes = 1_000,
        "let s = \"a\"; s.pad(100, \"a\"); s.replace(\"a\", s); []",
        "a string grew past 1000 bytes",
    ),
    row(
        |l| l.array_items = 1_000,
        "let a = [1]; loop { a.push(1); }",
        "an array grew past 1000 items",
    ),
    row(
        |l| l.array_items = 1_000,
        "let a = []; a.pad(900, 1); a += a; a",
        "an array grew past 1000 items",
    ),
    row(
        |l| l.array_items = 1_000,
        "let a = []; a.pad(900, 1); let b = [0, 0]; b[0] = a; b[1] = a; []",
        "an array grew past 1000 items",
    ),
    row(
        |l| l.map_items = 1_000,
        "let m = #{}; let i = 0; loop { m[`k${i}`] = i; i += 1; }",
        "a map grew past 1000 entries",
    ),
    row(
        |l| l.value_depth = 20,
        "let v = []; for i in 0..30 { v = [v]; } v",
        "the result is nested more than 20 levels deep",
    ),
    row(
        |l| l.closures = 50,
        "let f = |x| x; loop { let g = f; f = |x| g; }",
        "closures captured more than 50 variables",
    ),
    row(
        |l| l.array_items = 1_000,
        "let all = []; loop { let v = []; v.pad(500, 1); all.push(|| v); }",
        "closures captured more than 64 values of the largest size",
    ),
    row(
        |_| {},
        "let f = Fn(\"f\"); loop { f = f.curry(f); }",
        "`curry` gave a function more than 1000 values",
    ),
    row(
        |l| l.modules = 5,
        "loop { import \"other\" as other; }",
        "more than 5 modules were imported",
    ),
    Row {
        set: |l| l.value_depth = 5,
        body: "a",
        code: "invalid_arguments",
        message: "the arguments are nested more than 5 levels deep",
    },
];

#[tokio::test]
async fn each_limit_is_named_with_its_value_when_it_is_passed() {
    for Row { set, body, code, message } in ROWS {
        let mut limits = Limits::default();
        set(&mut limits);
        let script = format!("fn f(a: array) -> array {{ {body} }}");
        let folder = Folder::with_rules(&script, &["f"]).file("other.rhai", "");
        let options = ToolSet::options().limits(limits);
        let tools = folder.load_with(options).await.expect(body);
        let deep = (0..9).fold(json!([]), |inner, _| json!([inner]));
        let a = if *code == "invalid_arguments" { deep } else { Value::Array(Vec::new()) };
        let error = tools.call("f", json!({ "a": a })).await.expect_err(body);
        assert_eq!((error.code.as_str(), error.message.as_str()), (*code, *message), "{body}");
    }
}

#[tokio::test]
async fn limits_that_are_found_when_loading_are_load_errors_at_their_place() {
    type Set = fn(&mut Limits);
    let cases: [(Set, &str, &str); 2] = [
        (
            |l| l.expression_depth = 10,
            "[[[[[[[[[[[[1]]]]]]]]]]]]",
            "the expression is nested more than 10 levels deep",
        ),
        (|l| l.source_bytes = 300, &"// nothing\n".repeat(50), "and the limit is 300"),
    ];
    for (set, body, message) in cases {
        let mut limits = Limits::default();
        set(&mut limits);
        let folder = Folder::with_rules(&format!("fn f() -> array {{ {body} }}"), &["f"]);
        let error = folder.load_with(ToolSet::options().limits(limits)).await.expect_err(message);
        let problem = &error.diagnostics()[0];
        assert!(problem.message().contains(message), "{}", problem.message());
        assert!(problem.position().is_some(), "{}", problem.message());
    }
}

#[tokio::test]
async fn as_many_functions_call_each_other_as_may() {
    let script = "fn down(n: int) -> int { if n <= 1 { n } else { down(n - 1) } }";
    let mut limits = Limits::default();
    limits.call_depth = 20;
    let folder = Folder::with_rules(script, &["down"]);
    let tools = folder.load_with(ToolSet::options().limits(limits)).await.expect("a script");
    assert_eq!(tools.call("down", json!({ "n": 20 })).await.expect("20 deep"), 1);
    assert_eq!(
        tools.call("down", json!({ "n": 21 })).await.expect_err("21 deep").message,
        "functions called each other more than 20 deep"
    );
}
