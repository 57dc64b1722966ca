//! What a script's failure says: file, line, column, trace, what was thrown.

use serde_json::json;

use super::support::{Folder, run};
use rulebook::ErrorCode;

#[tokio::test]
async fn a_failure_has_its_place_and_its_callers() {
    let script = "fn outer() -> int {\n    inner(1)\n}\n\nfn inner(x) {\n    throw #{ reason: \"stop\", x: x }\n}\n";
    let error = run(script, "outer", json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::ScriptFailed);
    let places: Vec<_> = error
        .trace
        .iter()
        .map(|frame| (frame.function.as_deref(), frame.file.as_str(), frame.line, frame.column))
        .collect();
    assert_eq!(
        places,
        [
            (Some("inner"), "rules.rhai", Some(6), Some(5)),
            (Some("outer"), "rules.rhai", Some(2), Some(5)),
        ]
    );
    assert_eq!(error.thrown.as_deref(), Some(&json!({ "reason": "stop", "x": 1 })));
}

#[tokio::test]
async fn a_failure_in_an_imported_script_names_that_script() {
    let folder = Folder::with_rules(
        "import \"lib/tax\" as tax;\nfn f() -> int {\n    1 + tax::rate(0)\n}",
        &["f"],
    )
    .file("lib/tax.rhai", "fn rate(x) {\n    let y = 1;\n    y / x\n}\n");
    let error = folder.load().await.unwrap().call("f", json!({})).await.unwrap_err();
    let places: Vec<_> =
        error.trace.iter().map(|frame| (frame.file.as_str(), frame.line)).collect();
    assert_eq!(places, [("lib/tax.rhai", Some(3)), ("rules.rhai", Some(3))]);
}

#[tokio::test]
async fn failures_speak_the_words_of_rules() {
    for (body, says) in [
        ("x + 1", "`x` is not defined here"),
        ("foo(1, \"a\", 1.5)", "no function fits the call `foo (int, string, float)`"),
        ("1 / 0", "division by zero: 1 / 0"),
        ("[1][5]", "array index 5 out of bounds: only 1 element in array"),
        ("throw \"not today\"", "not today"),
        ("\"a\" - 1", "no function fits the call `- (string, int)`"),
        (
            "#{ a: 1 }.b",
            "`b` is not a field of this map; if it may be absent, write `map.get(\"b\") ?? other`, or ask `\"b\" in map`",
        ),
        ("let a = 1; a.b", "`b` is not a field: this is no map, but of type int"),
        ("let a = \"x\"; a.b = 1; 1", "`b` is not a field: this is no map, but of type string"),
        ("let a = (); a.b", "`b` is asked of `()`, which is nothing"),
        ("let a = 9223372036854775807; a + 1", "addition overflow: 9223372036854775807 + 1"),
    ] {
        let script = format!("fn f() -> int {{ {body} }}");
        let error = run(&script, "f", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::ScriptFailed, "{body}: {error}");
        assert_eq!(error.message, says, "{body}");
    }
}

#[tokio::test]
async fn exit_ends_a_call_with_its_value() {
    assert_eq!(
        run("fn f() -> int { g(); 1 } fn g() { exit(7) }", "f", json!({})).await.unwrap(),
        7
    );
}
