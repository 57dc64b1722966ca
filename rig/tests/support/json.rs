//! Whatever JSON there is, for properties.

use proptest::prelude::*;
use serde_json::Value;

/// An object of JSON.
pub(crate) fn object() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_filter_map("no number of JSON", |float| {
            serde_json::Number::from_f64(float).map(Value::from)
        }),
        "\\PC{0,12}".prop_map(Value::from),
    ];
    let any = leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            members(inner).prop_map(Value::Object),
        ]
    });
    members(any).prop_map(Value::Object)
}

/// With none of the names that tools of the tests know.
fn members(
    of: impl Strategy<Value = Value>,
) -> impl Strategy<Value = serde_json::Map<String, Value>> {
    let name = "[a-e ä\"]{0,3}";
    prop::collection::vec((name, of), 0..4).prop_map(|pairs| pairs.into_iter().collect())
}
