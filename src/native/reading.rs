//! JSON that fits a schema, read as a value of a Rust type.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::place::place;
use super::reworded::reworded;
use crate::convert::Path;
use crate::error::Problem;

/// The value of a type, or what is wrong with the JSON, without a word of Rust.
pub(super) fn read<T: DeserializeOwned>(value: Value, at: &Path<'_>) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value)
        .map_err(|why| Problem::new(place(why.path(), at), reworded(&why.inner().to_string())))
}
