//! Behaviour through the public face.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at the first surprise"
)]

mod digits;
mod durable;
mod openai;
mod sample_rules;
mod samples;
mod scripted;
mod strict;
mod support;
