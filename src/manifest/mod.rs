//! The manifest, version 1: which functions become tools, and what belongs to them.
//!
//! Reading is strict and tells every problem at once. Whatever needs the scripts
//! as well is checked by whoever has read them.

pub(crate) mod check;
mod export;
mod fields;
mod json;
mod owner;
mod raw;
mod report;
mod schema;
#[cfg(test)]
mod tests;
mod values;

use self::check::duplicate_name::Names;
use self::check::wrong_kind::Expected;
use self::check::{missing_script, no_exports, version, wrong_kind};
use self::fields::Fields;
use self::json::Value;
use self::owner::Owner;
pub(crate) use self::raw::{RawExport, RawManifest, Spanned};
use self::report::Report;
pub use self::schema::manifest_schema;
use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// The manifest as far as it can be told, and every problem of its text. Where
/// there are problems it must not be loaded, but its scripts can be checked.
pub(crate) fn read(source: &Source) -> (Option<RawManifest>, Vec<Diagnostic>) {
    let mut report = Report::new(source);
    let manifest = match json::parse(source) {
        Ok(value) => manifest(&mut report, &value),
        Err(problem) => {
            report.add(problem);
            None
        }
    };
    (manifest, report.into_problems())
}

fn manifest(report: &mut Report<'_>, value: &Value<'_>) -> Option<RawManifest> {
    let object = values::object(report, "a manifest", Expected::Object, value)?;
    if let Some(problem) = other_version(report.source, object) {
        // Another version has other fields, which are no mistakes.
        report.add(problem);
        return None;
    }
    let fields = Fields::of(report, Owner::Manifest, object);
    if let Some(link) = fields.get("$schema") {
        values::any_text(report, "`$schema`", Expected::Text, link);
    }
    if let Some(version) = fields.require(report, "schemaVersion")
        && !matches!(version, Value::NumberLit(_))
    {
        let what = "`schemaVersion`";
        report.add(wrong_kind::problem(report.source, what, Expected::Number, version));
    }
    let script = values::text(report, "`script`", fields.get("script"));
    let instructions = values::texts(report, "`instructions`", fields.get("instructions"));
    let constraints = values::texts(report, "`constraints`", fields.get("constraints"));
    let context = values::text(report, "`context`", fields.get("context"));
    let has_script = fields.get("script").is_some();
    if let Some(context) = &context
        && !has_script
    {
        report.add(missing_script::of_context(report.source, context.span));
    }
    let entries = fields.require(report, "exports");
    let exports = exports(report, has_script, entries);
    Some(RawManifest { script, instructions, constraints, context, exports })
}

fn other_version(source: &Source, object: &json::Object<'_>) -> Option<Diagnostic> {
    match &object.get("schemaVersion")?.value {
        Value::NumberLit(number) => version::check(source, number.value, json::span(number.range)),
        _ => None,
    }
}

fn exports(report: &mut Report<'_>, has_script: bool, value: Option<&Value<'_>>) -> Vec<RawExport> {
    let Some(value) = value else { return Vec::new() };
    let entries = values::list(report, "`exports`", Expected::Objects, value);
    if entries.is_empty() && matches!(value, Value::Array(_)) {
        report.add(no_exports::problem(report.source, json::place(value)));
    }
    let mut above = export::Above { has_script, names: Names::default() };
    entries
        .iter()
        .map_while(|entry| (!report.is_full()).then(|| export::read(report, &mut above, entry)))
        .flatten()
        .collect()
}
