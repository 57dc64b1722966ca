//! The Rust of the guide that shows stores, compiled and run with the doc tests.

#[doc = include_str!("../../docs/settings.md")]
struct Settings;
