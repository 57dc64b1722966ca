//! A string that is exactly the JSON text of a value. Models send `"3"` for 3;
//! any other spelling (`"007"`, `" 3"`, `"True"`) may mean something else, and
//! is not taken.

use rust_decimal::Decimal;
use serde_json::Number;

use super::decimal::{NotDecimal, from_text};

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
