//! Messages on a pair of streams, one a line: what a server and a client have in common.

mod lines;
mod outgoing;
mod skimmed;

pub(crate) use lines::{Line, Lines};
pub(crate) use outgoing::Outgoing;
pub(crate) use skimmed::{Skimmed, Whose};
