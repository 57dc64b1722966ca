//! What a tool says of itself.

use std::sync::Arc;

use serde_json::Value;

use super::caught::caught;
use super::report::Report;
use crate::tool::{Tool, ToolSpec};

/// The longest name that every provider takes.
const LONGEST_NAME: usize = 64;

/// Checks all that can be told without a call, and gives the spec.
pub(super) fn check(tool: &dyn Tool, report: &mut Report) -> Option<Arc<ToolSpec>> {
    let spec = caught("`spec`", report, || tool.spec())?;
    if caught("`spec`", report, || tool.spec())? != spec {
        report.add(
            "`spec` gives another spec each time",
            "make it once and give that: models are told of it once, and approvals hold for it",
        );
    }
    name(&spec.name, report);
    if spec.description.trim().is_empty() {
        report.add("the description is empty", "say what the tool does: models choose by it");
    }
    input(&spec.input_schema, report);
    if let Some(schema) = &spec.output_schema {
        is_schema("output", schema, report);
    }
    let pinned = caught("`pinned`", report, || tool.pinned().map(|pinned| pinned.spec()));
    if let Some(Some(pinned)) = pinned
        && pinned.name != spec.name
    {
        report.add(
            format!("`pinned` gives a tool named `{}`", pinned.name),
            "give the same tool as it is now",
        );
    }
    Some(spec)
}

fn name(name: &str, report: &mut Report) {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(allowed) {
        report.add(
            format!("`{}` is not a name that all models take", name.escape_debug()),
            format!("use the letters a to z, digits, `_` and `-`, at most {LONGEST_NAME}"),
        );
    }
}

fn input(schema: &Value, report: &mut Report) {
    if !is_schema("input", schema, report) {
        return;
    }
    if schema.get("type") != Some(&"object".into()) {
        report.add(
            "the input schema is not that of an object",
            "write `\"type\": \"object\"` at its top: arguments have names",
        );
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    if properties.is_none() && schema.get("oneOf").or(schema.get("anyOf")).is_none() {
        report.add(
            "the input schema has no `properties`",
            "write `\"properties\": {}` where there are no parameters: some providers need it",
        );
    }
    let closes = ["additionalProperties", "unevaluatedProperties"];
    let is_closed = closes.iter().any(|keyword| schema.get(*keyword) == Some(&false.into()));
    if properties.is_some() && !is_closed {
        report.add(
            "the input schema is not closed",
            "write `\"additionalProperties\": false`: an argument with a wrong name is lost without",
        );
    }
    let required = schema.get("required").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for name in required.iter().filter_map(Value::as_str) {
        if !properties.is_some_and(|properties| properties.contains_key(name)) {
            report.add(
                format!("the input schema requires `{name}`, which is not one of its properties"),
                "add it to `properties`, or take it out of `required`",
            );
        }
    }
}

fn is_schema(which: &str, schema: &Value, report: &mut Report) -> bool {
    let why = match jsonschema::draft202012::meta::validate(schema) {
        Err(why) => why.to_string(),
        Ok(()) => match jsonschema::draft202012::new(schema) {
            Err(why) => why.to_string(),
            Ok(_) => return true,
        },
    };
    report.add(
        format!("the {which} schema is not valid: {why}"),
        "keep to JSON Schema, draft 2020-12",
    );
    false
}
