//! What can be wrong in a manifest, one check a file: its rule, its message and
//! what to write instead. They are functions of data and read no files.

pub(super) mod blank;
pub(super) mod conflicting_fields;
pub(super) mod duplicate_field;
pub(super) mod duplicate_name;
pub(super) mod duplicate_setting;
pub(super) mod kind;
pub(super) mod missing_field;
pub(super) mod missing_script;
pub(super) mod no_exports;
pub(super) mod tool_name;
pub(super) mod unknown_field;
pub(super) mod version;
pub(super) mod wrong_kind;

mod context;
mod description;
mod function;
mod parameter_description;
mod settings;
mod signature;

pub(crate) use context::context;
pub(crate) use description::description;
pub(crate) use function::{Functions, Named, function};
pub(crate) use parameter_description::parameter_description;
pub(crate) use settings::{is_configurable, settings};
pub(crate) use signature::{Signature, signature};
