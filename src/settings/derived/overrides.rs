//! What sets some of the members, through `serde` and as a JSON Schema.

use serde::de::Error;
use serde::{Deserializer, Serialize, Serializer};
use serde_json::Map;

use super::members::{self, Members};
use super::plain::Plain;
use crate::settings::strict::members_of;

/// Writes what is set.
///
/// # Errors
/// A value that has no JSON, and what the serializer fails with.
pub fn serialize<T: Members, S: Serializer>(
    overrides: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let said = members::written_whole(overrides).map_err(serde::ser::Error::custom)?;
    Plain(&said).serialize(serializer)
}

/// Reads what is set.
///
/// # Errors
/// A member that is unknown, there twice, or none of its type.
pub fn deserialize<'de, T: Members, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    members::read(members_of(deserializer, "an object with settings by name")?)
        .map_err(D::Error::custom)
}

/// The schema of what can be set, with what a person is told of it.
#[must_use]
pub fn schema_of_overrides<T: Members>(description: Option<&str>) -> schemars::Schema {
    match members::schema::<T>(description) {
        serde_json::Value::Object(keywords) => keywords.into(),
        _ => Map::new().into(),
    }
}
