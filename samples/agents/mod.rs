//! What the samples with an agent share: which model answers, what is printed of it, and a
//! person at the terminal. Nothing here is about Rulebook itself.

mod failure;
mod person;
mod provider;
mod results;
mod transcript;

pub(crate) use failure::ended;
pub(crate) use person::answer;
pub(crate) use provider::{Provider, provider};
pub(crate) use results::Results;
pub(crate) use transcript::Transcript;
