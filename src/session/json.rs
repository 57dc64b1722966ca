//! A session as JSON.

use serde_json::{Map, Value, json};

use super::error::{SessionError, SessionErrorKind};
use super::store::{Kept, Store};
use crate::dismantle::dismantle;
use crate::error::kind_of;

/// The version that is written, and the latest that is read.
const VERSION: u64 = 1;

/// The JSON of a session.
pub(super) fn write(store: &Store) -> Value {
    let kept = store.kept();
    let state = kept.iter().map(|(collection, entries)| {
        let entries = entries.iter().map(|(name, entry)| (name.clone(), entry.value.clone()));
        (collection.to_string(), Value::Object(entries.collect()))
    });
    let state: Map<String, Value> = state.collect();
    json!({ "version": VERSION, "state": state })
}

/// What the JSON of a session holds.
pub(super) fn read(json: Value) -> Result<Store, SessionError> {
    let malformed = |why: String| {
        let text = format!("this is not the JSON of a session: {why}");
        SessionError::new(SessionErrorKind::Malformed, text)
    };
    let mut session = match json {
        Value::Object(session) => session,
        other => {
            let found = kind_of(&other);
            dismantle(other);
            return Err(malformed(format!("expected an object, found {found}")));
        }
    };
    match session.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(newer) if newer > VERSION => {
            let text = format!(
                "the session was saved by a later version: this one reads version {VERSION}, \
                 and it is of version {newer}"
            );
            dismantle(Value::Object(session));
            return Err(SessionError::new(SessionErrorKind::Newer, text));
        }
        _ => {
            dismantle(Value::Object(session));
            return Err(malformed("`version` is missing or no whole number from 1".to_owned()));
        }
    }
    let mut kept = Kept::new();
    match session.remove("state") {
        Some(Value::Object(state)) => {
            for (collection, entries) in state {
                let Value::Object(entries) = entries else {
                    let found = kind_of(&entries);
                    return Err(malformed(format!(
                        "`state.{collection}`: expected an object, found {found}"
                    )));
                };
                kept.entry(collection.into())
                    .or_default()
                    .extend(entries.into_iter().map(|(name, value)| (name, value.into())));
            }
        }
        _ => return Err(malformed("`state` is missing or no object".to_owned())),
    }
    Ok(Store::new(kept))
}

/// Text that is no JSON.
pub(super) fn not_json(why: &serde_json::Error) -> SessionError {
    let text = format!("this is not the JSON of a session: {why}");
    SessionError::new(SessionErrorKind::Malformed, text)
}
