//! What the samples with an agent share: which model answers, and what is printed of it.

mod failure;
mod provider;
mod results;
mod transcript;

pub(crate) use failure::ended;
pub(crate) use provider::provider;
pub(crate) use results::Results;
pub(crate) use transcript::Transcript;
