//! Values of any depth, looked at and dropped without recursion: to convert,
//! or only to drop, a very deep value would exhaust the stack.

use rhai::{Array, Dynamic};
use serde_json::{Map, Value, map};

/// Whether containers are nested deeper than `most`, the outer object counted.
pub(crate) fn is_deeper(members: &Map<String, Value>, most: usize) -> bool {
    has_deeper(Open::Object(members.values()), most)
}

/// The same of any value.
pub(crate) fn is_nested_deeper(value: &Value, most: usize) -> bool {
    match value {
        Value::Array(items) => has_deeper(Open::Array(items.iter()), most),
        Value::Object(members) => is_deeper(members, most),
        _ => false,
    }
}

fn has_deeper(mut current: Open<'_>, most: usize) -> bool {
    let mut outer: Vec<Open<'_>> = Vec::new();
    if most == 0 {
        return true;
    }
    loop {
        let inner = match current.next() {
            Some(Value::Array(items)) => Open::Array(items.iter()),
            Some(Value::Object(members)) => Open::Object(members.values()),
            Some(_) => continue,
            None => match outer.pop() {
                Some(parent) => {
                    current = parent;
                    continue;
                }
                None => return false,
            },
        };
        if outer.len() + 2 > most {
            return true;
        }
        outer.push(std::mem::replace(&mut current, inner));
    }
}

enum Open<'a> {
    Array(std::slice::Iter<'a, Value>),
    Object(map::Values<'a>),
}

impl<'a> Open<'a> {
    fn next(&mut self) -> Option<&'a Value> {
        match self {
            Self::Array(items) => items.next(),
            Self::Object(values) => values.next(),
        }
    }
}

/// Drops a script value of any depth. What is shared with others stays whole.
pub(super) fn dismantle_script(value: Dynamic) {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        if value.is_shared() {
            continue;
        }
        match value.try_cast_result::<Array>() {
            Ok(items) => waiting.extend(items),
            Err(other) => {
                if let Ok(members) = other.try_cast_result::<rhai::Map>() {
                    waiting.extend(members.into_values());
                }
            }
        }
    }
}
