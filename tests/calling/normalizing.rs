//! Arguments as they will run, without running anything.

use serde_json::{Map, Value, json};

use super::support::Folder;
use rulebook::{ErrorCode, ToolCall, ToolSet};

const RULES: &str = "
    type Line = #{ sku: string, price: decimal, note?: string };
    fn total(lines: array<Line>, percent: int, rest: map, name: string?) -> string {
        `${lines.map(|line| line.price)} ${percent} ${rest} ${name}`
    }
    fn never() -> int { loop {} }";

fn object(json: Value) -> Map<String, Value> {
    ToolCall::from_json(json).unwrap().arguments
}

#[tokio::test]
async fn arguments_are_given_as_they_will_run() {
    let folder = Folder::with_rules(RULES, &["total", "never"]);
    let tools = folder.load_with(ToolSet::options()).await.unwrap();
    let total = tools.tool("total").unwrap();
    let line = |price: Value| json!({ "note": null, "price": price, "sku": "a" });
    let cases = [
        json!({
            "name": null, "rest": "{\"a\":[1,2.50]}", "percent": "7",
            "lines": [line(json!(19.9)), line(json!("19.90")), line(json!(3)), line(json!("3.00"))],
        }),
        json!({ "lines": "[]", "percent": 7.0, "rest": { "$int": "1" }, "name": "x" }),
        json!({ "lines": [line(json!("79228162514264337593543950335"))], "percent": -0,
            "rest": {}, "name": "" }),
    ];
    let mut shown = Vec::new();
    for case in cases {
        let normal = total.normalize(object(case.clone())).unwrap();
        assert_eq!(total.normalize(normal.clone()).unwrap(), normal, "it is normal already");
        let (given, again) = (object(case), normal.clone());
        let given = total.call(ToolCall::new(given)).await.unwrap();
        assert_eq!(given, total.call(ToolCall::new(again)).await.unwrap(), "the same runs");
        shown.push(Value::Object(normal).to_string());
        shown.push(given.value.to_string());
    }
    insta::assert_snapshot!(shown.join("\n"), @r#"
        {"lines":[{"sku":"a","price":19.9},{"sku":"a","price":"19.90"},{"sku":"a","price":3},{"sku":"a","price":"3.00"}],"percent":7,"rest":{"a":[1,2.5]},"name":null}
        "[19.9, 19.90, 3, 3.00] 7 #{\"a\": [1, 2.5]} "
        {"lines":[],"percent":7,"rest":{"$int":"1"},"name":"x"}
        "[] 7 #{\"$int\": \"1\"} x"
        {"lines":[{"sku":"a","price":"79228162514264337593543950335"}],"percent":0,"rest":{},"name":""}
        "[79228162514264337593543950335] 0 #{} "
        "#);
}

#[tokio::test]
async fn wrong_arguments_are_refused_as_a_call_refuses_them() {
    let folder = Folder::with_rules(RULES, &["total", "never"]);
    let tools = folder.load_with(ToolSet::options()).await.unwrap();
    let total = tools.tool("total").unwrap();
    let deep = (0..1000).fold(json!(1), |inner, _| Value::Array(vec![inner]));
    let long = vec![json!(1); 100_001];
    for case in [
        json!({}),
        json!({ "lines": [{}], "percent": 1.5, "rest": 1, "name": 2, "more": 3 }),
        json!({ "lines": [], "percent": 1, "rest": { "a": deep }, "name": null }),
        json!({ "lines": long, "percent": 1, "rest": {}, "name": null }),
    ] {
        let normalized = total.normalize(object(case.clone())).unwrap_err();
        let called = total.call(ToolCall::new(object(case))).await.unwrap_err();
        assert_eq!(normalized, called);
    }
}

#[tokio::test]
async fn wrong_arguments_are_refused_while_another_call_runs() {
    let folder = Folder::with_rules(RULES, &["total", "never"]);
    let tools = folder.load_with(ToolSet::options()).await.unwrap();
    let mut running = Box::pin(tools.call("never", json!({})));
    let wrong = async { tools.call("total", json!({})).await.unwrap_err().code };
    tokio::select! {
        biased;
        _ = &mut running => panic!("it never ends"),
        code = wrong => assert_eq!(code, ErrorCode::InvalidArguments),
    }
}

#[tokio::test]
async fn the_revision_of_a_tool_is_the_hash_of_its_rules() {
    let folder = Folder::with_rules(RULES, &["total", "never"]);
    let tools = folder.load_with(ToolSet::options()).await.unwrap();
    for tool in tools.tools() {
        assert_eq!(tool.revision().as_deref(), Some(tools.hash()));
        assert!(tool.pinned().is_none());
    }
}
