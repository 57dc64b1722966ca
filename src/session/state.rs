//! What a type needs to be state of a session.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::SessionError;

/// A type that collections keep in a session.
///
/// Its JSON is what is saved, so a field that is added later needs
/// `#[serde(default)]` for sessions that were saved before.
pub trait SessionState: Serialize + DeserializeOwned + Default {
    /// The name that it is saved under, unique within a collection. Another name is
    /// other state.
    const NAME: &'static str;
}

/// The state that JSON holds, or the default where there is none.
pub(super) fn read<T: SessionState>(saved: Option<&Value>) -> Result<T, SessionError> {
    match saved {
        None => Ok(T::default()),
        Some(saved) => {
            T::deserialize(saved).map_err(|why| SessionError::unreadable(why.to_string()))
        }
    }
}

/// The JSON of state.
pub(super) fn write<T: SessionState>(state: &T) -> Result<Value, SessionError> {
    let written = serde_json::to_value(state);
    written.map_err(|why| SessionError::unwritable(why.to_string()))
}
