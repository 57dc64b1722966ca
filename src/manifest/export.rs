//! Reads one entry of `exports`.

use super::check::duplicate_name::Names;
use super::check::wrong_kind::Expected;
use super::check::{conflicting_fields, kind, missing_script, tool_name};
use super::fields::Fields;
use super::json::{Value, opening};
use super::owner::Owner;
use super::raw::{RawExport, Spanned};
use super::report::Report;
use super::values;

/// What the manifest and the entries before this one say.
pub(super) struct Above {
    /// Whether the manifest names a script.
    pub(super) has_script: bool,
    pub(super) names: Names,
}

/// The export, as far as it can be told; without a function there is none.
pub(super) fn read(
    report: &mut Report<'_>,
    above: &mut Above,
    value: &Value<'_>,
) -> Option<RawExport> {
    let object = values::object(report, "each entry of `exports`", Expected::Object, value)?;
    let fields = Fields::of(report, Owner::Export, object);
    let name = fields
        .require(report, "name")
        .and_then(|value| values::any_text(report, "`name`", Expected::Name, value))
        .inspect(|name| check_name(report, &mut above.names, name));
    let function = values::text(report, "`function`", fields.get("function"));
    let script = values::text(report, "`script`", fields.get("script"));
    if !above.has_script && fields.get("script").is_none() {
        let place = name.as_ref().map_or_else(|| opening(object), |name| name.span);
        report.add(missing_script::of_export(report.source, place));
    }
    let description = values::text(report, "`description`", fields.get("description"));
    let parameter_descriptions = values::texts_by_name(
        report,
        "`parameterDescriptions`",
        fields.get("parameterDescriptions"),
    );
    let kind = values::text(report, "`kind`", fields.get("kind")).and_then(|text| {
        kind::check(report.source, &text.value, text.span)
            .map_err(|problem| report.add(problem))
            .ok()
    });
    let requires_approval =
        values::flag(report, "`requiresApproval`", fields.get("requiresApproval"));
    let configurable = values::setting_names(report, &fields, "configurable");
    let fixed = values::setting_names(report, &fields, "fixed");
    let both = conflicting_fields::check(report.source, configurable.as_ref(), fixed.as_ref());
    report.add(both);
    Some(RawExport {
        // Without a name nothing loads, but the function can still be checked.
        name: name.or_else(|| function.clone())?,
        function,
        script,
        description,
        parameter_descriptions,
        kind,
        requires_approval,
        configurable,
        fixed,
    })
}

fn check_name(report: &mut Report<'_>, names: &mut Names, name: &Spanned<String>) {
    let problem = tool_name::check(report.source, name).or_else(|| names.add(report.source, name));
    report.add(problem);
}
