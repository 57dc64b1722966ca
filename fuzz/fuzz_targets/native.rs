//! What holds for the arguments of tools in Rust, whatever their schema says.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use rulebook::fuzzing::{argument, input_schema, shown};
use rulebook::ty::{Field, Ty};
use rulebook::{ErrorCode, FnTool, Tool, ToolError, ToolOutput, ToolSpec};
use rulebook_fuzz::{Dice, Input, input, json, types};
use serde_json::{Map, Value, json};

type Arguments = Map<String, Value>;

/// How deep containers may be nested here.
const DEPTH: usize = 128;

/// Checked twice: what was taken is taken again, as it is.
fn normalize(schema: &Value, arguments: Arguments) -> Result<Arguments, ToolError> {
    let mut spec = ToolSpec::new("x", "Takes x.");
    spec.input_schema = schema.clone();
    let tool = FnTool::new(spec, |_| async { Ok(ToolOutput::json(Value::Null)) });
    let read = tool.normalize(arguments)?;
    let again = tool.normalize(read.clone()).map_err(|error| error.to_string());
    assert_eq!(again.as_ref(), Ok(&read), "{schema}");
    Ok(read)
}

fn told(error: &ToolError) {
    assert_eq!(error.code, ErrorCode::InvalidArguments);
    assert!(!error.message.is_empty() && !error.message.contains(['\n', '\0']), "{error}");
}

/// The type, with others in the place of those that a schema alone does not tell.
fn told_by_schema(ty: &Ty) -> Ty {
    let within = |ty: &Arc<Ty>| Arc::new(told_by_schema(ty));
    match ty {
        Ty::Decimal => Ty::Float,
        Ty::Array(item) => Ty::Array(Some(item.as_ref().map_or(Arc::new(Ty::Bool), within))),
        Ty::Map(of) => Ty::Map(Some(of.as_ref().map_or(Arc::new(Ty::Int), within))),
        Ty::Nullable(inner) => Ty::Nullable(within(inner)),
        Ty::Record(fields) => {
            let field = |field: &Field| Field { ty: told_by_schema(&field.ty), ..field.clone() };
            Ty::Record(fields.iter().map(field).collect())
        }
        plain => plain.clone(),
    }
}

/// The schema of a script's type takes the same as the script, and tells the same.
fn same(ty: &Ty, value: &Value) {
    let ty = told_by_schema(ty);
    let arguments = || Map::from_iter([("x".to_owned(), value.clone())]);
    let script = argument(&ty, arguments(), DEPTH);
    match (script, normalize(&input_schema(&ty), arguments())) {
        (Ok(script), Ok(read)) => {
            let again = argument(&ty, read, DEPTH).map(|again| shown(&again));
            assert_eq!(again, Ok(shown(&script)), "{ty}: {value}");
        }
        (Err(script), Err(native)) => assert_eq!(script, native.problems, "{ty}: {value}"),
        (script, native) => panic!("{ty}: {value}: {script:?}, but {native:?}"),
    }
}

const KINDS: &[&str] =
    &["object", "array", "string", "integer", "number", "boolean", "null", "thing"];
const REFERENCES: &[&str] = &["#", "#/$defs/a", "#/$defs/b", "#/properties/a", "#/x", "%", "x"];
const COUNTS: &[&str] = &[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
];
const PARTS: &[&str] = &["items", "additionalProperties", "unevaluatedProperties", "not"];
const LISTS: &[&str] = &["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED: &[&str] = &["properties", "patternProperties", "$defs"];

/// A schema of any keywords, in any company.
fn any_schema(dice: &mut Dice<'_>, depth: usize) -> Value {
    if dice.below(8) == 7 {
        return dice.flip().into();
    }
    let mut schema = Map::new();
    for _ in 0..1 + dice.below(4) {
        let (keyword, value) = match dice.below(if depth == 0 { 6 } else { 10 }) {
            0 => ("type", json!(dice.of(KINDS))),
            1 => ("type", json!([dice.of(KINDS), dice.of(KINDS)])),
            2 => ("$ref", json!(dice.of(REFERENCES))),
            3 => ("enum", json!([json::any_json(dice, 1), json::any_json(dice, 1)])),
            4 => ("required", json!([json::key(dice), json::key(dice)])),
            5 => (dice.of(COUNTS), json!(json::int(dice))),
            6 => (dice.of(PARTS), any_schema(dice, depth - 1)),
            7 => {
                let all: Vec<_> = (0..dice.below(4)).map(|_| any_schema(dice, depth - 1)).collect();
                (dice.of(LISTS), all.into())
            }
            8 => ("uniqueItems", dice.flip().into()),
            _ => {
                let mut all = Map::new();
                for _ in 0..dice.below(4) {
                    all.insert(json::key(dice).to_owned(), any_schema(dice, depth - 1));
                }
                (dice.of(NAMED), all.into())
            }
        };
        schema.insert(keyword.to_owned(), value);
    }
    schema.into()
}

fn any(schema: &Value, arguments: Arguments) {
    if let Err(error) = normalize(schema, arguments) {
        told(&error);
    }
}

fuzz_target!(|data: &[u8]| match input(data) {
    None => {}
    // A schema, and arguments.
    Some(Input::Text(text)) => {
        if let Ok(Value::Object(mut both)) = serde_json::from_str(text) {
            let schema = both.remove("schema").unwrap_or_default();
            if let Some(Value::Object(arguments)) = both.remove("arguments") {
                any(&schema, arguments);
            }
        }
    }
    Some(Input::Choices(mode @ 1..5, mut dice)) => {
        let ty = types::any_type(&mut dice, 4);
        let mut value = json::value_of(&ty, &mut dice);
        for _ in 1..mode {
            json::change(&mut value, &mut dice);
        }
        same(&ty, &value);
    }
    Some(Input::Choices(_, mut dice)) => {
        let schema = any_schema(&mut dice, 4);
        let mut arguments = Map::new();
        for _ in 0..dice.below(4) {
            arguments.insert(json::key(&mut dice).to_owned(), json::any_json(&mut dice, 4));
        }
        any(&schema, arguments);
    }
});
