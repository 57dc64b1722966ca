//! What all requests of one connection share.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use reqwest::Url;
use reqwest::header::HeaderMap;
use rmcp::service::ClientInitializeError;
use rulebook::wording::quoted;
use tokio_util::sync::CancellationToken;

use super::fault::{Fault, short};
use super::url::{Checked, shown};
use crate::remote::error::ConnectError;
use crate::remote::messages::unreadable;

/// What all requests of one connection share: where they go, and whether it still holds.
pub(super) struct Line {
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    told: Vec<String>,
    fault: Mutex<Option<Fault>>,
    /// Why the server is not there any more, where that is known.
    lost: OnceLock<Fault>,
    /// The connection is over: nothing is sent any more, and nothing waited for.
    pub(super) over: CancellationToken,
}

impl Line {
    pub(super) fn new(checked: Checked) -> Self {
        let Checked { url, headers, told } = checked;
        Self {
            url,
            headers,
            told,
            fault: Mutex::new(None),
            lost: OnceLock::new(),
            over: CancellationToken::new(),
        }
    }

    /// Something went wrong; the last is what counts.
    pub(super) fn note(&self, fault: &Fault) {
        *self.fault() = Some(fault.clone());
    }

    /// The server is not there any more.
    pub(super) fn lose(&self, fault: &Fault) {
        self.note(fault);
        let _ = self.lost.set(fault.clone());
        self.over.cancel();
    }

    /// Why the server is not there any more, where that is known.
    pub(super) fn lost(&self) -> Option<&Fault> {
        self.lost.get()
    }

    /// Why a connection could not be made, and what to check.
    pub(super) fn explain(&self, error: &ClientInitializeError) -> ConnectError {
        let (problem, check) = match (&*self.fault(), error) {
            (Some(fault), _) => (fault.to_string(), self.check(fault)),
            (None, error) => answered(error),
        };
        ConnectError::new(format!(
            "the server at `{}` cannot be used: {problem}; check {check}",
            shown(&self.url)
        ))
    }

    fn check(&self, fault: &Fault) -> String {
        match fault {
            Fault::NothingListens | Fault::Late => {
                "the address, and that the server runs".to_owned()
            }
            Fault::NoSuchName => {
                "the name in the address, and that names can be looked up from here".to_owned()
            }
            Fault::Broken(_) => "the address, and what listens there".to_owned(),
            Fault::Status(status) if status.is_server_error() => {
                "the log of the server, and what stands before it".to_owned()
            }
            Fault::NotTrusted(_) => {
                "the address, and that this machine trusts who signed the certificate".to_owned()
            }
            Fault::NoEncryption(_) => {
                "whether the address begins with `http:`, and what the server supports".to_owned()
            }
            Fault::Status(status) if matches!(status.as_u16(), 401 | 403) => {
                if self.told.is_empty() {
                    "who may use it: no header and no token was sent, which `bearer_env` and \
                     `header` do"
                        .to_owned()
                } else {
                    self.told.join(" and ")
                }
            }
            Fault::Status(status) if matches!(status.as_u16(), 404 | 405) => path(),
            Fault::Redirect(_, Some(_)) => {
                "whether that is the server, and write its address: no redirect is followed, \
                 since headers would go along"
                    .to_owned()
            }
            Fault::NoMcp(_) | Fault::Garbage | Fault::Redirect(..) => path(),
            _ => "the server, and what stands before it".to_owned(),
        }
    }

    fn fault(&self) -> MutexGuard<'_, Option<Fault>> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is wrong with the answer to the first request, and what to check.
fn answered(error: &ClientInitializeError) -> (String, String) {
    match error {
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => answered(fallback),
        ClientInitializeError::JsonRpcError(error) => match unreadable::problem(error) {
            Some(problem) => (format!("its answer cannot be read: {}", short(problem)), path()),
            None => (
                format!("it refuses to begin: {}", quoted(&short(&error.message))),
                "what it needs to know of who asks".to_owned(),
            ),
        },
        ClientInitializeError::NoCompatibleProtocolVersion { server_supported, .. } => {
            let versions = server_supported.iter().take(10);
            let versions: Vec<_> = versions.map(|version| quoted(version.as_str())).collect();
            let versions = short(&versions.join(", "));
            (format!("it speaks other revisions of MCP: {versions}"), "its version".to_owned())
        }
        _ => ("it answers what is no answer of MCP to the first request".to_owned(), path()),
    }
}

fn path() -> String {
    "the path of the address, which is often `/mcp`".to_owned()
}
