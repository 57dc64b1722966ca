//! Why a toolkit is not served over HTTP.

use std::net::SocketAddr;
use std::{error, fmt, io};

/// Why a toolkit is not served over HTTP.
#[derive(Debug)]
#[non_exhaustive]
pub enum HttpError {
    /// The address can be reached from other machines, and no token is set.
    Exposed(SocketAddr),
    /// A token cannot be used: why.
    Token(&'static str),
    /// What was given as a path, a host or an origin is none: what it is for, and what it
    /// was.
    Option(&'static str, String),
    /// The listener fails.
    Listener(io::Error),
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exposed(address) => write!(
                f,
                "`{address}` can be reached from other machines, and anyone there could call the tools: \
                 set a bearer token (`--token-file FILE`), or listen on `127.0.0.1:{}`",
                address.port()
            ),
            Self::Token(why) => write!(f, "the bearer token cannot be used: {why}"),
            Self::Option(what, given) => write!(f, "`{given}` is no {what}"),
            Self::Listener(error) => write!(f, "nobody can be served at the address: {error}"),
        }
    }
}

impl error::Error for HttpError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Listener(error) => Some(error),
            _ => None,
        }
    }
}
