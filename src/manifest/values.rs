//! Single values and lists of them, each of the kind that belongs there.

use std::collections::HashSet;

use super::check::wrong_kind::Expected;
use super::check::{blank, duplicate_setting, wrong_kind};
use super::fields::{Fields, unique};
use super::json::{Object, Value, name_span, span};
use super::raw::{SettingNames, Spanned};
use super::report::Report;
use crate::quote::quoted;

/// A text, which may be empty. `what` names it in a message.
pub(super) fn any_text(
    report: &mut Report<'_>,
    what: &str,
    expected: Expected,
    value: &Value<'_>,
) -> Option<Spanned<String>> {
    match value {
        Value::StringLit(text) => {
            Some(Spanned { value: text.value.clone().into_owned(), span: span(text.range) })
        }
        other => {
            report.add(wrong_kind::problem(report.source, what, expected, other));
            None
        }
    }
}

/// A text that says something.
pub(super) fn text(
    report: &mut Report<'_>,
    what: &str,
    value: Option<&Value<'_>>,
) -> Option<Spanned<String>> {
    let text = any_text(report, what, Expected::Text, value?)?;
    let problem = blank::check(report.source, what, &text);
    let good = problem.is_none();
    report.add(problem);
    good.then_some(text)
}

/// `true` or `false`; absent is false.
pub(super) fn flag(report: &mut Report<'_>, what: &str, value: Option<&Value<'_>>) -> bool {
    match value {
        None => false,
        Some(Value::BooleanLit(flag)) => flag.value,
        Some(other) => {
            report.add(wrong_kind::problem(report.source, what, Expected::Flag, other));
            false
        }
    }
}

/// A list of texts; absent is empty.
pub(super) fn texts(
    report: &mut Report<'_>,
    what: &str,
    value: Option<&Value<'_>>,
) -> Vec<Spanned<String>> {
    let Some(value) = value else { return Vec::new() };
    let items = list(report, what, Expected::Texts, value);
    let what = format!("each line of {what}");
    items
        .iter()
        .map_while(|item| (!report.is_full()).then(|| text(report, &what, Some(item))))
        .flatten()
        .collect()
}

/// The names of settings in a field; none of them twice.
pub(super) fn setting_names(
    report: &mut Report<'_>,
    fields: &Fields<'_>,
    key: &str,
) -> Option<SettingNames> {
    let field = fields.whole(key)?;
    let items = list(report, &format!("`{key}`"), Expected::Texts, &field.value);
    let what = format!("each name in `{key}`");
    let (mut names, mut known) = (Vec::new(), HashSet::new());
    for item in items {
        if report.is_full() {
            break;
        }
        let Some(name) = any_text(report, &what, Expected::Text, item) else { continue };
        if known.insert(name.value.clone()) {
            names.push(name);
        } else {
            report.add(duplicate_setting::problem(report.source, key, &name));
        }
    }
    Some(SettingNames { key: name_span(field), names })
}

/// The values of a list.
pub(super) fn list<'a>(
    report: &mut Report<'_>,
    what: &str,
    expected: Expected,
    value: &'a Value<'a>,
) -> &'a [Value<'a>] {
    match value {
        Value::Array(list) => &list.elements,
        other => {
            report.add(wrong_kind::problem(report.source, what, expected, other));
            &[]
        }
    }
}

/// Texts by name, in the order written; absent is empty.
pub(super) fn texts_by_name(
    report: &mut Report<'_>,
    what: &str,
    value: Option<&Value<'_>>,
) -> Vec<(Spanned<String>, Spanned<String>)> {
    let Some(object) = value.and_then(|value| object(report, what, Expected::TextsByName, value))
    else {
        return Vec::new();
    };
    let mut texts = Vec::new();
    for field in unique(report, object) {
        if report.is_full() {
            break;
        }
        let name = Spanned { value: field.name.as_str().to_owned(), span: name_span(field) };
        let what = format!("the description of {}", quoted(&name.value));
        if let Some(text) = text(report, &what, Some(&field.value)) {
            texts.push((name, text));
        }
    }
    texts
}

/// An object.
pub(super) fn object<'a>(
    report: &mut Report<'_>,
    what: &str,
    expected: Expected,
    value: &'a Value<'a>,
) -> Option<&'a Object<'a>> {
    match value {
        Value::Object(object) => Some(object),
        other => {
            report.add(wrong_kind::problem(report.source, what, expected, other));
            None
        }
    }
}
