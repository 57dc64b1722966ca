//! Where a server is that is reached over HTTP.

use std::fmt;

use reqwest::Url;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};

use super::headers;
use crate::remote::error::ConnectError;

/// The address of a server that is reached over HTTP, and what is sent along with each
/// request. All of it is looked at when the connection is made.
///
/// No redirect is followed, and no proxy of the environment is used: the headers would go
/// along.
///
/// ```no_run
/// # async fn sample() -> Result<(), Box<dyn std::error::Error>> {
/// use rulebook_mcp::{McpToolCollection, ServerUrl};
///
/// let server = ServerUrl::new("https://tickets.example.com/mcp")
///     .bearer_env("TICKETS_TOKEN")
///     .header("x-team", "support");
/// let tickets = McpToolCollection::builder("tickets", server).connect().await?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
#[must_use = "it is where a collection connects to"]
pub struct ServerUrl {
    written: String,
    headers: Vec<(String, String)>,
    variable: Option<String>,
    plain: bool,
}

/// What a connection needs of it.
pub(super) struct Checked {
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    /// What says who asks: words to check where the server does not take it.
    pub(super) told: Vec<String>,
}

impl ServerUrl {
    /// An address: `http` or `https`, with the path that the server has, which is often
    /// `/mcp`.
    pub fn new(url: impl Into<String>) -> Self {
        Self { written: url.into(), headers: Vec::new(), variable: None, plain: false }
    }

    /// Sends a header with each request, in place of any other of this name. One whose value
    /// is blank is left out.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        let name = name.into();
        self.headers.retain(|(other, _)| !other.eq_ignore_ascii_case(&name));
        self.headers.push((name, value.into()));
        self
    }

    /// Sends a token that a variable of the environment holds, as `Authorization: Bearer`.
    /// The variable is read at each connect: not to be set, or to be blank, is an error.
    pub fn bearer_env(mut self, variable: impl Into<String>) -> Self {
        self.variable = Some(variable.into());
        self
    }

    /// Headers and tokens may be sent without encryption, to be read by everyone on the
    /// way. To this machine itself they always may.
    pub fn plain_http(mut self) -> Self {
        self.plain = true;
        self
    }

    /// Where it is, without what may be secret.
    pub(in crate::remote) fn shown(&self) -> String {
        self.address().map_or_else(|_| "?".to_owned(), |url| shown(&url))
    }

    /// All of it looked at, and the variable read.
    pub(super) fn checked(&self) -> Result<Checked, ConnectError> {
        let url = self.address()?;
        let mut headers = HeaderMap::new();
        let mut told = Vec::new();
        for (name, value) in &self.headers {
            let value = value.trim();
            if value.is_empty() {
                continue;
            }
            let (name, value) = headers::checked(name, value)?;
            told.push(format!("the header `{name}`"));
            headers.insert(name, value);
        }
        if let Some(variable) = &self.variable {
            if headers.contains_key(AUTHORIZATION) {
                return Err(ConnectError::new(
                    "both the header `authorization` and a token of the environment are given; \
                     leave one out",
                ));
            }
            headers.insert(AUTHORIZATION, headers::bearer(variable)?);
            told.push(format!("the variable `{variable}` of the environment"));
        }
        if url.scheme() == "http" && !self.plain && !told.is_empty() && !is_this_machine(&url) {
            return Err(ConnectError::new(format!(
                "without encryption everyone on the way to `{}` could read what says who asks; \
                 write `https`, or allow it with `plain_http`",
                shown(&url),
            )));
        }
        Ok(Checked { url, headers, told })
    }

    fn address(&self) -> Result<Url, ConnectError> {
        let no_address = |problem: &str| {
            ConnectError::new(format!(
                "the address of the server {problem}; write one like `https://host/mcp`"
            ))
        };
        let written = self.written.trim();
        if !written.contains("://") {
            return Err(no_address("does not say how it is reached"));
        }
        let mut url =
            Url::parse(written).map_err(|error| no_address(&format!("cannot be read: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(no_address(&format!(
                "begins with `{}:`, where `http:` and `https:` are spoken",
                url.scheme()
            )));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(ConnectError::new(
                "the address of the server holds a user or a password; leave them out, and \
                 give what says who asks with `bearer_env` or `header`",
            ));
        }
        url.set_fragment(None);
        Ok(url)
    }
}

/// Whether what is sent to an address stays on this machine.
fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    match host.parse::<std::net::IpAddr>() {
        Ok(address) => address.to_canonical().is_loopback(),
        Err(_) => {
            let name = host.trim_end_matches('.');
            name == "localhost" || name.ends_with(".localhost")
        }
    }
}

/// An address without what may be secret in it.
pub(super) fn shown(url: &Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    url.set_fragment(None);
    // Neither can fail where there is a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.into()
}

/// Values of headers may be secret, and so may the query of an address.
impl fmt::Debug for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("ServerUrl")
            .field("url", &self.shown())
            .field("headers", &names)
            .field("bearer_env", &self.variable)
            .finish_non_exhaustive()
    }
}

/// A value that is not to be shown.
pub(super) fn secret(mut value: HeaderValue) -> HeaderValue {
    value.set_sensitive(true);
    value
}
