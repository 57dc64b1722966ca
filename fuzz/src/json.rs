//! JSON values: of a type, nearly of it, and any.

use rulebook::ty::Ty;
use serde_json::{Map, Number, Value};

use crate::Dice;

const KEYS: &[&str] =
    &["a", "b", "c", "d", "aa", "A", "b c", "é", "1", "", "type", "x", "\"", "\n"];

const TEXTS: &[&str] = &[
    "",
    "x",
    "y",
    "a",
    "é",
    "\u{1f600}",
    "\0",
    "\n",
    "\"",
    "x\"",
    "\\",
    " ",
    "word",
    // JSON text of something else, and what is nearly that.
    "0",
    "1",
    "-1",
    "-0",
    "007",
    "+1",
    "1.0",
    "1.50",
    "0.1",
    "1e3",
    "1E400",
    "0x10",
    " 3",
    "3 ",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "79228162514264337593543950335",
    "79228162514264337593543950336",
    "0.0000000000000000000000000001",
    "0.00000000000000000000000000001",
    "1234567890123456.789",
    "12345678901234567.89",
    "NaN",
    "inf",
    "true",
    "false",
    "True",
    "null",
    "[]",
    "{}",
    "[1]",
    "[1,",
    "[1] ",
    "{\"a\":1}",
    "{\"a\":1,\"a\":2}",
    "[[[[[[]]]]]]",
    "{\"a\":{\"a\":{}}}",
    "\"x\"",
    "[\"x\"]",
    "[1e400]",
    "[0.1000000000000000055]",
];

const NUMBERS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    0.1,
    1e15,
    1e16,
    9_007_199_254_740_992.0,
    9_007_199_254_740_993.0,
    9.3e18,
    -9.223_372_036_854_775_8e18,
    1.8e19,
    1e22,
    1e23,
    7.9e28,
    8e28,
    1e300,
    1e-7,
    1e-28,
    1e-29,
    5e-324,
    123_456_789.123_456_79,
    0.045,
    19.99,
    f64::MAX,
    f64::MIN_POSITIVE,
];

const INTS: &[i64] = &[
    0,
    1,
    -1,
    2,
    10,
    127,
    255,
    1 << 31,
    (1 << 53) - 1,
    1 << 53,
    (1 << 53) + 1,
    i64::MAX - 1,
    i64::MAX,
    i64::MIN,
    i64::MIN + 1,
    1_000_000_000_000_000,
];

pub fn int(dice: &mut Dice<'_>) -> i64 {
    match dice.below(4) {
        0 => i64::from(dice.byte()),
        1 => -i64::from(dice.byte()),
        2 => dice.of(INTS),
        _ => dice.bits() as i64,
    }
}

pub fn key(dice: &mut Dice<'_>) -> &'static str {
    dice.of(KEYS)
}

/// A finite float.
pub fn float(dice: &mut Dice<'_>) -> f64 {
    let float = match dice.below(4) {
        0 => f64::from(dice.byte()) / 8.0,
        1 => dice.of(NUMBERS),
        2 => dice.bits() as i64 as f64 / 1000.0,
        _ => f64::from_bits(dice.bits()),
    };
    if float.is_finite() { float } else { 0.5 }
}

pub fn text(dice: &mut Dice<'_>) -> String {
    match dice.below(4) {
        0 | 1 => dice.of(TEXTS).to_owned(),
        2 => int(dice).to_string(),
        _ => (0..dice.below(8)).map(|_| char::from(dice.byte())).collect(),
    }
}

pub fn any_json(dice: &mut Dice<'_>, depth: usize) -> Value {
    match dice.below(if depth == 0 { 8 } else { 12 }) {
        0 => Value::Null,
        1 => dice.flip().into(),
        2 | 3 => int(dice).into(),
        4 | 5 => Number::from_f64(float(dice)).into(),
        6 | 7 => text(dice).into(),
        8 | 9 => (0..dice.below(4)).map(|_| any_json(dice, depth - 1)).collect::<Vec<_>>().into(),
        _ => object(dice, |dice| any_json(dice, depth - 1)),
    }
}

fn object(dice: &mut Dice<'_>, mut value: impl FnMut(&mut Dice<'_>) -> Value) -> Value {
    let members = 0..dice.below(4);
    members.map(|_| (key(dice).to_owned(), value(dice))).collect::<Map<_, _>>().into()
}

/// A value of a type in strict form, but for a number or a text now and then
/// that is past what the type holds.
pub fn value_of(ty: &Ty, dice: &mut Dice<'_>) -> Value {
    match ty {
        Ty::Bool => dice.flip().into(),
        Ty::Int => int(dice).into(),
        Ty::Float => Number::from_f64(float(dice)).into(),
        Ty::Decimal if dice.flip() => text(dice).into(),
        Ty::Decimal => Number::from_f64(float(dice)).into(),
        Ty::String => text(dice).into(),
        Ty::Choice(members) => (*members[dice.below(members.len())]).into(),
        Ty::Array(None) => (0..dice.below(4)).map(|_| any_json(dice, 3)).collect::<Vec<_>>().into(),
        Ty::Array(Some(of)) => {
            (0..dice.below(4)).map(|_| value_of(of, dice)).collect::<Vec<_>>().into()
        }
        Ty::Map(None) => object(dice, |dice| any_json(dice, 3)),
        Ty::Map(Some(of)) => object(dice, |dice| value_of(of, dice)),
        Ty::Nullable(_) if dice.flip() => Value::Null,
        Ty::Nullable(inner) => value_of(inner, dice),
        Ty::Record(fields) => {
            let mut members = Map::new();
            for field in fields.iter() {
                match dice.below(4) {
                    2 if field.optional => {
                        drop(members.insert(field.name.to_string(), Value::Null))
                    }
                    3 if field.optional => {}
                    _ => drop(members.insert(field.name.to_string(), value_of(&field.ty, dice))),
                }
            }
            if dice.flip() {
                members.into_iter().rev().collect::<Map<_, _>>().into()
            } else {
                members.into()
            }
        }
        _ => Value::Null,
    }
}

/// Changes a few places.
pub fn change(value: &mut Value, dice: &mut Dice<'_>) {
    let place = dice.byte();
    match value {
        Value::Array(items) if !items.is_empty() && place >= 32 => {
            let index = usize::from(place) % items.len();
            if place >= 224 { drop(items.remove(index)) } else { change(&mut items[index], dice) }
        }
        Value::Object(members) if !members.is_empty() && place >= 32 => {
            let index = usize::from(place) % members.len();
            let name = members.keys().nth(index).cloned().unwrap_or_default();
            if place >= 224 {
                drop(members.shift_remove(&name))
            } else {
                change(&mut members[&name], dice)
            }
        }
        Value::Object(members) if place >= 8 => {
            members.insert(key(dice).to_owned(), any_json(dice, 2));
        }
        Value::String(text) if place >= 128 => *text += dice.of(TEXTS),
        // The JSON text of the value in place of it.
        other if place >= 64 => *other = Value::String(other.to_string()),
        other => *other = any_json(dice, 2),
    }
}
