//! What a prompt is composed of.

use std::collections::BTreeMap;

use super::example::Example;
use super::section::Section;

/// What a prompt is composed of, as it was given.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// A whole prompt in place of all the rest.
    pub(super) raw: Option<String>,
    /// Whether what holds for every agent is left out.
    pub(super) without_defaults: bool,
    /// The sections that are text.
    pub(super) texts: BTreeMap<Section, String>,
    /// Each collection's name and lines, in their order.
    pub(super) collections: Vec<(String, Standing)>,
    /// The agent's own lines.
    pub(super) own: Standing,
    pub(super) examples: Vec<Example>,
}

/// Instructions and constraints from one place.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    pub(super) instructions: Vec<String>,
    pub(super) constraints: Vec<String>,
}
