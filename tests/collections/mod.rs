//! What an agent is given: tools in Rust, collections, their text and their approvals.

mod macros;
mod native;
