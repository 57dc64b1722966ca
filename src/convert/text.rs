//! A string that is exactly the JSON text of a value. Models send `"3"` for 3;
//! any other spelling (`"007"`, `" 3"`, `"True"`) may mean something else, and
//! is not taken.

use std::borrow::Cow;

use rust_decimal::Decimal;
use serde_json::{Number, Value};

use super::decimal::{NotDecimal, from_text};
use super::reader::read_exactly;
use super::words::kind;

/// The value, or the container that a string is the JSON text of, nested at most
/// `room` deep, or why that text cannot be read. A text that begins otherwise is
/// left as it is.
pub(crate) fn container(value: Value, room: usize, open: char) -> Result<Value, String> {
    match value {
        Value::String(text) if text.starts_with(open) => {
            read_exactly(&text, room).map_err(|fault| fault.in_text(&text))
        }
        other => Ok(other),
    }
}

/// A container was wanted, and what [`container`] gave is none.
#[cold]
pub(crate) fn no_container(expected: &str, found: Result<Value, String>) -> String {
    let found = match &found {
        Ok(Value::String(_)) => Cow::Borrowed("a string"),
        Ok(other) => kind(other).into(),
        Err(fault) => format!("a string that is not its JSON text: {fault}").into(),
    };
    format!("expected {expected}, found {found}")
}

/// `true` or `false`.
pub(super) fn bool(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// Digits without a leading zero.
pub(super) fn int(text: &str) -> Option<i64> {
    text.parse().ok().filter(|int: &i64| int.to_string() == text)
}

/// Whether a text is a whole number, however large.
pub(super) fn is_whole(text: &str) -> bool {
    is_plain(text) && !text.contains('.')
}

/// A number as JSON or people write that very double: `3`, `3.0`, `1e-7`, `0.0000001`.
pub(super) fn float(text: &str) -> Option<f64> {
    let float: f64 = text.parse().ok()?;
    // Writers of JSON differ in the plus sign of an exponent.
    let written = Number::from_f64(float)?.to_string().replace("e+", "e");
    let plain = float.to_string();
    (written == text.replace("e+", "e") || (plain == text && text != "-0")).then_some(float)
}

/// Digits without exponent or needless zeros in front; those at the end are
/// part of a decimal.
pub(super) fn decimal(text: &str) -> Option<Result<Decimal, NotDecimal>> {
    is_plain(text)
        .then(|| from_text(text))
        .filter(|read| !read.is_ok_and(|d| is_minus_zero(text, d)))
}

fn is_minus_zero(text: &str, decimal: Decimal) -> bool {
    decimal.is_zero() && text.starts_with('-')
}

fn is_plain(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = match unsigned.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (unsigned, None),
    };
    digits(whole) && (whole == "0" || !whole.starts_with('0')) && fraction.is_none_or(digits)
}
