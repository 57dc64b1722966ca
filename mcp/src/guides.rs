//! The Rust of the guide to serving, compiled and run with the doc tests.

#[doc = include_str!("../../docs/serve.md")]
struct Serve;
