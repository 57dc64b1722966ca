//! Whole numbers in JSON.

use std::fmt::Display;

use serde_json::Value;

use super::fault::SettingFault;
use crate::convert::{Numeral, numeral};

/// The whole number that a JSON number is, in 64 bits with or without a sign. A double
/// that may stand for several is none.
#[expect(clippy::cast_possible_truncation, reason = "whole, and within 53 bits")]
pub(super) fn whole(value: &Value) -> Option<i128> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let Value::Number(number) = value else { return None };
    match numeral(number) {
        Numeral::Int(int) => Some(int.into()),
        Numeral::Unsigned(int) => Some(int.into()),
        Numeral::Float(float) if float.trunc() == float && float.abs() < EXACT => {
            Some(float as i128)
        }
        Numeral::Float(_) | Numeral::Other => None,
    }
}

/// What is said of any other value.
pub(super) fn expected(least: impl Display, most: impl Display, found: &Value) -> SettingFault {
    SettingFault::expected(&format!("int from {least} to {most}"), found)
}
