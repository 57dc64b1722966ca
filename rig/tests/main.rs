//! Behaviour through the public face.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at the first surprise"
)]

mod content;
mod context;
mod durable;
mod errors;
mod giving_up;
mod live;
mod openai;
mod scripted;
mod sessions;
mod standing;
mod strict;
mod support;
mod tools;
