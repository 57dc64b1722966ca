//! The names of what is put around parts of scripts.

/// A function's body that was rewritten.
pub(super) const BODY: &str = "rulebook_guarded_body";
/// A value that goes into another.
pub(super) const MEASURED: &str = "rulebook$measured";
/// Something that may make a variable larger.
pub(super) const GROWING: &str = "rulebook$growing";
/// A closure that captures variables.
pub(super) const CLOSURE: &str = "rulebook$closure";
/// A function that is given values by `curry`.
pub(super) const CURRY: &str = "rulebook$curry";
/// A value that is to be compared by its hash.
pub(super) const HASHED: &str = "rulebook$hashed";
