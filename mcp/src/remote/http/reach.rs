//! Beginning to speak with a server over HTTP.

use super::transport::{Explains, HttpTransport};
use super::url::ServerUrl;
use crate::remote::command::Era;
use crate::remote::connection::spoken::{Spoken, speak};
use crate::remote::error::ConnectError;

/// Begins to speak with a server. Variables of the environment are read now.
///
/// # Errors
/// What to check where it is not there.
pub(in crate::remote) async fn reach(
    server: &ServerUrl,
    era: Era,
) -> Result<(Spoken, Explains), ConnectError> {
    let (transport, explains) = HttpTransport::new(server).await?;
    match speak(transport, era.lifecycle()).await {
        Ok(spoken) => Ok((spoken, explains)),
        Err(error) => Err(explains.explain(&error)),
    }
}
