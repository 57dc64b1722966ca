//! From what a script has left to what is kept.

use rhai::{Array, Dynamic, ImmutableString};
use serde_json::{Map, Value};

use super::tag::{CHAR, DECIMAL, FLOAT, INT, MAP, SIGN};
use crate::convert::number::EXACT_IN_FLOAT;
use crate::convert::path::Path;
use crate::convert::plain::from_float;
use crate::convert::problems::Problems;
use crate::convert::words::{not_kept, not_state};
use crate::error::Problem;

/// What is kept of the map that a script has left in a parameter, or every part of it
/// that cannot be kept. Containers may be nested `max_depth` deep.
///
/// # Errors
/// The problems, each with its path from the parameter on.
pub(crate) fn kept(
    parameter: &str,
    left: &Dynamic,
    max_depth: usize,
) -> Result<Value, Vec<Problem>> {
    let root = Path::Member(&Path::Root, parameter);
    let mut writer = Writer { problems: Problems::default(), max_depth, too_deep: false };
    let json = writer.root(left, &root);
    if writer.too_deep {
        // Only this: a map that holds itself has no end of other problems.
        let mut problem = Problems::default();
        problem.add(&root, || format!("it is nested more than {max_depth} levels deep"));
        return problem.or(Value::Null);
    }
    writer.problems.or(json)
}

struct Writer {
    problems: Problems,
    max_depth: usize,
    too_deep: bool,
}

impl Writer {
    fn root(&mut self, value: &Dynamic, at: &Path<'_>) -> Value {
        if value.is_shared() {
            return self.shared(value, at, |this, inner| this.root(inner, at));
        }
        match value.read_lock::<rhai::Map>() {
            Some(members) => self.map(&members, at, 0),
            None => self.refuse(at, || not_state(value)),
        }
    }

    fn refuse(&mut self, at: &Path<'_>, message: impl FnOnce() -> String) -> Value {
        self.problems.add(at, message);
        Value::Null
    }

    /// A value that closures hold too.
    fn shared(
        &mut self,
        value: &Dynamic,
        at: &Path<'_>,
        read: impl FnOnce(&mut Self, &Dynamic) -> Value,
    ) -> Value {
        match value.read_lock::<Dynamic>() {
            Some(inner) => read(self, &inner),
            None => self.refuse(at, || "the value is still being changed".to_owned()),
        }
    }

    fn any(&mut self, value: &Dynamic, at: &Path<'_>, depth: usize) -> Value {
        if value.is_shared() {
            return self.shared(value, at, |this, inner| this.any(inner, at, depth));
        }
        if let Some(items) = value.read_lock::<Array>() {
            return self.array(&items, at, depth);
        }
        if let Some(members) = value.read_lock::<rhai::Map>() {
            return self.map(&members, at, depth);
        }
        single(value).unwrap_or_else(|| self.refuse(at, || not_kept(value)))
    }

    fn is_too_deep(&mut self, depth: usize) -> bool {
        self.too_deep |= depth >= self.max_depth;
        self.too_deep
    }

    fn array(&mut self, items: &Array, at: &Path<'_>, depth: usize) -> Value {
        if self.is_too_deep(depth) {
            return Value::Null;
        }
        let mut array = Vec::with_capacity(items.len());
        for (index, value) in items.iter().enumerate() {
            array.push(self.any(value, &Path::Item(at, index), depth + 1));
            if self.too_deep {
                break;
            }
        }
        Value::Array(array)
    }

    fn map(&mut self, map: &rhai::Map, at: &Path<'_>, depth: usize) -> Value {
        let looks_tagged = map.len() == 1 && map.keys().all(|key| key.starts_with(SIGN));
        let depth = depth + usize::from(looks_tagged);
        if self.is_too_deep(depth) {
            return Value::Null;
        }
        let mut object = Map::with_capacity(map.len());
        for (key, value) in map {
            let value = self.any(value, &Path::Member(at, key), depth + 1);
            object.insert(key.as_str().to_owned(), value);
            if self.too_deep {
                break;
            }
        }
        let object = Value::Object(object);
        if looks_tagged { tagged(MAP, object) } else { object }
    }
}

/// A value that is no container, where it can be kept.
fn single(value: &Dynamic) -> Option<Value> {
    if let Some(text) = value.read_lock::<ImmutableString>() {
        return Some(text.as_str().into());
    }
    if let Ok(int) = value.as_int() {
        let is_safe = int.unsigned_abs() <= EXACT_IN_FLOAT;
        return Some(if is_safe { int.into() } else { tagged(INT, int.to_string().into()) });
    }
    if let Ok(float) = value.as_float() {
        return if float.is_finite() && float.fract() == 0.0 {
            Some(tagged(FLOAT, format!("{float:?}").into()))
        } else {
            from_float(float)
        };
    }
    if let Ok(decimal) = value.as_decimal() {
        return Some(tagged(DECIMAL, decimal.to_string().into()));
    }
    if let Ok(truth) = value.as_bool() {
        return Some(truth.into());
    }
    if let Ok(character) = value.as_char() {
        return Some(tagged(CHAR, character.to_string().into()));
    }
    value.is_unit().then_some(Value::Null)
}

fn tagged(tag: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(tag.to_owned(), value)]))
}
