//! What an agent is given: collections, their text and their approvals.

mod policy;
mod prompt;
