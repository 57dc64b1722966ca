//! JSON through `serde`, with numbers that every format knows.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::convert::{Numeral, numeral};

/// JSON for any format: where `serde_json` keeps the text of numbers, it would write
/// them as something that only itself reads.
pub(super) struct Plain<'a>(pub(super) &'a Value);

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Number(number) => match numeral(number) {
                Numeral::Int(int) => serializer.serialize_i64(int),
                Numeral::Unsigned(int) => serializer.serialize_u64(int),
                Numeral::Float(float) => serializer.serialize_f64(float),
                Numeral::Other => number.serialize(serializer),
            },
            Value::Array(items) => serializer.collect_seq(items.iter().map(Plain)),
            Value::Object(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, Plain(value))))
            }
            Value::Null | Value::Bool(_) | Value::String(_) => self.0.serialize(serializer),
        }
    }
}
