//! Arrays and lists.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::fault::SettingFault;
use super::traits::SettingValue;

/// The items of an array, each of a type.
pub(super) fn items<T: SettingValue>(what: &str, value: Value) -> Result<Vec<T>, SettingFault> {
    let Value::Array(items) = value else {
        return Err(SettingFault::expected(what, &value));
    };
    let items = items.into_iter().enumerate();
    items.map(|(index, item)| T::from_json(item).map_err(|fault| fault.in_item(index))).collect()
}

/// The array of the items; null where one of them has no JSON.
pub(super) fn array(items: impl Iterator<Item = Value>) -> Value {
    let items = items.map(|item| (!item.is_null()).then_some(item));
    items.collect::<Option<Vec<_>>>().map_or(Value::Null, Value::Array)
}

macro_rules! lists {
    ($($list:ident),*) => {$(
        impl<T: SettingValue> SettingValue for $list<T> {
            const NEVER_CONTAINS_ITSELF: () = T::NEVER_CONTAINS_ITSELF;

            fn schema() -> Value {
                json!({ "type": "array", "items": T::schema() })
            }

            fn to_json(&self) -> Value {
                array(self.iter().map(T::to_json))
            }

            fn from_json(value: Value) -> Result<Self, SettingFault> {
                items::<T>("array", value).map(Into::into)
            }
        }
    )*};
}

lists!(Vec, VecDeque);

impl<T: SettingValue, const N: usize> SettingValue for [T; N] {
    const NEVER_CONTAINS_ITSELF: () = T::NEVER_CONTAINS_ITSELF;

    fn schema() -> Value {
        json!({ "type": "array", "items": T::schema(), "minItems": N, "maxItems": N })
    }

    fn to_json(&self) -> Value {
        array(self.iter().map(T::to_json))
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        let items = items::<T>(&format!("array of {N} items"), value)?;
        items.try_into().map_err(|items: Vec<T>| {
            SettingFault::new(format!("expected array of {N} items, found {}", items.len()))
        })
    }
}
