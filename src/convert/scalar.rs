//! One JSON value that is not a container, held to a type: the value, or what is
//! wrong with it.

use std::sync::Arc;

use rhai::Dynamic;
use rust_decimal::Decimal;
use serde_json::{Number, Value};

use super::decimal::{self, NotDecimal};
use super::number::{self, NotInt, Numeral, PAST_64_BITS, numeral};
use super::text;
use super::words::{kind, list, not_a_choice, shorten};

type Read<T = Dynamic> = Result<T, String>;

pub(crate) fn bool(value: &Value) -> Read<bool> {
    let read = match value {
        Value::Bool(value) => Some(*value),
        Value::String(text) => text::bool(text),
        _ => None,
    };
    read.ok_or_else(|| wrong("bool", value, "`true` or `false`"))
}

pub(crate) fn int(value: &Value) -> Read<i64> {
    const WRITE: &str = "a whole number, like `3`";
    match value {
        Value::Number(number) => number::int(numeral(number)).map_err(|why| not_int(number, why)),
        Value::String(text) => match text::int(text) {
            Some(int) => Ok(int),
            None if text::is_whole(text) && text != "-0" => Err(too_large(text)),
            None => Err(wrong("int", value, WRITE)),
        },
        _ => Err(wrong("int", value, WRITE)),
    }
}

/// An int of 64 bits without a sign, as what type there is for it elsewhere.
pub(crate) fn unsigned(value: &Value) -> Read<i128> {
    let large = match value {
        Value::Number(number) => match numeral(number) {
            Numeral::Unsigned(int) => Some(int),
            _ => None,
        },
        Value::String(text) => text.parse().ok().filter(|int: &u64| int.to_string() == *text),
        _ => None,
    };
    large.map_or_else(|| int(value).map(i128::from), |int| Ok(int.into()))
}

#[cold]
fn not_int(number: &Number, why: NotInt) -> String {
    let text = number.to_string();
    let is_past_64_bits = || number.as_f64().is_none_or(|float| float.abs() >= PAST_64_BITS);
    match why {
        NotInt::Other if is_past_64_bits() => too_large(&text),
        NotInt::Fraction | NotInt::Other => {
            format!("expected int, found `{}`; write a whole number", shorten(&text))
        }
        NotInt::TooLarge => too_large(&text),
        NotInt::Doubtful => format!(
            "`{}` may not be the int that was meant; write it without fraction or exponent",
            shorten(&text)
        ),
    }
}

fn too_large(text: &str) -> String {
    format!("`{}` does not fit in 64 bits", shorten(text))
}

pub(crate) fn float(value: &Value) -> Read<f64> {
    match value {
        Value::Number(number) => {
            number::float(numeral(number)).ok_or_else(|| not_float(&number.to_string()))
        }
        Value::String(text) => text::float(text).ok_or_else(|| {
            if text::is_whole(text) && text != "-0" {
                not_float(text)
            } else {
                wrong("float", value, "a number, like `3.5`")
            }
        }),
        _ => Err(wrong("float", value, "a number, like `3.5`")),
    }
}

#[cold]
pub(super) fn not_float(text: &str) -> String {
    format!("`{}` is not exactly a float; write at most 15 digits", shorten(text))
}

pub(super) fn decimal(value: &Value) -> Read {
    exact_decimal(value).map(Dynamic::from_decimal)
}

/// A number, or a string of one, with all its digits.
pub(crate) fn exact_decimal(value: &Value) -> Read<Decimal> {
    const WRITE: &str = "a number, like `19.99`";
    match value {
        Value::Number(number) => {
            decimal::from_number(number).map_err(|why| not_decimal(&number.to_string(), why))
        }
        Value::String(text) => match text::decimal(text) {
            Some(read) => read.map_err(|why| not_decimal(text, why)),
            None => Err(wrong("decimal", value, WRITE)),
        },
        _ => Err(wrong("decimal", value, WRITE)),
    }
}

#[cold]
fn not_decimal(text: &str, why: NotDecimal) -> String {
    let text = shorten(text);
    match why {
        NotDecimal::Digits => {
            format!("`{text}` does not fit a decimal, which holds 28 digits")
        }
        NotDecimal::Doubtful => {
            format!("`{text}` may have lost digits on the way; send it as text: `\"{text}\"`")
        }
    }
}

pub(super) fn string(value: Value) -> Read {
    match value {
        Value::String(text) => Ok(text.into()),
        other => Err(no_string(&other)),
    }
}

#[cold]
pub(crate) fn no_string(found: &Value) -> String {
    format!("expected string, found {}", kind(found))
}

/// Whether a value is a member of a choice.
pub(super) fn is_choice(members: &[Arc<str>], value: &Value) -> bool {
    value.as_str().is_some_and(|text| members.iter().any(|member| **member == *text))
}

/// The member of a choice, or the value that is none.
pub(super) fn choice(members: &[Arc<str>], value: Value) -> Result<Dynamic, Value> {
    match value {
        Value::String(text) if members.iter().any(|member| **member == *text) => Ok(text.into()),
        other => Err(other),
    }
}

/// What is wrong with a value that is no member of a choice: to say it takes
/// long where there are many members.
#[cold]
pub(crate) fn no_choice(members: &[Arc<str>], found: &Value) -> String {
    let names = members.iter().map(|member| &**member);
    match found {
        Value::String(text) => not_a_choice(text, names),
        other => format!("expected one of {}, found {}", list(names), kind(other)),
    }
}

/// A value of an untyped array or map that is not a container.
pub(super) fn any(value: Value) -> Read {
    match value {
        Value::Null => Ok(Dynamic::UNIT),
        Value::Bool(value) => Ok(Dynamic::from_bool(value)),
        Value::String(text) => Ok(text.into()),
        Value::Number(number) => match numeral(&number) {
            Numeral::Int(int) => Ok(Dynamic::from_int(int)),
            Numeral::Float(float) => Ok(Dynamic::from_float(float)),
            Numeral::Unsigned(int) => Err(too_large(&int.to_string())),
            Numeral::Other => Err(not_float(&number.to_string())),
        },
        other => Err(format!("expected a plain value, found {}", kind(&other))),
    }
}

#[cold]
pub(super) fn wrong(expected: &str, found: &Value, write: &str) -> String {
    match found {
        Value::String(text) if text.is_empty() => {
            format!("expected {expected}, found an empty string; write {write}")
        }
        Value::String(text) => {
            format!("expected {expected}, found the string `{}`; write {write}", shorten(text))
        }
        _ => format!("expected {expected}, found {}", kind(found)),
    }
}
