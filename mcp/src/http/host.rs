//! Which names of the server a request may use.

use std::net::Ipv6Addr;

use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};

use super::address::is_own;
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
            Some(port) => Some(port_of(port)?),
            None => return None,
        };
        Some(Self { name: plain(authority.host())?, port })
    }

    /// The host that a request is for; nothing when it does not say, or says two. Where
    /// the address of the request names one, as requests to proxies do, that counts.
    pub(super) fn asked(uri: &Uri, headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(HOST).iter();
        match (uri.authority(), values.next(), values.next()) {
            (_, _, Some(_)) => None,
            (Some(authority), ..) => Self::of(authority),
            (None, host, None) => Self::parse(host?.to_str().ok()?),
        }
    }

    /// Whether it is a name or a number of the loopback address, which no page from
    /// elsewhere can have as its own name.
    fn is_loopback(&self) -> bool {
        self.name == "localhost" || self.name.parse().is_ok_and(|ip| is_own(&ip))
    }
}

/// A name in small letters, a number in the one way in which it is written.
fn plain(name: &str) -> Option<String> {
    match name.strip_prefix('[') {
        Some(number) => {
            let number: Ipv6Addr = number.strip_suffix(']')?.parse().ok()?;
            Some(number.to_string())
        }
        None => Some(name.to_ascii_lowercase()),
    }
}

fn port_of(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Which hosts a request may be for.
#[derive(Clone, Debug)]
pub(super) enum Hosts {
    Any,
    /// Those of this machine itself.
    Loopback,
    /// These; one without a port at any port.
    These(Vec<Host>),
}

impl Hosts {
    pub(super) fn new(named: &[String], has_token: bool) -> Result<Self, HttpError> {
        if named.is_empty() {
            return Ok(if has_token { Self::Any } else { Self::Loopback });
        }
        let parse = |text: &String| {
            let bare = text.contains("::") && !text.starts_with('[');
            let host = if text.contains('*') {
                // A pattern would let in nobody.
                None
            } else if bare {
                Host::parse(&format!("[{text}]"))
            } else {
                Host::parse(text)
            };
            let what = "name of a host, with or without a port, as in `rules.example.com`";
            host.ok_or_else(|| HttpError::Option(what, text.clone()))
        };
        named.iter().map(parse).collect::<Result<_, _>>().map(Self::These)
    }

    pub(super) fn allow(&self, host: &Host) -> bool {
        match self {
            Self::Any => true,
            Self::Loopback => host.is_loopback(),
            Self::These(hosts) => hosts.iter().any(|allowed| {
                allowed.name == host.name && (allowed.port.is_none() || allowed.port == host.port)
            }),
        }
    }
}
