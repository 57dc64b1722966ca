//! Code around a block that has names of its own for what generated code needs.
