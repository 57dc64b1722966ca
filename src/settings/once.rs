//! Objects of which no member is given twice.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::quote::quoted;

/// The members of an object in order, none of them twice: the last would count, and
/// nobody would be told.
pub(super) struct Once<V>(pub(super) Vec<(String, V)>);

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Once<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members(PhantomData))
    }
}

struct Members<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for Members<V> {
    type Value = Once<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with settings by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut names, mut members) = (HashSet::new(), Vec::new());
        while let Some((name, value)) = map.next_entry::<String, V>()? {
            if !names.insert(name.clone()) {
                return Err(A::Error::custom(format!("{} is given twice", quoted(&name))));
            }
            members.push((name, value));
        }
        Ok(Once(members))
    }
}
