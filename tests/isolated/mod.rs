//! What holds for calls on a thread holds for calls in a process of their own:
//! the same results, the same errors, the same types.

use crate::support::isolated as support;

#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../bad_input/mod.rs"]
mod bad_input;
#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../calling/mod.rs"]
mod calling;
mod deaths;
mod deaths_in_sessions;
#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../hostile/mod.rs"]
mod hostile;
#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../loading/mod.rs"]
mod loading;
mod log;
#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../reference_rules/mod.rs"]
mod reference_rules;
#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../regressions/mod.rs"]
mod regressions;
mod reload;
mod remains;
mod same;
#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../script_sessions/mod.rs"]
mod script_sessions;
#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../script_settings/mod.rs"]
mod script_settings;
mod settings;
mod spans;
mod trouble;
mod worker;
