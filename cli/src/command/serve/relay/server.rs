//! A server as it was given on the command line or in a file.

use std::fmt;
use std::path::PathBuf;

/// A server as it was given.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) name: String,
    pub(super) origin: Origin,
    pub(super) reached: Reached,
}

/// Where a server was given, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// In a word of `--mcp`.
    Word,
    /// In a file, at this place.
    File(String),
}

/// How a server is reached. Any part of it may be secret.
#[derive(Clone)]
pub(super) enum Reached {
    /// It is started.
    Command {
        program: String,
        arguments: Vec<String>,
        environment: Vec<(String, String)>,
        folder: Option<PathBuf>,
    },
    /// It is there already.
    Url { url: String, headers: Vec<(String, String)> },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word => f.write_str("`--mcp`"),
            Self::File(place) => write!(f, "`{place}`"),
        }
    }
}
