//! Calls: what goes in, what comes out, and how a call that cannot end ends.

mod cancelling;
mod deadlines;
mod engine;
mod failures;
mod limits;
mod natives;
mod normalizing;
mod order;
mod panics;
mod records;
mod values;

use super::support;
