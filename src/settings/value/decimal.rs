//! Decimals, with every digit.

use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::fault::SettingFault;
use super::traits::SettingValue;
use crate::convert::{decimal_to_json, scalar};

/// A number where that keeps every digit, else a string of it. Both are read.
impl SettingValue for Decimal {
    fn schema() -> Value {
        json!({ "anyOf": [
            { "type": "number" },
            { "type": "string", "pattern": r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$" },
        ] })
    }

    fn to_json(&self) -> Value {
        let mut decimal = *self;
        if decimal.is_zero() {
            // There is one zero.
            decimal.set_sign_positive(true);
        }
        decimal_to_json(decimal)
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        scalar::exact_decimal(&value).map_err(|_| match &value {
            Value::Number(number) => SettingFault::new(format!(
                "{} may not be the decimal that was meant; write it in quotes, as a string",
                crate::quote::quoted(&number.to_string())
            )),
            _ => SettingFault::expected("decimal", &value),
        })
    }
}
