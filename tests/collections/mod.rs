//! Tools in Rust, and collections of tools.

mod native;
