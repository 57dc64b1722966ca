//! Arguments and results through a whole call.

use serde_json::json;

use super::support::{Folder, run};
use rulebook::ErrorCode;

#[tokio::test]
async fn arguments_and_results_keep_every_digit() {
    let same = "fn same(amount: decimal, count: int, share: float) -> #{ amount: decimal, count: int, share: float } {
        #{ amount: amount, count: count, share: share }
    }";
    let arguments = json!({ "amount": "12345678901234567.89", "count": i64::MAX, "share": 0.1 });
    let answer = run(same, "same", arguments.clone()).await.unwrap();
    assert_eq!(answer, arguments);
}

#[tokio::test]
async fn all_problems_of_a_call_are_told_at_once() {
    let rule = "fn rule(days: int, reason: \"late\" | \"broken\") -> int { days }";
    let error = run(rule, "rule", json!({ "days": 3.5, "reson": "late" })).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArguments);
    let paths: Vec<_> = error.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert!(paths.contains(&"days"), "{error}");
    assert!(error.message.contains("`reson`") && error.message.contains("`reason`"), "{error}");
}

#[tokio::test]
async fn a_result_of_another_type_is_refused() {
    for (returns, body) in [
        ("int", "\"3\""),
        ("string", "3"),
        ("bool", "()"),
        ("#{ a: int }", "#{ a: 1, b: 2 }"),
        ("#{ a: int }", "#{}"),
        ("float", "1.0/0.0"),
        ("array<int>", "[1, \"2\"]"),
        ("\"yes\" | \"no\"", "\"maybe\""),
        ("map", "#{ f: |x| x }"),
        ("array", "[timestamp()]"),
        ("array", "[blob(3)]"),
        ("()", "1"),
    ] {
        let script = format!("fn f() -> {returns} {{ {body} }}");
        let error = run(&script, "f", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidResult, "{script}: {error}");
    }
}

#[tokio::test]
async fn an_unknown_tool_is_answered_with_the_nearest() {
    let tools = Folder::with_rules("fn refund() -> int { 1 }", &["refund"]).load().await.unwrap();
    let error = tools.call("refnd", json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::UnknownTool);
    assert_eq!(error.message, "there is no tool `refnd`; did you mean `refund`?");
    let error = tools.call(&"x\n".repeat(10_000), json!({})).await.unwrap_err();
    assert!(error.message.len() < 300 && !error.message.contains('\n'), "{error}");
}

#[tokio::test]
async fn arguments_that_are_no_object_are_refused() {
    let tools = Folder::with_rules("fn f() -> int { 1 }", &["f"]).load().await.unwrap();
    for arguments in [json!(null), json!([]), json!("{}"), json!(1)] {
        let error = tools.call("f", arguments).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArguments);
    }
}

#[tokio::test]
async fn values_nested_too_deep_are_refused_both_ways() {
    let script = "fn f(a: array) -> array { a } fn deep() -> array { let a = []; for i in 0..5000 { a = [a]; } a }";
    let tools = Folder::with_rules(script, &["f", "deep"]).load().await.unwrap();
    let mut deep = json!([]);
    for _ in 0..100_000 {
        deep = serde_json::Value::Array(vec![deep]);
    }
    // `json!` would copy the value, and recurse.
    let arguments = serde_json::Map::from_iter([("a".to_owned(), deep)]);
    let error = tools.call("f", arguments.into()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArguments);
    let error = tools.call("deep", json!({})).await.unwrap_err();
    assert!(matches!(error.code, ErrorCode::InvalidResult | ErrorCode::LimitExceeded), "{error}");
}

#[tokio::test]
async fn an_absent_field_and_a_null_are_nothing_to_the_script() {
    let script = "fn f(o: #{ a?: int }, n: int?) -> array { [o.a == (), n == ()] }";
    let tools = Folder::with_rules(script, &["f"]).load().await.unwrap();
    for arguments in [json!({ "o": {}, "n": null }), json!({ "o": { "a": null }, "n": null })] {
        assert_eq!(tools.call("f", arguments).await.unwrap(), json!([true, true]));
    }
    assert_eq!(
        tools.call("f", json!({ "o": { "a": 1 }, "n": 2 })).await.unwrap(),
        json!([false, false])
    );
}
