mod breaking;
mod code;
mod imports;
mod listing;
mod narrowed;
mod settings;
mod widened;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::Value;

use super::{Change, Compared};
use crate::schema;
use crate::signature::{self, Function};
use crate::source::Source;
use crate::tool::{ToolSource, ToolSpec};

pub(super) const MANIFEST: &str = "rules.json";
pub(super) const SCRIPT: &str = "rules/a.rhai";

/// A generation of these files in which these functions are tools: `a`, or
/// `tool=a`, or `tool=other.rhai:a`.
pub(super) fn generation(files: &[(&str, &str)], tools: &[&str]) -> Compared {
    let files: BTreeMap<_, _> =
        files.iter().map(|(name, text)| ((*name).to_owned(), Source::new(*name, *text))).collect();
    let read = files.iter().filter(|(name, _)| name.ends_with(".rhai")).map(|(name, source)| {
        let reading = signature::read(source);
        assert!(reading.problems.is_empty(), "{:?}", reading.problems);
        let functions = reading.functions.into_iter();
        (name.as_str(), functions.map(|function| (function.name.clone(), function)).collect())
    });
    let read: HashMap<&str, HashMap<String, Function>> = read.collect();
    let specs = tools.iter().map(|tool| {
        let (name, function) = tool.split_once('=').unwrap_or((tool, tool));
        let (script, function) = function.split_once(':').unwrap_or((SCRIPT, function));
        let found = read.get(script).and_then(|functions| functions.get(function));
        Arc::new(spec(name, script, function, found))
    });
    let specs = specs.collect();
    Compared { specs, settings: HashMap::new(), files }
}

fn spec(name: &str, script: &str, function: &str, found: Option<&Function>) -> ToolSpec {
    let mut spec = ToolSpec::new(name, "A tool.");
    if let Some(found) = found {
        let params = found.params.iter();
        let typed = params.filter_map(|param| Some((&*param.name, param.ty.as_ref()?, None)));
        let typed = typed.filter(|(_, ty, _)| ty.is_argument());
        spec.input_schema = schema::input(typed);
        spec.output_schema = found.returns.as_ref().map(schema::output);
    }
    spec.source = Some(ToolSource {
        manifest: MANIFEST.to_owned(),
        script: script.to_owned(),
        function: function.to_owned(),
        generation: 1,
    });
    spec
}

pub(super) fn later(mut compared: Compared) -> Compared {
    for spec in &mut compared.specs {
        if let Some(source) = &mut Arc::make_mut(spec).source {
            source.generation += 1;
        }
    }
    compared
}

/// What is different between two texts of a script with these tools.
pub(super) fn between(before: &str, after: &str, tools: &[&str]) -> Change {
    let of = |text| generation(&[(SCRIPT, text), (MANIFEST, "{}")], tools);
    Change::between(Some(&of(before)), &later(of(after)))
}

/// The tools that are changed between two texts of a script.
pub(super) fn changed(before: &str, after: &str, tools: &[&str]) -> String {
    between(before, after, tools).changed.join(" ")
}

/// What is broken when the one function `t` becomes another, a line each.
pub(super) fn broken(before: &str, after: &str) -> String {
    let change = between(before, after, &["t"]);
    let lines = change.breaking.into_iter().map(|breaking| {
        assert_eq!(breaking.tool, "t");
        breaking.message
    });
    lines.collect::<Vec<_>>().join("\n")
}

pub(super) fn without_closing(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.get("additionalProperties") == Some(&Value::Bool(false)) {
                members.shift_remove("additionalProperties");
            }
            members.values_mut().for_each(without_closing);
        }
        Value::Array(items) => items.iter_mut().for_each(without_closing),
        _ => {}
    }
}
