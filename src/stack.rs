//! The stack that scripts and their values need.

/// How large the stack of a thread is that runs scripts, or drops what they
/// made. Only what is really used is taken from memory; deep values and deep
/// recursion end at a limit long before this.
pub(crate) const LARGE: usize = 256 * 1024 * 1024;
