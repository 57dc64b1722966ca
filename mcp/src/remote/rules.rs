//! What a host says of a server's tools, whatever the server offers.

use std::time::Duration;

use super::choice::Choose;
use super::marks::Marks;

/// What a host says of a server's tools, whatever the server offers.
pub(super) struct Rules {
    /// The name of the collection.
    pub(super) name: String,
    pub(super) choose: Box<Choose>,
    pub(super) marks: Marks,
    /// Whether what the server says of itself becomes an instruction.
    pub(super) trusted: bool,
    /// The resource that is its context.
    pub(super) context: Option<String>,
    /// How long a call may take.
    pub(super) timeout: Duration,
    /// How long the server may take to start and to say what it offers.
    pub(super) start: Duration,
}
