//! Maps.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use serde_json::{Map, Value, json};

use super::fault::SettingFault;
use super::key::SettingKey;
use super::traits::SettingValue;

impl<K, V> SettingValue for BTreeMap<K, V>
where
    K: SettingKey + Ord + Clone + std::fmt::Debug + Send + Sync + 'static,
    V: SettingValue,
{
    const NEVER_CONTAINS_ITSELF: () = V::NEVER_CONTAINS_ITSELF;

    fn schema() -> Value {
        schema::<K, V>()
    }

    fn to_json(&self) -> Value {
        let members: Map<_, _> =
            self.iter().map(|(key, value)| (key.to_key(), value.to_json())).collect();
        members.into()
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        read(value)
    }
}

impl<K, V, S> SettingValue for HashMap<K, V, S>
where
    K: SettingKey + Eq + Hash + Clone + std::fmt::Debug + Send + Sync + 'static,
    V: SettingValue,
    S: BuildHasher + Default + Clone + Send + Sync + 'static,
{
    const NEVER_CONTAINS_ITSELF: () = V::NEVER_CONTAINS_ITSELF;

    fn schema() -> Value {
        schema::<K, V>()
    }

    fn to_json(&self) -> Value {
        // By name: a hash map has no order of its own.
        let members: BTreeMap<_, _> =
            self.iter().map(|(key, value)| (key.to_key(), value.to_json())).collect();
        members.into_iter().collect::<Map<_, _>>().into()
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        read(value)
    }
}

fn schema<K: SettingKey, V: SettingValue>() -> Value {
    json!({
        "type": "object",
        "propertyNames": K::key_schema(),
        "additionalProperties": V::schema(),
    })
}

fn read<M: FromIterator<(K, V)>, K: SettingKey, V: SettingValue>(
    value: Value,
) -> Result<M, SettingFault> {
    let Value::Object(members) = value else {
        return Err(SettingFault::expected("object", &value));
    };
    let members = members.into_iter().map(|(name, value)| {
        let member = K::from_key(&name).and_then(|key| Ok((key, V::from_json(value)?)));
        member.map_err(|fault| fault.in_field(&name))
    });
    members.collect()
}
