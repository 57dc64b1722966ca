//! What a type needs to be state of a session.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::depth::{MOST_DEPTH, held_to};
use super::error::SessionError;

/// A type that collections keep in a session.
///
/// Its JSON is what is saved, so a field that is added later needs
/// `#[serde(default)]` for sessions that were saved before. JSON has no number for
/// a float that is infinite or none: such a float in an `Option` is lost.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not state that a session keeps",
    label = "no state of a session",
    note = "write `#[derive(Default, Serialize, Deserialize, SessionState)]` above `{Self}`"
)]
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

/// The JSON of state, from which the same type can be read again: state that could
/// not would be lost without a word.
pub(super) fn write<T: SessionState>(state: &T) -> Result<Value, SessionError> {
    let written = serde_json::to_value(state);
    let written = written.map_err(|why| SessionError::unwritable(why.to_string()))?;
    let Some(written) = held_to(MOST_DEPTH, written) else {
        let why = format!("it is nested more than {MOST_DEPTH} levels deep");
        return Err(SessionError::unwritable(why));
    };
    match T::deserialize(&written) {
        Ok(_) => Ok(written),
        Err(why) => {
            let why = format!("its own JSON does not read as the same type: {why}");
            Err(SessionError::unwritable(why))
        }
    }
}
