//! Behaviour through the public face.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at the first surprise"
)]

mod approvals;
mod durable;
mod openai;
mod same;
mod saved;
mod scripted;
mod strict;
mod support;
mod void;
