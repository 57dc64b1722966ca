//! What an agent is given: collections, their text and their approvals.

mod macros;
