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
        object(self.len(), self.iter().map(|(key, value)| (key.to_key(), value.to_json())))
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        read(value, Self::insert)
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
        object(self.len(), members.into_iter())
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        read(value, Self::insert)
    }
}

/// The object of so many members; null where one of them has no JSON, or the name of
/// another.
fn object(count: usize, members: impl Iterator<Item = (String, Value)>) -> Value {
    let members = members.map(|(name, value)| (!value.is_null()).then_some((name, value)));
    let members = members.collect::<Option<Map<_, _>>>();
    members.filter(|members| members.len() == count).map_or(Value::Null, Value::Object)
}

fn schema<K: SettingKey, V: SettingValue>() -> Value {
    json!({
        "type": "object",
        "propertyNames": K::key_schema(),
        "additionalProperties": V::schema(),
    })
}

/// A map of the members, of which no two have one key.
fn read<M: Default, K: SettingKey, V: SettingValue>(
    value: Value,
    insert: impl Fn(&mut M, K, V) -> Option<V>,
) -> Result<M, SettingFault> {
    let Value::Object(members) = value else {
        return Err(SettingFault::expected("object", &value));
    };
    let mut map = M::default();
    for (name, value) in members {
        let key = K::from_key(&name);
        let member = key.and_then(|key| Ok((key, V::from_json(value)?)));
        let (key, value) = member.map_err(|fault| fault.in_field(&name))?;
        if insert(&mut map, key, value).is_some() {
            return Err(SettingFault::new("the key is there already").in_field(&name));
        }
    }
    Ok(map)
}
