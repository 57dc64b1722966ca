//! Loading: what is told about a manifest and its scripts, all at once.

use super::support;

mod duplicate_constants;
mod lost_changes;
mod mixed_comparisons;
mod problems;
mod shadowed_variables;
mod slips;
mod unclosed;
mod unknown_choices;
mod unknown_members;
mod unknown_names;
mod unused_settings;
mod unused_values;
