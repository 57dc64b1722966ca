//! Asking the person at the client.

mod approvals;
mod both;
mod open;
mod questions;
mod schemas;
mod state;
pub(crate) mod support;
mod unreadable;
