//! Arguments for the eyes of observers: names and kinds, no values.

use serde_json::{Map, Value};

use crate::error::kind_of;

/// The arguments with each value replaced by its kind.
pub(super) fn masked(arguments: &Map<String, Value>) -> Map<String, Value> {
    let kinds = arguments.iter().map(|(name, value)| (name.clone(), kind_of(value).into()));
    kinds.collect()
}
