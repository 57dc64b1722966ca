//! Headers that a host gives.

use reqwest::header::{HeaderName, HeaderValue};
use rulebook::wording::quoted;

use super::url::secret;
use crate::remote::error::ConnectError;

/// Headers that the protocol writes itself, or the connection.
const OWNED: [&str; 15] = [
    "accept",
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "last-event-id",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "proxy-connection",
];

/// A header that can be sent.
pub(super) fn checked(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), ConnectError> {
    let header = name.trim().parse::<HeaderName>().map_err(|_| {
        ConnectError::new(format!(
            "{} cannot be the name of a header; write letters, digits and `-`",
            quoted(name)
        ))
    })?;
    let name = header.as_str();
    if OWNED.contains(&name) || name.starts_with("mcp-") {
        return Err(ConnectError::new(format!(
            "the protocol writes the header `{name}` itself; leave it out"
        )));
    }
    let value = HeaderValue::from_str(value).map_err(|_| {
        ConnectError::new(format!(
            "the value of the header `{name}` holds what no header can hold, such as a line \
             break; look at where it comes from"
        ))
    })?;
    Ok((header, secret(value)))
}

/// The header for a token that a variable of the environment holds.
pub(super) fn bearer(variable: &str) -> Result<HeaderValue, ConnectError> {
    let about = |problem: &str| {
        ConnectError::new(format!(
            "the variable {} of the environment, which is to hold the token for the server, \
             {problem}",
            quoted(variable)
        ))
    };
    if variable.is_empty() {
        return Err(ConnectError::new(
            "no variable of the environment is named for the token; write its name",
        ));
    }
    let token = std::env::var_os(variable).ok_or_else(|| about("is not set"))?;
    let token = token.to_str().map(str::trim).ok_or_else(|| about("is no text"))?;
    if token.is_empty() {
        return Err(about("is blank"));
    }
    let value = HeaderValue::from_str(&format!("Bearer {token}"))
        .map_err(|_| about("holds what no header can hold, such as a line break"))?;
    Ok(secret(value))
}
