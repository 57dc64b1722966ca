//! What the results of Rust tools become.
