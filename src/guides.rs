//! The Rust of the guides, compiled and run with the doc tests.

#[doc = include_str!("../README.md")]
struct Readme;

#[doc = include_str!("../docs/embedding.md")]
struct Embedding;

#[doc = include_str!("../docs/reload.md")]
struct Reload;

#[doc = include_str!("../docs/collections.md")]
struct Collections;
