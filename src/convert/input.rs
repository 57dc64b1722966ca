//! One JSON value to a script value, by its declared shape, in one pass.

use rhai::{Array, Dynamic};
use serde_json::{Map, Value};

use super::path::Path;
use super::problems::Problems;
use super::scalar;
use super::shape::{Record, Shape};
use super::text::{container, no_container};
use super::words::{expected, missing, unknown};

/// What one call's conversions share.
///
/// A value with a problem becomes `()`, so that the rest is still looked at:
/// nobody sees the values of a call that has problems.
pub(super) struct Input {
    pub(super) problems: Problems,
    /// How deep containers may be nested; what is given keeps within it.
    max_depth: usize,
    /// The fields of the records that are being read, the innermost last.
    slots: Vec<Option<Dynamic>>,
}

impl Input {
    pub(super) fn new(max_depth: usize) -> Self {
        Self { problems: Problems::default(), max_depth, slots: Vec::new() }
    }

    pub(super) fn value(&mut self, shape: &Shape, value: Value, at: &Path<'_>) -> Dynamic {
        let read = match shape {
            Shape::Nullable(_) if value.is_null() => Ok(Dynamic::UNIT),
            Shape::Nullable(inner) => return self.value(inner, value, at),
            Shape::Bool => scalar::bool(&value).map(Dynamic::from_bool),
            Shape::Int => scalar::int(&value).map(Dynamic::from_int),
            Shape::Float => scalar::float(&value).map(Dynamic::from_float),
            Shape::Decimal => scalar::decimal(&value),
            Shape::String => scalar::string(value),
            Shape::Choice(members) => match scalar::choice(members, value) {
                Ok(member) => Ok(member),
                Err(found) => {
                    self.problems.add(at, || scalar::no_choice(members, &found));
                    return Dynamic::UNIT;
                }
            },
            Shape::Array(item) => match container(value, self.room(at), '[') {
                Ok(Value::Array(items)) => return self.array(item.as_deref(), items, at),
                other => Err(no_container(&expected(shape), other)),
            },
            Shape::Map(of) => match container(value, self.room(at), '{') {
                Ok(Value::Object(members)) => return self.map(of.as_deref(), members, at),
                other => Err(no_container(&expected(shape), other)),
            },
            Shape::Record(record) => match container(value, self.room(at), '{') {
                Ok(Value::Object(members)) => return self.record(record, members, at),
                other => Err(no_container(&expected(shape), other)),
            },
            Shape::Unit if value.is_null() => Ok(Dynamic::UNIT),
            Shape::Unit => Err(no_container(&expected(shape), Ok(value))),
        };
        read.unwrap_or_else(|message| {
            self.problems.add(at, || message);
            Dynamic::UNIT
        })
    }

    /// How many containers may be nested at a place.
    fn room(&self, at: &Path<'_>) -> usize {
        self.max_depth.saturating_sub(at.depth())
    }

    fn array(&mut self, item: Option<&Shape>, items: Vec<Value>, at: &Path<'_>) -> Dynamic {
        let mut array = Array::with_capacity(items.len());
        for (index, value) in items.into_iter().enumerate() {
            let at = Path::Item(at, index);
            array.push(self.of(item, value, &at));
        }
        Dynamic::from_array(array)
    }

    fn map(&mut self, of: Option<&Shape>, members: Map<String, Value>, at: &Path<'_>) -> Dynamic {
        let mut map = rhai::Map::new();
        for (key, value) in members {
            let value = self.of(of, value, &Path::Member(at, &key));
            map.insert(key.into(), value);
        }
        Dynamic::from_map(map)
    }

    /// A value of a shape, or any JSON.
    pub(super) fn of(&mut self, shape: Option<&Shape>, value: Value, at: &Path<'_>) -> Dynamic {
        match (shape, value) {
            (Some(shape), value) => self.value(shape, value, at),
            (None, Value::Array(items)) => self.array(None, items, at),
            (None, Value::Object(members)) => self.map(None, members, at),
            (None, plain) => scalar::any(plain).unwrap_or_else(|message| {
                self.problems.add(at, || message);
                Dynamic::UNIT
            }),
        }
    }

    fn record(&mut self, record: &Record, members: Map<String, Value>, at: &Path<'_>) -> Dynamic {
        let first = self.slots.len();
        self.slots.resize_with(first + record.fields.len(), || None);
        // Most senders keep the declared order, so the next field is tried first.
        let mut rest = record.fields.iter().enumerate();
        for (key, value) in members {
            let field = match rest.next() {
                Some((index, next)) if *next.name == *key => Some((index, next)),
                _ => {
                    let index = record.names().position(|name| name == key);
                    rest = record.fields.iter().enumerate();
                    index.and_then(|index| rest.nth(index))
                }
            };
            let Some((index, field)) = field else {
                self.problems.add(at, || unknown(&key, "a field", "fields", record.names()));
                continue;
            };
            let value = if field.optional && value.is_null() {
                Dynamic::UNIT
            } else {
                self.value(&field.shape, value, &Path::Member(at, &field.name))
            };
            if let Some(slot) = self.slots.get_mut(first + index) {
                *slot = Some(value);
            }
        }
        self.close(record, first, at)
    }

    /// The map of the values in the slots from `first` on; a field that was not
    /// given is `()` where it is optional.
    fn close(&mut self, record: &Record, first: usize, at: &Path<'_>) -> Dynamic {
        for (field, slot) in record.fields.iter().zip(self.slots.iter().skip(first)) {
            if slot.is_none() && !field.optional {
                self.problems.add(at, || missing(&field.name));
            }
        }
        let mut map = record.script.clone();
        for (value, index) in map.values_mut().zip(&record.in_script) {
            let slot = self.slots.get_mut(first + index);
            *value = slot.and_then(Option::take).unwrap_or(Dynamic::UNIT);
        }
        self.slots.truncate(first);
        Dynamic::from_map(map)
    }
}
