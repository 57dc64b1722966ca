//! Which web pages may send requests.

use axum::http::Uri;

use super::error::HttpError;
use super::host::Host;

/// What a web page says of where it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// From nowhere that it could name.
    Null,
    Page {
        scheme: String,
        name: String,
        port: Option<u16>,
    },
}

impl Origin {
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text == "null" {
            return Some(Self::Null);
        }
        let uri: Uri = text.parse().ok()?;
        let plain = uri.path_and_query().is_none_or(|path| path.as_str() == "/");
        if !plain || text.ends_with('/') {
            return None;
        }
        let scheme = uri.scheme_str()?.to_ascii_lowercase();
        let host = Host::of(uri.authority()?)?;
        let port = host.port.or_else(|| usual_port(&scheme));
        Some(Self::Page { scheme, name: host.name, port })
    }

    /// Whether a page is from the very server that a request is for.
    pub(super) fn is_of(&self, host: &Host) -> bool {
        match self {
            Self::Null => false,
            Self::Page { scheme, name, port } => {
                *name == host.name && *port == host.port.or_else(|| usual_port(scheme))
            }
        }
    }
}

pub(super) fn parse_all(origins: &[String]) -> Result<Vec<Origin>, HttpError> {
    let parse = |text: &String| {
        let what = "origin of web pages, as in `https://app.example.com`";
        Origin::parse(text).ok_or_else(|| HttpError::Option(what, text.clone()))
    };
    origins.iter().map(parse).collect()
}

fn usual_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}
