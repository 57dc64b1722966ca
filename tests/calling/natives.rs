//! Functions of the language that gave wrong answers in silence.

use serde_json::json;

use super::support::{Folder, run};
use rulebook::ErrorCode;

#[tokio::test]
async fn comparisons_of_every_number_sort() {
    for (ty, items, expected) in [
        ("int", json!([3, 1, 2]), json!([1, 2, 3])),
        ("float", json!([3.0, 1.5, 2.0]), json!([1.5, 2.0, 3.0])),
        ("decimal", json!([3, 1.5, 2]), json!([1.5, 2, 3])),
    ] {
        for name in ["sort", "sort_by", "order", "order_by"] {
            let result = if name.starts_with("sort") { "x.NAME(BY); x" } else { "x.NAME(BY)" };
            let body = result.replace("NAME", name).replace("BY", "|a, b| a - b");
            let script = format!("fn f(x: array<{ty}>) -> array<{ty}> {{ {body} }}");
            let sorted = run(&script, "f", json!({ "x": items })).await.unwrap();
            assert_eq!(sorted, expected, "{script}");
        }
    }
    let by_bool = "fn f(x: array<int>) -> array<int> { x.sort(|a, b| a > b); x }";
    assert_eq!(run(by_bool, "f", json!({ "x": [2, 3, 1] })).await.unwrap(), json!([3, 2, 1]));
    let equal = "fn f(x: array<string>) -> array<string> { x.sort(|a, b| a.len() - b.len()); x }";
    let sorted = run(equal, "f", json!({ "x": ["bb", "a", "cc", "b"] })).await.unwrap();
    assert_eq!(sorted, json!(["a", "b", "bb", "cc"]));
}

#[tokio::test]
async fn comparisons_that_fail_or_contradict_themselves_never_pass_for_an_order() {
    let wrong = "fn f(x: array<int>) -> array<int> { x.sort(|a, b| BY); x }";
    for (by, says) in [
        ("throw \"no\"", "no"),
        ("\"a\"", "it gave string"),
        ("()", "it gave ()"),
        ("0.0 / 0.0", "it gave float"),
    ] {
        let error =
            run(&wrong.replace("BY", by), "f", json!({ "x": [3, 1, 2] })).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::ScriptFailed);
        assert!(error.message.ends_with(says), "{by}: {error}");
    }
    let items: Vec<_> = (0..500).collect();
    for by in ["1", "-1", "true", "if a % 7 > b % 5 { 1 } else { -1 }"] {
        let sorted = run(&wrong.replace("BY", by), "f", json!({ "x": items })).await.unwrap();
        assert_eq!(sorted.as_array().unwrap().len(), items.len(), "{by}");
    }
    let repeats = "fn f() -> array<int> { let x = [1, 1, 2, 3, 3]; x.dedup(|a, b| BY); x }";
    assert_eq!(
        run(&repeats.replace("BY", "a == b"), "f", json!({})).await.unwrap(),
        json!([1, 2, 3])
    );
    assert!(run(&repeats.replace("BY", "throw 1"), "f", json!({})).await.is_err());
    assert!(run(&repeats.replace("BY", "3"), "f", json!({})).await.is_err());
}

#[tokio::test]
async fn whole_amounts_are_rounded_like_others() {
    let script = "fn f(x: decimal?) -> decimal { (x ?? 0).round_half_up(2) }";
    assert_eq!(run(script, "f", json!({ "x": null })).await.unwrap(), 0);
    assert_eq!(run(script, "f", json!({ "x": 0.125 })).await.unwrap(), 0.13);
}

#[tokio::test]
async fn types_have_the_names_of_signatures() {
    let script = "fn f(d: decimal) -> array<string> { [type_of(1), type_of(1.5), type_of(d), type_of(\"\"), type_of([]), type_of(#{}), type_of(true)] }";
    let names = run(script, "f", json!({ "d": 1 })).await.unwrap();
    assert_eq!(names, json!(["int", "float", "decimal", "string", "array", "map", "bool"]));
}

#[tokio::test]
async fn a_result_that_does_not_fit_has_its_place() {
    let error = run("\nfn f() -> int { \"a\" }", "f", json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidResult);
    let frame = &error.trace[0];
    assert_eq!((frame.file.as_str(), frame.line, frame.column), ("rules.rhai", Some(2), Some(4)));
}

#[tokio::test]
async fn what_the_lexer_takes_for_something_else_is_told() {
    for (script, underlined) in [
        ("fn f() -> int { 9223372036854775808 }", "9223372036854775808"),
        ("fn f() -> int { 9_223_372_036_854_775_808 }", "9_223_372_036_854_775_808"),
        ("fn f() -> int { 1 } /* and more", "/*"),
    ] {
        let problems = Folder::with_rules(script, &["f"]).problems().await;
        assert_eq!(problems.len(), 1, "{script}");
        assert_eq!(problems[0].code().as_str(), "syntax_error");
        assert_eq!(problems[0].underlined(), Some(underlined));
    }
    let fine = "/* a /* nested */ one */ fn f() -> int { 9223372036854775807 } // the end";
    assert!(Folder::with_rules(fine, &["f"]).problems().await.is_empty());
}
