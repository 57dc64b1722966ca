//! An order of JSON values that depends on nothing else.

use std::cmp::Ordering;

use serde_json::Value;

/// The values in order: numbers by size, the rest by text.
pub(super) fn sorted(values: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut values: Vec<_> = values.collect();
    values.sort_by_cached_key(|value| Key {
        int: value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from)),
        float: value.as_f64(),
        text: value.to_string(),
    });
    values
}

struct Key {
    int: Option<i128>,
    float: Option<f64>,
    text: String,
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_size = match (self.float, other.float) {
            (Some(one), Some(another)) => one.total_cmp(&another),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        // Large ints that are one double, and then those that are no ints.
        by_size.then_with(|| self.int.cmp(&other.int)).then_with(|| self.text.cmp(&other.text))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Key {}
