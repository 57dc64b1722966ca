//! From what was kept to what a script sees.

use rhai::{Array, Dynamic};
use rust_decimal::Decimal;
use serde_json::{Map, Number, Value};

use super::tag::{CHAR, DECIMAL, FLOAT, INT, MAP, SIGN};
use crate::convert::number::{Numeral, numeral};
use crate::convert::path::Path;
use crate::convert::words::{in_quotes, kind, shorten};

type Read<T> = Result<T, String>;

/// The map that was kept, exactly as it was. Containers may be nested `max_depth`
/// deep.
///
/// # Errors
/// The first part that is not as it is kept.
pub(crate) fn restored(saved: &Value, max_depth: usize) -> Read<Dynamic> {
    match saved {
        Value::Object(_) => {
            let value = any(saved, &Path::Root, max_depth)?;
            if value.is_map() {
                return Ok(value);
            }
            Err("it is no object of members".to_owned())
        }
        other => Err(format!("expected an object, found {}", kind(other))),
    }
}

fn any(saved: &Value, at: &Path<'_>, room: usize) -> Read<Dynamic> {
    match saved {
        Value::Null => Ok(Dynamic::UNIT),
        Value::Bool(truth) => Ok(Dynamic::from_bool(*truth)),
        Value::String(text) => Ok(text.into()),
        Value::Number(number) => plain(number).ok_or_else(|| fault(at, unsure(number))),
        Value::Array(items) => {
            let room = deeper(room)?;
            let mut array = Array::with_capacity(items.len());
            for (index, item) in items.iter().enumerate() {
                array.push(any(item, &Path::Item(at, index), room)?);
            }
            Ok(Dynamic::from_array(array))
        }
        Value::Object(members) => match tag(members) {
            None => map(members, at, deeper(room)?),
            Some((MAP, Value::Object(members))) => map(members, at, deeper(deeper(room)?)?),
            Some((tag, Value::String(text))) => of_type(tag, text)
                .ok_or_else(|| fault(at, format!("{} is no {}", in_quotes(text), shorten(tag)))),
            Some((tag, other)) => Err(fault(at, format!("{} is no {}", kind(other), shorten(tag)))),
        },
    }
}

/// The one member of an object that tells a type.
fn tag(members: &Map<String, Value>) -> Option<(&str, &Value)> {
    let mut all = members.iter();
    match (all.next(), all.next()) {
        (Some((name, value)), None) if name.starts_with(SIGN) => Some((name, value)),
        _ => None,
    }
}

fn map(members: &Map<String, Value>, at: &Path<'_>, room: usize) -> Read<Dynamic> {
    let mut map = rhai::Map::new();
    for (key, value) in members {
        map.insert(key.into(), any(value, &Path::Member(at, key), room)?);
    }
    Ok(Dynamic::from_map(map))
}

/// The value that a text is of a type; none when it would be written otherwise.
fn of_type(tag: &str, text: &str) -> Option<Dynamic> {
    let value = match tag {
        INT => Dynamic::from_int(text.parse().ok().filter(|int: &i64| int.to_string() == text)?),
        FLOAT => {
            let float: f64 = text.parse().ok()?;
            let is_so = float.is_finite() && format!("{float:?}") == text;
            Dynamic::from_float(is_so.then_some(float)?)
        }
        DECIMAL => {
            let mut decimal = Decimal::from_str_exact(text).ok()?;
            // Its own reader takes the minus of a zero away.
            decimal.set_sign_negative(text.starts_with('-'));
            Dynamic::from_decimal((decimal.to_string() == text).then_some(decimal)?)
        }
        CHAR => {
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(one), None) => Dynamic::from_char(one),
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(value)
}

/// A number that tells by itself whether it is an int or a float.
fn plain(number: &Number) -> Option<Dynamic> {
    match numeral(number) {
        Numeral::Int(int) => Some(Dynamic::from_int(int)),
        Numeral::Float(float) if float.fract() != 0.0 => Some(Dynamic::from_float(float)),
        _ => None,
    }
}

fn unsure(number: &Number) -> String {
    let number = number.to_string();
    format!("`{}` may be an int or a float that was changed on the way", shorten(&number))
}

fn deeper(room: usize) -> Read<usize> {
    room.checked_sub(1).ok_or_else(|| "it is nested too deep".to_owned())
}

fn fault(at: &Path<'_>, message: String) -> String {
    match at {
        Path::Root => message,
        _ => format!("`{at}`: {message}"),
    }
}
