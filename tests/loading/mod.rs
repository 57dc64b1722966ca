//! Loading: what is told about a manifest and its scripts, all at once.

mod problems;
mod unknown_names;
