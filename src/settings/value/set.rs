//! Sets.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash};

use serde_json::{Value, json};

use super::fault::SettingFault;
use super::list::{array, items};
use super::order::sorted;
use super::traits::SettingValue;

impl<T: SettingValue + Ord> SettingValue for BTreeSet<T> {
    const NEVER_CONTAINS_ITSELF: () = T::NEVER_CONTAINS_ITSELF;

    fn schema() -> Value {
        schema::<T>()
    }

    fn to_json(&self) -> Value {
        array(self.iter().map(T::to_json))
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        read(value, Self::insert)
    }
}

impl<T, S> SettingValue for HashSet<T, S>
where
    T: SettingValue + Eq + Hash,
    S: BuildHasher + Default + Clone + Send + Sync + 'static,
{
    const NEVER_CONTAINS_ITSELF: () = T::NEVER_CONTAINS_ITSELF;

    fn schema() -> Value {
        schema::<T>()
    }

    fn to_json(&self) -> Value {
        array(sorted(self.iter().map(T::to_json)).into_iter())
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        read(value, Self::insert)
    }
}

fn schema<T: SettingValue>() -> Value {
    json!({ "type": "array", "items": T::schema(), "uniqueItems": true })
}

/// A set of the items, none of which is there twice.
fn read<S: Default, T: SettingValue>(
    value: Value,
    insert: impl Fn(&mut S, T) -> bool,
) -> Result<S, SettingFault> {
    let mut set = S::default();
    for (index, item) in items::<T>("array", value)?.into_iter().enumerate() {
        if !insert(&mut set, item) {
            return Err(SettingFault::new("the item is there already").in_item(index));
        }
    }
    Ok(set)
}
