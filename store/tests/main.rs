//! The stores as a host meets them, alone and beside other writers.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod any_values;
mod changes;
mod databases;
mod defaults;
mod files;
#[cfg(unix)]
mod killed;
mod migrations;
mod processes;
mod support;
mod unreadable;
mod writers;
