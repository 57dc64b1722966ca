//! Floats that are finite.

use serde_json::{Number, Value, json};

use super::fault::SettingFault;
use super::traits::SettingValue;
use crate::convert::float;

impl SettingValue for f64 {
    fn schema() -> Value {
        json!({ "type": "number", "minimum": Self::MIN, "maximum": Self::MAX })
    }

    fn to_json(&self) -> Value {
        Number::from_f64(*self).map_or(Value::Null, Value::Number)
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        read(&value).filter(|float| float.is_finite()).ok_or_else(|| expected(&value))
    }
}

/// A number by its shortest decimal: 0.1 is 0.1, and not the 64 bits nearest to the 32.
impl SettingValue for f32 {
    fn schema() -> Value {
        // As they are written, which is beyond what they are.
        json!({ "type": "number", "minimum": shortest(Self::MIN), "maximum": shortest(Self::MAX) })
    }

    fn to_json(&self) -> Value {
        shortest(*self).and_then(Number::from_f64).map_or(Value::Null, Value::Number)
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        let double = read(&value).ok_or_else(|| expected(&value))?;
        // Rounded once, from the decimal that was written.
        let single: Option<Self> = format!("{double:e}").parse().ok();
        let single = single.filter(|single| {
            let same = |other: f64| other.to_bits() == double.to_bits();
            single.is_finite() && (same(f64::from(*single)) || shortest(*single).is_some_and(same))
        });
        single.ok_or_else(|| expected(&value))
    }
}

/// The double that is written as a single is.
fn shortest(single: f32) -> Option<f64> {
    if single.is_finite() { format!("{single:e}").parse().ok() } else { None }
}

fn read(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => float(number),
        _ => None,
    }
}

fn expected(value: &Value) -> SettingFault {
    match value {
        Value::Number(number) => {
            let shown = crate::quote::quoted(&number.to_string());
            SettingFault::new(format!("expected float, and no such float is {shown}"))
        }
        other => SettingFault::expected("float", other),
    }
}
