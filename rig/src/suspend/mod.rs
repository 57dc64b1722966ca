//! Runs that wait for an approval as data, and go on in another process.

mod answered;
mod error;
mod journal;
mod open;
mod outcome;
mod replay;
mod run;
mod suspension;

pub use answered::{AnsweredRun, Resumption};
pub use error::RunError;
pub(crate) use journal::{Journal, Resumed};
pub use outcome::RunOutcome;
pub use run::SuspendedRun;
pub use suspension::Suspension;
