//! A limit of zero was no limit at all, and one past all stacks let a script or
//! an argument end the process.

use rulebook::{ErrorCode, Limits, ToolSet};
use serde_json::{Value, json};

use super::support::Folder;

async fn call(script: &str, argument: Value, set: fn(&mut Limits)) -> Result<Value, String> {
    let mut limits = Limits::default();
    set(&mut limits);
    let options = ToolSet::options().limits(limits);
    let folder = Folder::with_rules(script, &["fee"]);
    let tools = folder.load_with(options).await.map_err(|error| error.to_string())?;
    let called = tools.call("fee", json!({ "a": argument })).await;
    called.map_err(|error| format!("{}: {}", error.code, error.message))
}

#[tokio::test]
async fn zero_allows_least_and_not_all() {
    type Change = fn(&mut Limits);
    let cases: [(&str, Change); 3] = [
        ("a.to_string() + a", |limits| limits.string_bytes = 0),
        ("let b = []; b.pad(5, a); b.len()", |limits| limits.array_items = 0),
        ("let b = #{}; b.x = a; b.y = a; b.z = a; b.len()", |limits| limits.map_items = 0),
    ];
    for (body, set) in cases {
        let script = format!("fn fee(a: int) -> array {{ {body} }}");
        let refused = call(&script, json!(1), set).await.expect_err(body);
        assert!(refused.starts_with(ErrorCode::LimitExceeded.as_str()), "{body}: {refused}");
    }
    let nested = format!("fn fee(a: int) -> int {{ {}a{} }}", "(".repeat(40), ")".repeat(40));
    let refused = call(&nested, json!(1), |limits| limits.expression_depth = 0).await;
    assert!(refused.expect_err("too deep").contains("nested more than 1 levels deep"));
}

#[tokio::test]
async fn a_limit_past_every_stack_is_held_to_one() {
    let value = (0..600).fold(json!(1), |inner, _| json!([inner]));
    let refused = call("fn fee(a: array) -> int { 1 }", value, |limits| {
        limits.value_depth = usize::MAX;
    });
    assert!(refused.await.expect_err("too deep").contains("nested more than 512 levels deep"));
    let refused = call("fn fee(a: int) -> int { fee(a + 1) }", json!(1), |limits| {
        limits.call_depth = usize::MAX;
    });
    assert!(refused.await.expect_err("too deep").starts_with("limit_exceeded"));
    let nested =
        format!("fn fee(a: int) -> int {{ {}a{} }}", "(".repeat(30_000), ")".repeat(30_000));
    let refused = call(&nested, json!(1), |limits| limits.expression_depth = usize::MAX);
    assert!(refused.await.expect_err("too deep").contains("nested more than 1024 levels deep"));
}
