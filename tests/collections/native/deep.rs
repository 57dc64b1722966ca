//! What is nested so deep that the stack would end.

use rulebook::{ErrorCode, FnTool, Tool, ToolCall, ToolOutput, ToolSpec};
use serde_json::{Map, Value, json};

use super::call;

fn held_to(schema: Value) -> impl Tool {
    let mut spec = ToolSpec::new("deep", "Takes what is deep.");
    spec.input_schema = schema;
    FnTool::new(spec, |_call| async { Ok(ToolOutput::json("ran".into())) })
}

/// To drop it ended the process.
#[test]
fn an_output_that_is_given_as_it_is_may_be_too_deep() {
    let deep = FnTool::new(ToolSpec::new("deep", "Gives what is deep."), |_call: ToolCall| async {
        let value = (0..1_000_000).fold(Value::Null, |value, _| Value::Array(vec![value]));
        Ok(ToolOutput::json(value))
    });
    let error = call(&deep, json!({})).unwrap_err();
    assert_eq!(error.code, ErrorCode::LimitExceeded);
    insta::assert_snapshot!(error.message, @"the result is nested more than 128 levels deep");
}

/// To build it took minutes, and to call it ended the process.
#[test]
fn a_chain_of_references_without_a_value_between() {
    const LINKS: usize = 5_000;
    let link = |index: usize| {
        let next = format!("#/$defs/d{}", index + 1);
        let link = json!({ "allOf": [{ "$ref": next }, { "type": "string" }] });
        (format!("d{index}"), link)
    };
    let links: Map<_, _> = (0..LINKS).map(link).collect();
    let tool = held_to(json!({
        "type": "object",
        "properties": { "x": { "$ref": "#/$defs/d0" } },
        "additionalProperties": false,
        "$defs": links,
    }));
    let error = call(&tool, json!({ "x": "y" })).unwrap_err();
    insta::assert_snapshot!(error.message, @"`x`: expected nothing, found a string");
}

/// Deep schemas around deep values ended the process.
#[test]
fn a_deep_schema_around_each_value_of_a_deep_one() {
    let node = (0..100).fold(
        json!({ "$ref": "#/$defs/node" }),
        |inner, _| json!({ "allOf": [inner, { "not": { "type": "string" } }] }),
    );
    let tool = held_to(json!({
        "type": "object",
        "properties": { "x": { "$ref": "#/$defs/node" } },
        "additionalProperties": false,
        "$defs": { "node": { "type": "object", "properties": { "n": node } } },
    }));
    let deep = |most: usize| (0..most).fold(json!({}), |inner, _| json!({ "n": inner }));
    assert_eq!(call(&tool, json!({ "x": deep(3) })).unwrap(), "ran");
    let error = call(&tool, json!({ "x": deep(120) })).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArguments);
    insta::assert_snapshot!(error.message.split(": ").last().unwrap_or_default(), @"nested too deep to be held to the schema; make it flatter");
}
