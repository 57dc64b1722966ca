//! What kind of message a body is, before it is read in full.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A message of the protocol, as far as it decides what becomes of it.
#[derive(Debug, Deserialize)]
pub(super) struct Message<'a> {
    #[serde(borrow, default)]
    pub(super) id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
}

/// Why a body is no message.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoMessage {
    NoJson,
    NotOne,
}

impl<'a> Message<'a> {
    pub(super) fn read(body: &'a [u8]) -> Result<Self, NoMessage> {
        let message = serde_json::from_slice(body)
            .map_err(|error| if error.is_data() { NoMessage::NotOne } else { NoMessage::NoJson })?;
        // A list would be read as its members in order.
        if body.trim_ascii_start().starts_with(b"{") { Ok(message) } else { Err(NoMessage::NotOne) }
    }

    /// The method of a request; nothing for a notification or a response.
    pub(super) fn request(&self) -> Option<&str> {
        self.id.and(self.method.as_deref())
    }
}
