//! How far values are looked into.

/// How many values are looked at to find out which of several is meant. Types that
/// are all alike would take forever.
pub(super) const MOST_TRIALS: usize = 200_000;

pub(super) const TOO_MANY_WAYS: &str =
    "the arguments can be read in too many ways; make them smaller";

/// Schemas around one value that are more are not held to: the stack would end.
pub(super) const DEEPEST: usize = 500;

pub(super) const TOO_DEEP: &str = "nested too deep to be held to the schema; make it flatter";

pub(super) const TWICE: &str = "the same stands before it; leave it out";
