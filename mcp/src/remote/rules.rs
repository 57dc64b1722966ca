//! What a host says of a server's tools, whatever the server offers.

use std::time::Duration;

use super::catalogue::choice::Choose;
use super::catalogue::marks::Marks;
use super::catalogue::trust::Pinning;

/// What a host says of a server's tools, whatever the server offers.
pub(super) struct Rules {
    /// The name of the collection.
    pub(super) name: String,
    pub(super) choose: Box<Choose>,
    pub(super) marks: Marks,
    pub(super) pinning: Pinning,
    /// Lines of the host, after those of the server.
    pub(super) instructions: Vec<String>,
    pub(super) constraints: Vec<String>,
    /// Whether what the server says of itself becomes an instruction.
    pub(super) trusted: bool,
    /// The resource that is its context.
    pub(super) context: Option<String>,
    /// How long a call may take.
    pub(super) timeout: Duration,
    /// How long the server may take to start and to say what it offers.
    pub(super) start: Duration,
}
