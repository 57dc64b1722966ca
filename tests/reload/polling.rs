//! Every way of saving that a tool set sees by looking at its files again and again.

use super::support::polled as support;

#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "saving/mod.rs"]
mod saving;
