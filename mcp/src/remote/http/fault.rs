//! What goes wrong between a client and a server.

use std::error::Error;
use std::fmt;
use std::io;

use reqwest::StatusCode;
use rustls::CertificateError;

/// What went wrong between a client and a server. It holds nothing that is secret, and is
/// for the host: no model sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::remote) enum Fault {
    /// Nothing listens at the address.
    NothingListens,
    /// The name is not found.
    NoSuchName,
    /// The certificate of the server is not trusted.
    NotTrusted(String),
    /// There is no agreement on encryption.
    NoEncryption(String),
    /// The server is not reached in time.
    Late,
    /// The server does not answer in time.
    Silent,
    /// The connection failed in another way.
    Broken(String),
    /// The server answers with a status that is no success.
    Status(StatusCode),
    /// The server sends on to another place.
    Redirect(StatusCode, Option<String>),
    /// The answer is of a kind that the protocol does not use.
    NoMcp(Option<String>),
    /// The answer is encoded, which nobody asked for.
    Encoded(String),
    /// The stream holds no messages.
    Garbage,
    /// A message is too long for anyone to wait for.
    TooLong,
    /// The server does not know the session any more.
    Forgotten,
    /// The connection was ended on this side.
    Closed,
}

impl Fault {
    /// What went wrong before a response came.
    pub(super) fn sending(error: reqwest::Error) -> Self {
        // An address may hold what is secret.
        let error = error.without_url();
        if error.is_timeout() {
            return Self::Late;
        }
        if error.is_connect() {
            if let Some(fault) = encryption(&error) {
                return fault;
            }
            if error.is_dns() {
                return Self::NoSuchName;
            }
            if kind(&error) == Some(io::ErrorKind::ConnectionRefused) {
                return Self::NothingListens;
            }
        }
        Self::Broken(innermost(&error))
    }

    /// Whether the server was not reached at all.
    pub(super) fn is_unreached(&self) -> bool {
        matches!(
            self,
            Self::NothingListens
                | Self::NoSuchName
                | Self::NotTrusted(_)
                | Self::NoEncryption(_)
                | Self::Late
        )
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingListens => f.write_str("nothing listens there"),
            Self::NoSuchName => f.write_str("its name is not found"),
            Self::NotTrusted(why) => write!(f, "its certificate is not trusted: {why}"),
            Self::NoEncryption(why) => write!(f, "there is no agreement on encryption: {why}"),
            Self::Late => f.write_str("it is not reached in time"),
            Self::Silent => f.write_str("it does not answer in time"),
            Self::Broken(why) => write!(f, "the connection failed: {why}"),
            Self::Status(status) => write!(f, "it answers with `{status}`"),
            Self::Redirect(status, Some(place)) => {
                write!(f, "it sends on to `{place}` (`{status}`)")
            }
            Self::Redirect(status, None) => write!(f, "it sends on to nowhere (`{status}`)"),
            Self::NoMcp(Some(kind)) => {
                write!(f, "it answers with `{kind}`, which is not how a server of MCP answers")
            }
            Self::NoMcp(None) => {
                f.write_str("it answers with nothing, which is not how a server of MCP answers")
            }
            Self::Encoded(encoding) => {
                write!(f, "its answer is encoded as `{encoding}`, which was not asked for")
            }
            Self::Garbage => f.write_str("it sends what is no message of MCP"),
            Self::TooLong => f.write_str("it sends a message that is longer than 16 MiB"),
            Self::Forgotten => f.write_str("it does not know the session any more"),
            Self::Closed => f.write_str("the connection was ended"),
        }
    }
}

impl Error for Fault {}

/// The causes of an error, outermost first. What an error of the system holds is one, too.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| cause(*error))
}

fn cause<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    let held = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    match held {
        Some(held) => Some(held),
        None => error.source(),
    }
}

fn kind(error: &reqwest::Error) -> Option<io::ErrorKind> {
    let mut system = causes(error).filter_map(|error| error.downcast_ref::<io::Error>());
    system.next().map(io::Error::kind)
}

fn encryption(error: &reqwest::Error) -> Option<Fault> {
    let mut found = causes(error).filter_map(|error| error.downcast_ref::<rustls::Error>());
    Some(match found.next()? {
        rustls::Error::InvalidCertificate(why) => Fault::NotTrusted(mistrust(why)),
        rustls::Error::InvalidMessage(_) => {
            Fault::NoEncryption("what it says is no TLS".to_owned())
        }
        other => Fault::NoEncryption(short(&other.to_string())),
    })
}

fn mistrust(why: &CertificateError) -> String {
    match why {
        CertificateError::UnknownIssuer => "nobody who is trusted here has signed it".to_owned(),
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "it has expired".to_owned()
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "it is not valid yet".to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it is for another name".to_owned()
        }
        CertificateError::Revoked => "it was revoked".to_owned(),
        other => short(&other.to_string()),
    }
}

fn innermost(error: &reqwest::Error) -> String {
    let last = causes(error).last().map(ToString::to_string);
    short(&last.unwrap_or_default())
}

/// Text of a server, of a length that fits into an error.
pub(super) fn short(text: &str) -> String {
    const LONGEST: usize = 200;
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
