//! What several tests need.

pub(crate) mod kit;
pub(crate) mod live;
pub(crate) mod provider;
pub(crate) mod sse;
mod till;
pub(crate) mod way;

pub(crate) use till::{Notes, Till, till};
