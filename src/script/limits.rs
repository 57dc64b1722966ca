//! How much a script may use.

use serde::{Deserialize, Serialize};

/// What one call, one value and one script may come to.
///
/// The defaults are the same in debug and in release builds. None can be turned
/// off: 0 is the smallest limit, not none. What bounds the stack is held to what a
/// stack can hold, because one that overflows ends the process. Change single
/// limits and leave the rest:
///
/// ```
/// let mut limits = rulebook::Limits::default();
/// limits.operations = 1_000_000;
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Limits {
    /// Operations of one call; a small rule takes a few dozen.
    pub operations: u64,
    /// Functions that call functions, how deep; together with the depth of
    /// expressions at most twice what the defaults come to.
    pub call_depth: usize,
    /// Expressions and blocks within each other, how deep; at most 1,024.
    pub expression_depth: usize,
    /// Bytes of one string, and of all strings in one value.
    pub string_bytes: usize,
    /// Items of one array, those of arrays within it counted; at most 500,000,
    /// because a script can nest as many within each other.
    pub array_items: usize,
    /// Entries of one map, those of maps within it counted; at most 250,000.
    pub map_items: usize,
    /// Arrays and maps within each other, how deep, in arguments and results; at
    /// most 512, because callers convert and drop them on stacks of their own.
    pub value_depth: usize,
    /// Variables that closures capture in one call, however many capture each.
    /// They live until the call ends.
    pub closures: usize,
    /// Modules that one call, or the start-up statements, import.
    pub modules: usize,
    /// Bytes of a manifest or a script file.
    pub source_bytes: u64,
    /// Calls of one tool set that wait while another runs, from 1 to 1,000,000.
    /// One more fails at once with `limit_exceeded`.
    pub waiting_calls: usize,
    /// Threads of one tool set that a call has not given back in spite of its
    /// deadline, because a function of the host or of the engine holds them up;
    /// at most 1,000. When one more is held up, calls fail at once with
    /// `unavailable` until a thread comes back.
    pub abandoned_threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            operations: 200_000_000,
            call_depth: 128,
            expression_depth: 128,
            string_bytes: 4 * 1024 * 1024,
            array_items: 100_000,
            map_items: 100_000,
            value_depth: 128,
            closures: 100_000,
            modules: 100,
            source_bytes: 1024 * 1024,
            waiting_calls: 1_000,
            abandoned_threads: 8,
        }
    }
}

impl Limits {
    /// The same limits where each is one: to the engine nothing is no limit, and
    /// what is too deep for any stack is none either.
    pub(crate) fn bounded(self) -> Self {
        const EXPRESSIONS: usize = 1024;
        const FRAMES: usize = 2 * 128 * 128;
        const VALUES: usize = 512;
        const ITEMS: usize = 500_000;
        const ENTRIES: usize = 250_000;
        const WAITING: usize = 1_000_000;
        const ABANDONED: usize = 1_000;
        let expression_depth = self.expression_depth.clamp(1, EXPRESSIONS);
        Self {
            call_depth: self.call_depth.min(FRAMES / expression_depth),
            expression_depth,
            string_bytes: self.string_bytes.max(1),
            array_items: self.array_items.clamp(1, ITEMS),
            map_items: self.map_items.clamp(1, ENTRIES),
            value_depth: self.value_depth.min(VALUES),
            waiting_calls: self.waiting_calls.clamp(1, WAITING),
            abandoned_threads: self.abandoned_threads.min(ABANDONED),
            ..self
        }
    }
}
