//! JSON numbers, read the same whether or not `serde_json` keeps their text
//! (`arbitrary_precision`, which any crate of the build can turn on for all).

use std::sync::LazyLock;

use serde_json::Number;

use super::digits::is_text_of;

/// Up to here every whole number has a double of its own.
pub(super) const EXACT_IN_FLOAT: u64 = 1 << 53;

/// What a JSON number is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Numeral {
    /// A whole number in 64 bits, written without fraction or exponent.
    Int(i64),
    /// One that only fits without a sign.
    Unsigned(u64),
    /// Anything else, as its double.
    Float(f64),
    /// A text that no double reads back as.
    Other,
}

/// Reads a number.
pub(crate) fn numeral(number: &Number) -> Numeral {
    if let Some(int) = number.as_i64() {
        // Without the feature, `-0` is read as a double: so it is with it.
        return if int == 0 && keeps_text() && number.to_string().starts_with('-') {
            Numeral::Float(-0.0)
        } else {
            Numeral::Int(int)
        };
    }
    if let Some(int) = number.as_u64() {
        return Numeral::Unsigned(int);
    }
    match number.as_f64() {
        Some(float) if !keeps_text() || is_text_of(&number.to_string(), float) => {
            Numeral::Float(float)
        }
        _ => Numeral::Other,
    }
}

/// Whether numbers keep the text they were written as.
pub(crate) fn keeps_text() -> bool {
    static KEEPS_TEXT: LazyLock<bool> = LazyLock::new(|| {
        const LONG: &str = "0.10000000000000000000000000000001";
        serde_json::from_str::<Number>(LONG).is_ok_and(|number| number.to_string() == LONG)
    });
    *KEEPS_TEXT
}

/// The first whole number that 64 bits do not hold.
pub(super) const PAST_64_BITS: f64 = 9_223_372_036_854_775_808.0;

/// Why a number is not taken as an int.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NotInt {
    /// It has a fraction.
    Fraction,
    /// It is past 64 bits.
    TooLarge,
    /// One of the two.
    Other,
    /// It went through a double that has several neighbours for one int.
    Doubtful,
}

/// The int a number is.
#[expect(clippy::cast_possible_truncation, reason = "whole, and within 53 bits")]
#[expect(clippy::cast_precision_loss, reason = "both bounds are powers of two")]
pub(super) fn int(numeral: Numeral) -> Result<i64, NotInt> {
    match numeral {
        Numeral::Int(int) => Ok(int),
        Numeral::Unsigned(_) => Err(NotInt::TooLarge),
        Numeral::Other => Err(NotInt::Other),
        Numeral::Float(float) if float.trunc() != float => Err(NotInt::Fraction),
        Numeral::Float(float) if float.abs() <= EXACT_IN_FLOAT as f64 => Ok(float as i64),
        Numeral::Float(float) if float.abs() > PAST_64_BITS => Err(NotInt::TooLarge),
        Numeral::Float(_) => Err(NotInt::Doubtful),
    }
}

/// The float a number is, when it is exactly one.
#[expect(clippy::cast_precision_loss, reason = "what is lost is found by going back")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "128 bits hold both")]
pub(super) fn float(numeral: Numeral) -> Option<f64> {
    match numeral {
        Numeral::Int(int) => int_as_float(int),
        Numeral::Unsigned(int) => {
            let float = int as f64;
            (float as u128 == u128::from(int)).then_some(float)
        }
        Numeral::Float(float) => Some(float),
        Numeral::Other => None,
    }
}

/// The float that a JSON number is, when it is exactly one.
pub(crate) fn float_of(number: &Number) -> Option<f64> {
    float(numeral(number))
}

/// The float that is exactly this int.
#[expect(clippy::cast_precision_loss, reason = "what is lost is found by going back")]
#[expect(clippy::cast_possible_truncation, reason = "128 bits hold both")]
pub(super) fn int_as_float(int: i64) -> Option<f64> {
    let float = int as f64;
    (float as i128 == i128::from(int)).then_some(float)
}
