//! The stack that scripts and their values need.

const MIB: usize = 1024 * 1024;

/// How large the stack of a thread is that runs scripts, or drops what they
/// made. Only what is really used is taken from memory; deep values and deep
/// recursion end at a limit long before this.
///
/// Without the compiler's optimizations a script takes several times as much.
pub(crate) const LARGE: usize = if cfg!(debug_assertions) { 1024 * MIB } else { 256 * MIB };
