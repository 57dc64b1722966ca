//! An allow rule as JSON writes it.

use serde::{Deserialize, Deserializer, Serialize};

/// An allow rule as JSON writes it, before it is checked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenRule {
    pub(super) tool: String,
    #[serde(default, deserialize_with = "text", skip_serializing_if = "Option::is_none")]
    pub(super) argument: Option<String>,
    #[serde(default, deserialize_with = "text", skip_serializing_if = "Option::is_none")]
    pub(super) prefix: Option<String>,
    #[serde(default, deserialize_with = "text", skip_serializing_if = "Option::is_none")]
    pub(super) exact: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) ignore: Vec<String>,
}

/// A text. Null is none: a rule that lost its argument must not fit every call.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}
