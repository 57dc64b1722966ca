mod deep;
mod inputs;
mod numbers;
mod outputs;
mod states;
mod texts;
mod thrown_values;

use std::fmt::Write as _;
use std::sync::Arc;

use rhai::{Array, Dynamic, Engine, ImmutableString};
use serde_json::{Map, Value};

use super::{Misfit, Param, Shape, arguments};
use crate::error::Problem;
use crate::ty::{Field, Ty};

pub(super) const DEPTH: usize = 128;

pub(super) fn choice(members: &[&str]) -> Ty {
    Ty::Choice(members.iter().map(|member| Arc::from(*member)).collect())
}

pub(super) fn array(item: Ty) -> Ty {
    Ty::Array(Some(Arc::new(item)))
}

pub(super) fn map(of: Ty) -> Ty {
    Ty::Map(Some(Arc::new(of)))
}

pub(super) fn nullable(inner: Ty) -> Ty {
    Ty::Nullable(Arc::new(inner))
}

/// A record; a name that ends in `?` is an optional field.
pub(super) fn record(fields: &[(&str, Ty)]) -> Ty {
    Ty::Record(
        fields
            .iter()
            .map(|(name, ty)| Field {
                name: name.trim_end_matches('?').into(),
                optional: name.ends_with('?'),
                ty: ty.clone(),
            })
            .collect(),
    )
}

pub(super) fn param(name: &str, ty: Ty) -> Param {
    Param::new(name, Shape::new(&ty))
}

pub(super) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(super) fn object(text: &str) -> Map<String, Value> {
    match json(text) {
        Value::Object(members) => members,
        other => panic!("{other} is not an object"),
    }
}

pub(super) fn give(ty: &Ty, value: Value) -> Result<Dynamic, Vec<Problem>> {
    let args = Map::from_iter([("x".to_owned(), value)]);
    let values = arguments(&[param("x", ty.clone())], args, DEPTH)?;
    Ok(values.into_iter().next().unwrap())
}

pub(super) fn result(ty: &Ty, value: Dynamic, depth: usize) -> Result<Value, Vec<Problem>> {
    super::result(&Shape::new(ty), value, depth).map_err(|misfit| match misfit {
        Misfit::Shape(problems) => problems,
        Misfit::Depth(message) => vec![Problem::new("", message)],
    })
}

pub(super) fn told(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A script value with its kinds in sight: `3`, `3.0f`, `3.0d`, `"3"`.
pub(super) fn show(value: &Dynamic) -> String {
    if let Ok(int) = value.as_int() {
        int.to_string()
    } else if let Ok(float) = value.as_float() {
        format!("{float:?}f")
    } else if let Ok(decimal) = value.as_decimal() {
        format!("{decimal}d")
    } else if let Some(text) = value.read_lock::<ImmutableString>() {
        format!("{:?}", text.as_str())
    } else if let Some(items) = value.read_lock::<Array>() {
        format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(", "))
    } else if let Some(members) = value.read_lock::<rhai::Map>() {
        let members = members.iter().map(|(key, value)| format!("{key}: {}", show(value)));
        format!("#{{{}}}", members.collect::<Vec<_>>().join(", "))
    } else {
        value.to_string()
    }
}

/// One line for each JSON text: what it becomes, or what is told.
pub(super) fn table_in(ty: &Ty, texts: &[&str]) -> String {
    let mut table = String::new();
    for text in texts {
        let shown = match give(ty, json(text)) {
            Ok(value) => show(&value),
            Err(problems) => format!("! {}", told(&problems).replace('\n', "\n  ! ")),
        };
        writeln!(table, "{text} => {shown}").unwrap();
    }
    table
}

pub(super) fn run(script: &str) -> Dynamic {
    Engine::new().eval(script).unwrap_or_else(|error| panic!("{script}: {error}"))
}

/// One line for each script: the JSON of its value, or what is told.
pub(super) fn table_out(ty: &Ty, scripts: &[&str]) -> String {
    let mut table = String::new();
    for script in scripts {
        let shown = match result(ty, run(script), DEPTH) {
            Ok(value) => value.to_string(),
            Err(problems) => format!("! {}", told(&problems).replace('\n', "\n  ! ")),
        };
        writeln!(table, "{script} => {shown}").unwrap();
    }
    table
}
