//! What holds for calls on a thread holds for calls in a process of their own:
//! the same results, the same errors, the same types.

use crate::support::isolated as support;

#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../calling/mod.rs"]
mod calling;
#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../reference_rules/mod.rs"]
mod reference_rules;
mod worker;
