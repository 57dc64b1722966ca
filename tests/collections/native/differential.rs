//! A script and a Rust function with the same parameters tell the same.
