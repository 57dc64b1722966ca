//! What several tests need.

pub(crate) mod kit;
pub(crate) mod provider;
pub(crate) mod sse;
pub(crate) mod way;
