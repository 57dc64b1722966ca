//! Values that are no containers.

use serde_json::{Number, Value};

use super::bounds::Exact;
use super::describe::{found, values_in_list};
use super::wanted::Wanted;
use crate::convert::{Numeral, numeral, scalar};

/// The value as it is read, or what is wrong with it.
pub(super) fn read_plain(wanted: &Wanted, value: &Value) -> Result<Value, String> {
    match wanted {
        Wanted::Bool => scalar::bool(value).map(Value::Bool),
        Wanted::Int(bounds) => {
            let int = match bounds.is_unsigned() {
                true => scalar::unsigned(value)?,
                false => scalar::int(value)?.into(),
            };
            bounds.refuse(Exact::Whole(int)).map_or_else(|| Ok(whole(int)), Err)
        }
        Wanted::Float(bounds) => {
            let float = scalar::float(value)?;
            let number = match value {
                Value::Number(number) => Exact::of(number),
                _ => None,
            };
            if bounds.is_single() && is_int(value) && f64::from(single(float)) != float {
                let text = "is not exactly a float of 32 bits; write at most 6 digits";
                return Err(format!("{} {text}", found(value)));
            }
            let refused = bounds.refuse(number.unwrap_or(Exact::Float(float)));
            refused.map_or_else(|| Ok(same_float(value, float)), Err)
        }
        Wanted::Text(size) => match value {
            Value::String(text) if size.is_any() => Ok(text.as_str().into()),
            Value::String(text) => {
                let refused = size.refuse(text.chars().count(), "character");
                refused.map_or_else(|| Ok(text.as_str().into()), Err)
            }
            other => Err(scalar::no_string(other)),
        },
        Wanted::Choice(texts) => match value.as_str() {
            Some(text) if texts.iter().any(|one| **one == *text) => Ok(text.into()),
            _ => Err(scalar::no_choice(texts, value)),
        },
        Wanted::Among(values) => match values.iter().any(|one| is_same(one, value)) {
            true => Ok(value.clone()),
            false => {
                Err(format!("expected one of {}, found {}", values_in_list(values), found(value)))
            }
        },
        _ => Ok(value.clone()),
    }
}

/// Whether a value is written as an int, whose digits all count.
fn is_int(value: &Value) -> bool {
    match value {
        Value::Number(number) => !matches!(numeral(number), Numeral::Float(_)),
        Value::String(text) => text.parse::<i128>().is_ok(),
        _ => false,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "what is lost is what is asked for")]
fn single(float: f64) -> f32 {
    float as f32
}

fn whole(int: i128) -> Value {
    match (i64::try_from(int), u64::try_from(int)) {
        (Ok(int), _) => int.into(),
        (_, Ok(int)) => int.into(),
        _ => Value::Null,
    }
}

/// The number that stands for a float: a whole one as it was written.
fn same_float(value: &Value, float: f64) -> Value {
    match value {
        Value::Number(number) if !matches!(numeral(number), Numeral::Float(_)) => value.clone(),
        _ => Number::from_f64(float).map_or(Value::Null, Value::Number),
    }
}

/// Whether two values are the same, `3` and `3.0` among them.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => match (Exact::of(one), Exact::of(other)) {
            (Some(Exact::Whole(one)), Some(Exact::Whole(other))) => one == other,
            (Some(Exact::Float(one)), Some(Exact::Float(other))) => one.total_cmp(&other).is_eq(),
            _ => false,
        },
        _ => one == other,
    }
}
