//! Whether a model, or whoever holds a tool, is told the same of it.

use serde_json::Value;

use crate::settings::{SettingsMember, SettingsRecord};
use crate::tool::{ToolSource, ToolSpec};

/// Whether a model is shown the same.
pub(super) fn is_shown_the_same(one: &ToolSpec, other: &ToolSpec) -> bool {
    let ToolSpec {
        name,
        description,
        kind,
        requires_approval,
        input_schema,
        output_schema,
        source: _,
    } = one;
    *name == other.name
        && *description == other.description
        && *kind == other.kind
        && *requires_approval == other.requires_approval
        && is_same_json(input_schema, &other.input_schema)
        && match (output_schema, &other.output_schema) {
            (Some(one), Some(other)) => is_same_json(one, other),
            (one, other) => one == other,
        }
}

/// Whether both are the same, but for the generation.
pub(super) fn is_same(one: &ToolSpec, other: &ToolSpec) -> bool {
    let source = |spec: &ToolSpec| spec.source.clone().map(|it| ToolSource { generation: 0, ..it });
    is_shown_the_same(one, other) && source(one) == source(other)
}

/// Whether both are the same settings, told and marked alike, with the same defaults.
pub(super) fn are_same_settings(one: &SettingsRecord, other: &SettingsRecord) -> bool {
    let member = |one: &SettingsMember, other: &SettingsMember| {
        one.name() == other.name()
            && one.description_text() == other.description_text()
            && one.is_configurable() == other.is_configurable()
            && is_same_json(one.default_value(), other.default_value())
            && is_same_json(one.schema(), other.schema())
    };
    let both = || one.members().iter().zip(other.members());
    one.name() == other.name()
        && one.members().len() == other.members().len()
        && both().all(|(one, other)| member(one, other))
}

/// Whether both are the same text: the order of members is part of what a model
/// reads.
fn is_same_json(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let both = || one.iter().zip(other);
            one.len() == other.len() && both().all(|((a, x), (b, y))| a == b && is_same_json(x, y))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(x, y)| is_same_json(x, y))
        }
        (one, other) => one == other,
    }
}
