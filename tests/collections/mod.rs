//! Tools in Rust, and collections of tools.

mod conformance;
mod native;
