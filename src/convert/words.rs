//! The words of the messages.

use std::ops::{Range, RangeInclusive};

use rhai::{Dynamic, INT};

use super::shape::Shape;
pub(crate) use crate::error::kind_of as kind;
use crate::nearest::nearest;

/// User text for a message: on one line, and never long.
pub(crate) fn shorten(text: &str) -> String {
    shown(text, &['\'', '"', '\\'])
}

/// The same, in double quotes.
pub(super) fn in_quotes(text: &str) -> String {
    format!("\"{}\"", shown(text, &['\'']))
}

fn shown(text: &str, plain: &[char]) -> String {
    const LONGEST: usize = 60;
    let mut short = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == LONGEST {
            short.push('…');
            break;
        }
        if plain.contains(&c) {
            short.push(c);
        } else {
            short.extend(c.escape_debug());
        }
    }
    short
}

/// Names in backticks, with commas; the first of them where there are many.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const MOST: usize = 20;
    let mut names = names.into_iter();
    let shown: Vec<_> =
        names.by_ref().take(MOST).map(|name| format!("`{}`", shorten(name))).collect();
    let list = shown.join(", ");
    match names.count() {
        0 => list,
        more => format!("{list} and {more} more"),
    }
}

/// A name that is not one of those known; `a_kind` is "a field" and `kinds` "fields".
pub(crate) fn unknown<'a, I>(name: &str, a_kind: &str, kinds: &str, known: I) -> String
where
    I: Iterator<Item = &'a str> + Clone,
{
    let name_shown = shorten(name);
    if let Some(near) = like(name, known.clone()) {
        return format!("`{name_shown}` is not {a_kind}; did you mean `{}`", shorten(near));
    }
    let known = list(known);
    if known.is_empty() {
        format!("`{name_shown}` is not {a_kind}; there are no {kinds}")
    } else {
        format!("`{name_shown}` is not {a_kind}; the {kinds} are {known}")
    }
}

/// A text that is not a member of a choice.
pub(crate) fn not_a_choice<'a, I>(text: &str, members: I) -> String
where
    I: Iterator<Item = &'a str> + Clone,
{
    let near = like(text, members.clone());
    let hint = near.map(|near| format!("; did you mean `{}`", shorten(near))).unwrap_or_default();
    format!("`{}` is not one of {}{hint}", shorten(text), list(members))
}

/// The name that was probably meant; nothing is like a text that is very long.
fn like<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 256;
    if name.len() <= LONGEST { nearest(name, known) } else { None }
}

/// A missing argument or field.
pub(crate) fn missing(name: &str) -> String {
    format!("`{}` is missing", shorten(name))
}

/// What a shape takes.
pub(super) fn expected(shape: &Shape) -> String {
    match shape {
        Shape::Unit => "no value".to_owned(),
        Shape::Bool => "bool".to_owned(),
        Shape::Int => "int".to_owned(),
        Shape::Float => "float".to_owned(),
        Shape::Decimal => "decimal".to_owned(),
        Shape::String => "string".to_owned(),
        Shape::Choice(members) => format!("one of {}", list(members.iter().map(|m| &**m))),
        Shape::Array(_) => "an array".to_owned(),
        Shape::Map(_) | Shape::Record(_) => "an object".to_owned(),
        Shape::Nullable(inner) => format!("{} or null", expected(inner)),
    }
}

/// The kind of a script value.
pub(super) fn script_kind(value: &Dynamic) -> &'static str {
    type Is = fn(&Dynamic) -> bool;
    let kinds: [(Is, &str); 12] = [
        (Dynamic::is_unit, "()"),
        (Dynamic::is_bool, "a bool"),
        (Dynamic::is_int, "an int"),
        (Dynamic::is_float, "a float"),
        (Dynamic::is_decimal, "a decimal"),
        (Dynamic::is_string, "a string"),
        (Dynamic::is_char, "a character"),
        (Dynamic::is_array, "an array"),
        (Dynamic::is_map, "an object map"),
        (Dynamic::is_fnptr, "a function"),
        (Dynamic::is_blob, "a blob"),
        (Dynamic::is_timestamp, "a timestamp"),
    ];
    if let Some((_, kind)) = kinds.into_iter().find(|(is, _)| is(value)) {
        return kind;
    }
    let is_range = value.is::<Range<INT>>() || value.is::<RangeInclusive<INT>>();
    if is_range { "a range" } else { "a value that is no data" }
}

/// A part of a result that its shape does not take, and what to write instead;
/// `whole` when the part is the whole result.
pub(super) fn unfit_result(shape: &Shape, value: &Dynamic, whole: bool) -> String {
    let found = found_in_script(value);
    let expected = match shape {
        Shape::Map(_) | Shape::Record(_) => "an object map".to_owned(),
        _ => expected(shape),
    };
    let help = match shape {
        _ if !is_finite(value) => "; look for a division by zero",
        Shape::Int if value.is_float() || value.is_decimal() => "; round it, then use `.to_int()`",
        Shape::Float if value.is_int() => " that no float is exactly",
        Shape::Float if value.is_decimal() => "; use `.to_float()`",
        Shape::Decimal if value.is_float() => {
            "; use `.to_decimal()`, or begin with `parse_decimal(\"0.1\")`"
        }
        Shape::Decimal if value.is_string() => "; use `parse_decimal`",
        Shape::Int if value.is_string() => "; use `parse_int`",
        Shape::Float if value.is_string() => "; use `parse_float`",
        Shape::String | Shape::Choice(_) if is_printable(value) => "; use `.to_string()`",
        Shape::Unit => "; write `()` as the last line",
        _ if whole && value.is_unit() => "; write the value as the last line",
        _ => "",
    };
    format!("expected {expected}, found {found}{help}")
}

/// A value of an untyped array or map that JSON does not have.
pub(super) fn not_json(value: &Dynamic) -> String {
    let help = if value.is_char() { "; use `.to_string()`" } else { "" };
    format!("{} has no place in a result{help}", found_in_script(value))
}

/// A value that cannot be kept for a session.
pub(super) fn not_kept(value: &Dynamic) -> String {
    format!("{} cannot be kept for a session", found_in_script(value))
}

/// What a session is to keep, and is no map.
pub(super) fn not_state(value: &Dynamic) -> String {
    format!(
        "expected an object map, found {}; put what is to be kept in a field of it",
        found_in_script(value)
    )
}

fn found_in_script(value: &Dynamic) -> &'static str {
    if is_finite(value) { script_kind(value) } else { "a float that is not a finite number" }
}

fn is_finite(value: &Dynamic) -> bool {
    value.as_float().map_or(true, f64::is_finite)
}

fn is_printable(value: &Dynamic) -> bool {
    value.is_char() || value.is_int() || value.is_float() || value.is_decimal() || value.is_bool()
}
