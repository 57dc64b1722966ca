//! Why a toolkit is not served.

use std::{error, fmt, io};

/// Why a toolkit is not served, or no longer.
#[derive(Debug)]
pub struct ServeError {
    what: &'static str,
    source: io::Error,
}

impl ServeError {
    pub(crate) fn new(what: &'static str, source: io::Error) -> Self {
        Self { what, source }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.source)
    }
}

impl error::Error for ServeError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.source)
    }
}
