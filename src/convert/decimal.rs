//! Decimals: from the text of a number, and to a JSON number or text, with
//! every digit.

use rust_decimal::Decimal;
use serde_json::{Number, Value};

use super::digits::{Digits, is_only_text_of};
use super::number::{EXACT_IN_FLOAT, Numeral, keeps_text, numeral};

/// Why a number is not taken as a decimal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NotDecimal {
    /// More digits than a decimal holds, or too far from the point.
    Digits,
    /// It went through a double, which may have changed its last digits.
    Doubtful,
}

/// The decimal that the text of a JSON number is, exactly.
pub(super) fn from_text(text: &str) -> Result<Decimal, NotDecimal> {
    Digits::of(text).and_then(exactly).ok_or(NotDecimal::Digits)
}

fn exactly(digits: Digits) -> Option<Decimal> {
    const MOST: i64 = Decimal::MAX_SCALE as i64;
    let least = 0.max(-digits.exponent);
    let wanted = digits.written.clamp(least, MOST.max(least));
    with_scale(digits, wanted).or_else(|| shortest(digits))
}

fn shortest(digits: Digits) -> Option<Decimal> {
    with_scale(digits, 0.max(-digits.exponent))
}

fn with_scale(digits: Digits, scale: i64) -> Option<Decimal> {
    let zeros = u32::try_from(digits.exponent.checked_add(scale)?).ok()?;
    let shift = if digits.mantissa == 0 { 1 } else { 10_u128.checked_pow(zeros)? };
    let mantissa = i128::try_from(digits.mantissa.checked_mul(shift)?).ok()?;
    let signed = if digits.negative { -mantissa } else { mantissa };
    Decimal::try_from_i128_with_scale(signed, u32::try_from(scale).ok()?).ok()
}

/// The decimal that a JSON number is, with no more digits than it needs: how
/// many zeros a number was written with is not always known.
pub(super) fn from_number(number: &Number) -> Result<Decimal, NotDecimal> {
    if keeps_text() {
        let digits = Digits::of(&number.to_string()).ok_or(NotDecimal::Digits)?;
        return shortest(digits).ok_or(NotDecimal::Digits);
    }
    from_double(number)
}

/// The same where the number may have been a double on the way.
fn from_double(number: &Number) -> Result<Decimal, NotDecimal> {
    match numeral(number) {
        Numeral::Int(int) => Ok(int.into()),
        Numeral::Unsigned(int) => Ok(int.into()),
        Numeral::Float(float) => {
            if let Some(decimal) = from_short_float(float) {
                return Ok(decimal);
            }
            let digits = Digits::of(&number.to_string()).ok_or(NotDecimal::Digits)?;
            if digits.mantissa >= SURE {
                return Err(NotDecimal::Doubtful);
            }
            shortest(digits).ok_or(NotDecimal::Digits)
        }
        Numeral::Other => Err(NotDecimal::Digits),
    }
}

/// Up to here every text of a number comes back from a double as it was, so a
/// double has at most one such text.
const SURE: u128 = 1_000_000_000_000_000;

/// Powers of ten that are exact in a double.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// The decimal with few digits that reads as this double. One division of two
/// exact numbers is rounded once, as reading the text would.
#[expect(clippy::cast_possible_truncation, reason = "whole, and below 10^15")]
#[expect(clippy::float_cmp, reason = "the very same double is meant")]
fn from_short_float(float: f64) -> Option<Decimal> {
    const FEW: usize = 7;
    for (scale, power) in (0_u32..).zip(POWERS.iter().take(FEW)) {
        let whole = (float * power).round();
        if whole.abs() >= SURE as f64 {
            return None;
        }
        if whole / power == float {
            return Some(Decimal::new(whole as i64, scale));
        }
    }
    None
}

/// A JSON number where its text survives a trip through a double, else text.
pub(super) fn to_json(decimal: Decimal) -> Value {
    let decimal = decimal.normalize();
    if decimal.scale() == 0 {
        return match i64::try_from(decimal.mantissa()) {
            Ok(int) if int.unsigned_abs() <= EXACT_IN_FLOAT => int.into(),
            _ => Value::String(decimal.to_string()),
        };
    }
    if let Some(number) = to_short_float(decimal).and_then(Number::from_f64) {
        return Value::Number(number);
    }
    let text = decimal.to_string();
    let number = text.parse::<f64>().ok().filter(|float| is_only_text_of(&text, *float));
    number.and_then(Number::from_f64).map_or(Value::String(text), Value::Number)
}

/// The same where that is read as this decimal with all its digits, in every build, else
/// its text.
pub(crate) fn to_exact_json(decimal: Decimal) -> Value {
    match to_json(decimal) {
        Value::Number(number)
            if from_double(&number).is_ok_and(|read| read.serialize() == decimal.serialize()) =>
        {
            Value::Number(number)
        }
        _ => Value::String(decimal.to_string()),
    }
}

#[expect(clippy::cast_precision_loss, reason = "below 10^15")]
fn to_short_float(decimal: Decimal) -> Option<f64> {
    let mantissa = decimal.mantissa();
    let power = usize::try_from(decimal.scale()).ok().and_then(|scale| POWERS.get(scale))?;
    (mantissa.unsigned_abs() < SURE).then_some(mantissa as f64 / power)
}
