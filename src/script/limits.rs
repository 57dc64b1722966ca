//! How much a script may use.

/// What one call, one value and one script may come to.
///
/// The defaults are the same in debug and in release builds. None can be turned
/// off: 0 is the smallest limit, not none. Change single limits and leave the rest:
///
/// ```
/// let mut limits = rulebook::Limits::default();
/// limits.operations = 1_000_000;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Operations of one call; a small rule takes a few dozen.
    pub operations: u64,
    /// Functions that call functions, how deep.
    pub call_depth: usize,
    /// Expressions and blocks within each other, how deep.
    pub expression_depth: usize,
    /// Bytes of one string, and of all strings in one value.
    pub string_bytes: usize,
    /// Items of one array, those of arrays within it counted.
    pub array_items: usize,
    /// Entries of one map, those of maps within it counted.
    pub map_items: usize,
    /// Arrays and maps within each other, how deep, in arguments and results.
    pub value_depth: usize,
    /// Modules that one call, or the start-up statements, import.
    pub modules: usize,
    /// Bytes of a manifest or a script file.
    pub source_bytes: u64,
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
            modules: 100,
            source_bytes: 1024 * 1024,
        }
    }
}
