//! What a script threw, as JSON.

use rhai::{Array, Dynamic};
use serde_json::{Map, Value};

use super::plain::plain;
use super::words::script_kind;

/// The JSON of a thrown value. What JSON does not have, and what is nested
/// more than `max_depth` deep, becomes a short text: an error must get through.
pub(crate) fn thrown(value: &Dynamic, max_depth: usize) -> Value {
    let mut room = MOST_VALUES;
    at_depth(value, max_depth, &mut room)
}

/// The parts past these are left out: they would only bury the message.
const MOST_VALUES: usize = 10_000;

fn at_depth(value: &Dynamic, levels: usize, room: &mut usize) -> Value {
    if value.is_shared() {
        return match value.read_lock::<Dynamic>() {
            Some(inner) => at_depth(&inner, levels, room),
            None => "a value that is still being changed".into(),
        };
    }
    let items = value.read_lock::<Array>();
    let members = value.read_lock::<rhai::Map>();
    if levels == 0 && (items.is_some() || members.is_some()) {
        return "a value that is nested too deep".into();
    }
    if let Some(items) = items {
        let mut array = Vec::new();
        for item in items.iter() {
            if !take(room) {
                break;
            }
            array.push(at_depth(item, levels - 1, room));
        }
        return Value::Array(array);
    }
    if let Some(members) = members {
        let mut object = Map::new();
        for (key, member) in members.iter() {
            if !take(room) {
                break;
            }
            object.insert(key.as_str().to_owned(), at_depth(member, levels - 1, room));
        }
        return Value::Object(object);
    }
    plain(value).unwrap_or_else(|| as_text(value))
}

/// Takes one from what may still be shown.
fn take(room: &mut usize) -> bool {
    let left = room.checked_sub(1);
    *room = left.unwrap_or(0);
    left.is_some()
}

fn as_text(value: &Dynamic) -> Value {
    if value.is_char() || value.is_float() {
        return value.to_string().into();
    }
    script_kind(value).into()
}
