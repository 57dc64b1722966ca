//! Behaviour through the public face.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at the first surprise"
)]

mod abuse;
mod apart;
mod approvals;
mod content;
mod context;
mod digits;
mod durable;
mod errors;
mod giving_up;
mod hooks;
mod limits;
mod live;
mod openai;
mod other_library;
mod same;
mod sample_rules;
mod samples;
mod saved;
mod scripted;
mod sessions;
mod standing;
mod strict;
mod support;
mod tools;
mod void;
