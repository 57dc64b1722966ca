//! Which names of the server a request may use.

use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};

use super::error::HttpError;

/// A name and port, as in a `Host` header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Host {
    pub(super) name: String,
    pub(super) port: Option<u16>,
}

impl Host {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let authority: Authority = text.parse().ok()?;
        Self::of(&authority)
    }

    pub(super) fn of(authority: &Authority) -> Option<Self> {
        let text = authority.as_str();
        // Whoever the request says it is from is no part of a host.
        if text.contains('@') || authority.host().is_empty() {
            return None;
        }
        let after = text.strip_prefix(authority.host())?;
        let port = match after.strip_prefix(':') {
            None if after.is_empty() => None,
            Some(port) => Some(port.parse().ok()?),
            None => return None,
        };
        let name = authority.host().trim_start_matches('[').trim_end_matches(']');
        Some(Self { name: name.to_ascii_lowercase(), port })
    }

    /// The host that a request is for; nothing when it does not say, or says two.
    pub(super) fn asked(uri: &Uri, headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(HOST).iter();
        match (values.next(), values.next()) {
            (Some(host), None) => Self::parse(host.to_str().ok()?),
            (None, _) => Self::of(uri.authority()?),
            _ => None,
        }
    }
}

/// Which hosts a request may be for.
#[derive(Clone, Debug)]
pub(super) enum Hosts {
    Any,
    /// These; one without a port at any port.
    These(Vec<Host>),
}

impl Hosts {
    pub(super) fn new(named: &[String], has_token: bool) -> Result<Self, HttpError> {
        let loopback = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
        let named = match named {
            [] if has_token => return Ok(Self::Any),
            [] => &loopback,
            named => named,
        };
        let parse = |text: &String| {
            let bare = text.contains("::") && !text.starts_with('[');
            let host = if bare { Host::parse(&format!("[{text}]")) } else { Host::parse(text) };
            let what = "name of a host, with or without a port, as in `rules.example.com`";
            host.ok_or_else(|| HttpError::Option(what, text.clone()))
        };
        named.iter().map(parse).collect::<Result<_, _>>().map(Self::These)
    }

    pub(super) fn allow(&self, host: &Host) -> bool {
        match self {
            Self::Any => true,
            Self::These(hosts) => hosts.iter().any(|allowed| {
                allowed.name == host.name && (allowed.port.is_none() || allowed.port == host.port)
            }),
        }
    }
}
