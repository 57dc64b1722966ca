//! Behaviour through the public face, with real clients of the protocol.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at the first surprise"
)]

mod asking;
mod audit;
mod calls;
mod changes;
mod context;
mod http;
mod http_access;
mod http_hostile;
mod methods;
mod metrics;
mod remote;
mod standing;
mod support;
