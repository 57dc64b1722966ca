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
    let (transport, explains) = HttpTransport::new(server).await?;
    speak(transport, era.lifecycle()).await.map_err(|error| explains.explain(&error))
}
