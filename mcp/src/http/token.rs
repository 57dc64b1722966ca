//! Bearer tokens.

use std::fmt;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConstantTimeEq};

use super::error::HttpError;

const SHORTEST: usize = 16;

/// What a client has to send as `Authorization: Bearer TOKEN`. Only a hash of it is kept.
#[derive(Clone)]
pub struct BearerToken([u8; 32]);

impl BearerToken {
    /// A token; the line end of a file that it was read from is not part of it.
    ///
    /// ```
    /// use rulebook_mcp::http::BearerToken;
    ///
    /// assert!(BearerToken::new("Zm9vYmFyYmF6cXV4\n").is_ok());
    /// let error = BearerToken::new("secret").unwrap_err();
    /// assert!(error.to_string().contains("at least 16"));
    /// ```
    ///
    /// # Errors
    /// When it has fewer than 16 characters, or others than a header can carry.
    pub fn new(text: &str) -> Result<Self, HttpError> {
        let token = text.strip_suffix('\n').unwrap_or(text);
        let token = token.strip_suffix('\r').unwrap_or(token);
        if token.is_empty() {
            return Err(HttpError::Token("it is empty; `openssl rand -hex 32` makes one"));
        }
        if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            let why = "it has spaces, or characters other than those of ASCII";
            return Err(HttpError::Token(why));
        }
        if token.len() < SHORTEST {
            let why = "it has to have at least 16 characters; `openssl rand -hex 32` makes one";
            return Err(HttpError::Token(why));
        }
        Ok(Self(hash(token.as_bytes())))
    }

    /// The tokens of a text that has one a line, as while one takes the place of another.
    ///
    /// # Errors
    /// As for [`new`](Self::new), and when there is none.
    pub fn read_all(text: &str) -> Result<Vec<Self>, HttpError> {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let tokens = lines.map(Self::new).collect::<Result<Vec<_>, _>>()?;
        if tokens.is_empty() {
            return Self::new("").map(|token| vec![token]);
        }
        Ok(tokens)
    }
}

/// Whether a request has the right token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presented {
    Right,
    Wrong,
    Nothing,
}

/// What a request presents. Each token is compared in full, whichever is right.
pub(super) fn presented(headers: &HeaderMap, tokens: &[BearerToken]) -> Presented {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return if headers.contains_key(AUTHORIZATION) {
            Presented::Wrong
        } else {
            Presented::Nothing
        };
    };
    let Some(token) = bearer(value.as_bytes()) else { return Presented::Wrong };
    let given = hash(token);
    let equal = tokens.iter().fold(Choice::from(0), |equal, token| equal | token.0.ct_eq(&given));
    if bool::from(equal) { Presented::Right } else { Presented::Wrong }
}

/// What comes after the scheme, whose case does not matter.
fn bearer(value: &[u8]) -> Option<&[u8]> {
    let (scheme, token) = value.split_at_checked("bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"bearer ").then(|| token.trim_ascii())
}

fn hash(token: &[u8]) -> [u8; 32] {
    Sha256::digest(token).into()
}

impl fmt::Debug for BearerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BearerToken")
    }
}
