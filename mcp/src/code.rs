//! The code of an error beside its message, for programs.

/// Where the code of an error stands among the metadata of a result.
pub(crate) const CODE: &str = "rulebook/code";
