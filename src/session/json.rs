//! A session as JSON.

use serde_json::{Map, Value};

use super::answered::Answered;
use super::depth::{AROUND, MOST_DEPTH, held_to};
use super::error::{SessionError, SessionErrorKind};
use super::store::{Kept, Store};
use crate::convert;
use crate::error::kind_of;
use crate::quote::quoted;

/// The version that is written, and the latest that is read.
const VERSION: u64 = 1;

/// The JSON of a session.
pub(super) fn write(store: &Store) -> Value {
    let state = store.kept().into_iter().map(|(collection, entries)| {
        let entries = entries.into_iter();
        let entries = entries.map(|(name, entry)| (name.to_string(), (*entry.value).clone()));
        (collection.to_string(), Value::Object(entries.collect()))
    });
    let mut session = Map::new();
    session.insert("version".to_owned(), VERSION.into());
    if let Some(id) = store.id.get() {
        session.insert("id".to_owned(), id.as_str().into());
    }
    session.insert("state".to_owned(), Value::Object(state.collect()));
    let answered: Vec<Value> = store.answered().ids().map(Value::from).collect();
    if !answered.is_empty() {
        session.insert("answered".to_owned(), answered.into());
    }
    Value::Object(session)
}

/// What the JSON text of a session holds.
pub(super) fn read_text(text: &str) -> Result<Store, SessionError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let json = convert::read_json(text, MOST_DEPTH + AROUND);
    read(json.map_err(|why| malformed(&why))?)
}

/// What the JSON of a session holds.
pub(super) fn read(json: Value) -> Result<Store, SessionError> {
    // Nothing of it is looked at, or dropped, that is too deep for the stack.
    let json = held_to(MOST_DEPTH + AROUND, json).ok_or_else(|| {
        malformed(&format!("state in it is nested more than {MOST_DEPTH} levels deep"))
    })?;
    let mut session = match json {
        Value::Object(session) => session,
        other => return Err(unlike("", "an object", &other)),
    };
    version(session.remove("version"))?;
    let id = match session.remove("id") {
        Some(Value::String(id)) => Some(id),
        Some(other) => return Err(unlike("`id`", "a string", &other)),
        None => None,
    };
    let state = match session.remove("state") {
        Some(Value::Object(state)) => state,
        Some(other) => return Err(unlike("`state`", "an object", &other)),
        None => return Err(malformed("`state` is missing")),
    };
    let answered = match session.remove("answered") {
        Some(Value::Array(ids)) => answered(ids)?,
        Some(other) => return Err(unlike("`answered`", "an array", &other)),
        None => Answered::default(),
    };
    if let Some(unknown) = session.keys().next() {
        let fields = "the fields are `version`, `id`, `state` and `answered`";
        return Err(malformed(&format!("{} is no field of it; {fields}", quoted(unknown))));
    }
    let mut kept = Kept::new();
    for (collection, entries) in state {
        match entries {
            Value::Object(entries) => {
                let entries = entries.into_iter().map(|(name, value)| (name.into(), value.into()));
                kept.insert(collection.into(), entries.collect());
            }
            other => {
                let place = format!("the state of {}", quoted(&collection));
                return Err(unlike(&place, "an object", &other));
            }
        }
    }
    Ok(Store::new(id, kept, answered))
}

fn version(version: Option<Value>) -> Result<(), SessionError> {
    let Some(version) = version else { return Err(malformed("`version` is missing")) };
    match version.as_u64() {
        Some(VERSION) => Ok(()),
        Some(newer) if newer > VERSION => {
            let text = format!(
                "the session was saved by a later version: this one reads version {VERSION}, and \
                 it is of version {newer}"
            );
            Err(SessionError::new(SessionErrorKind::Newer, text))
        }
        _ if version.is_number() => {
            Err(malformed(&format!("there is no version `{version}`, only whole numbers from 1")))
        }
        _ => Err(unlike("`version`", "a number", &version)),
    }
}

fn answered(ids: Vec<Value>) -> Result<Answered, SessionError> {
    let mut answered = Answered::default();
    for id in ids {
        match id {
            Value::String(id) => drop(answered.claim(id)),
            other => return Err(unlike("an item of `answered`", "a string", &other)),
        }
    }
    Ok(answered)
}

fn unlike(place: &str, expected: &str, found: &Value) -> SessionError {
    let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
    malformed(&format!("{place}expected {expected}, found {}", kind_of(found)))
}

fn malformed(why: &str) -> SessionError {
    let text = format!("this is not the JSON of a session: {why}");
    SessionError::new(SessionErrorKind::Malformed, text)
}
