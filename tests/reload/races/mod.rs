//! Calls while rules are saved, again and again.

#[cfg(unix)]
mod callers;
mod freed;
mod in_flight;
mod startup;

use super::support;
