//! Beginning to speak with a server over HTTP.

use super::transport::HttpTransport;
use super::url::ServerUrl;
use crate::remote::command::Era;
use crate::remote::error::ConnectError;
use crate::remote::spoken::{Spoken, speak};

/// Begins to speak with a server. Variables of the environment are read now.
///
/// # Errors
/// What to check where it is not there.
pub(in crate::remote) async fn reach(server: &ServerUrl, era: Era) -> Result<Spoken, ConnectError> {
    // A server that knew the revisions with sessions alone may know others by now; one that
    // knew the other revisions is asked in any case, which costs no more.
    let eras: &[Era] = match era {
        Era::Sessions => &[Era::Sessions, Era::Unknown],
        Era::Stateless | Era::Unknown => &[Era::Unknown],
    };
    let mut failed = None;
    for era in eras {
        let (transport, explains) = HttpTransport::new(server)?;
        match speak(transport, era.lifecycle()).await {
            Ok(spoken) => return Ok(spoken),
            Err(error) => {
                let is_final = explains.is_unreached();
                failed = Some(explains.explain(&error));
                if is_final {
                    break;
                }
            }
        }
    }
    Err(failed.unwrap_or_else(|| ConnectError::new("the server was not asked")))
}
