//! The value of a setting, held to its declared shape. It is JSON before and after,
//! and nothing is taken for what it only looks like.

use rhai::Dynamic;
use serde_json::{Map, Number, Value};

use super::input::Input;
use super::number::{self, Numeral, numeral};
use super::path::Path;
use super::problems::Problems;
use super::shape::{Record, Shape};
use super::text::no_container;
use super::words::{expected, missing, unknown};
use super::{decimal, scalar};
use crate::dismantle::dismantle;
use crate::error::Problem;

/// The value as its shape takes it, which the shape takes as the same; or every
/// problem of it. Its containers may be nested so deep.
pub(crate) fn setting(shape: &Shape, value: Value, depth: usize) -> Result<Value, Vec<Problem>> {
    let mut reader = Reader { problems: Problems::default(), depth };
    let read = reader.value(shape, value, &Path::Root);
    reader.problems.or(read)
}

/// What a script sees of a value that is as its shape takes it.
pub(crate) fn seen_setting(
    shape: &Shape,
    value: Value,
    depth: usize,
) -> Result<Dynamic, Vec<Problem>> {
    let mut input = Input::new(depth);
    let value = input.value(shape, value, &Path::Root);
    input.problems.or(value)
}

/// A part with a problem becomes null, so that the rest is still looked at: nobody
/// sees a value that has problems.
struct Reader {
    problems: Problems,
    depth: usize,
}

impl Reader {
    fn value(&mut self, shape: &Shape, value: Value, at: &Path<'_>) -> Value {
        let read = match (shape, value) {
            (Shape::Nullable(_), Value::Null) => Ok(Value::Null),
            (Shape::Nullable(inner), value) => return self.value(inner, value, at),
            (Shape::Bool, value @ Value::Bool(_)) => Ok(value),
            (Shape::Bool, value) => Err(scalar::wrong("bool", &value, "`true` or `false`")),
            (Shape::Int, value @ Value::Number(_)) => scalar::int(&value).map(Value::from),
            (Shape::Int, value) => Err(scalar::wrong("int", &value, "a whole number, like `3`")),
            (Shape::Float, Value::Number(number)) => float(number),
            (Shape::Float, value) => Err(scalar::wrong("float", &value, "a number, like `3.5`")),
            (Shape::Decimal, value) => scalar::exact_decimal(&value).map(decimal::to_exact_json),
            (Shape::String, value @ Value::String(_)) => Ok(value),
            (Shape::String, value) => Err(scalar::no_string(&value)),
            (Shape::Choice(members), value) => match scalar::is_choice(members, &value) {
                true => Ok(value),
                false => Err(scalar::no_choice(members, &value)),
            },
            (Shape::Array(item), Value::Array(items)) => {
                return self.array(item.as_deref(), items, at);
            }
            (Shape::Map(of), Value::Object(members)) => {
                return self.map(of.as_deref(), members, at);
            }
            (Shape::Record(record), Value::Object(members)) => {
                return self.record(record, members, at);
            }
            (Shape::Unit, Value::Null) => Ok(Value::Null),
            (shape, value) => Err(no_container(&expected(shape), Ok(value))),
        };
        read.unwrap_or_else(|message| self.refuse(at, || message))
    }

    fn refuse(&mut self, at: &Path<'_>, message: impl FnOnce() -> String) -> Value {
        self.problems.add(at, message);
        Value::Null
    }

    /// Whether a container may stand at a place. What is deeper is never looked at.
    fn has_room(&mut self, at: &Path<'_>) -> bool {
        let depth = self.depth;
        let has_room = at.depth() < depth;
        if !has_room {
            self.problems.add(at, || format!("it is nested more than {depth} levels deep"));
        }
        has_room
    }

    fn array(&mut self, item: Option<&Shape>, items: Vec<Value>, at: &Path<'_>) -> Value {
        if !self.has_room(at) {
            dismantle(Value::Array(items));
            return Value::Null;
        }
        let read = |(index, value)| self.of(item, value, &Path::Item(at, index));
        Value::Array(items.into_iter().enumerate().map(read).collect())
    }

    fn map(&mut self, of: Option<&Shape>, members: Map<String, Value>, at: &Path<'_>) -> Value {
        if !self.has_room(at) {
            dismantle(Value::Object(members));
            return Value::Null;
        }
        let mut map = Map::with_capacity(members.len());
        for (key, value) in members {
            let value = self.of(of, value, &Path::Member(at, &key));
            map.insert(key, value);
        }
        Value::Object(map)
    }

    /// A value of a shape, or any JSON that is not null.
    fn of(&mut self, shape: Option<&Shape>, value: Value, at: &Path<'_>) -> Value {
        match (shape, value) {
            (Some(shape), value) => self.value(shape, value, at),
            (None, Value::Array(items)) => self.array(None, items, at),
            (None, Value::Object(members)) => self.map(None, members, at),
            (None, Value::Null) => self.refuse(at, || "expected a value, found null".to_owned()),
            (None, value @ (Value::Bool(_) | Value::String(_))) => value,
            (None, Value::Number(number)) => match numeral(&number) {
                Numeral::Int(int) => int.into(),
                Numeral::Float(_) => {
                    float(number).unwrap_or_else(|message| self.refuse(at, || message))
                }
                _ => {
                    self.refuse(at, || scalar::any(Value::Number(number)).err().unwrap_or_default())
                }
            },
        }
    }

    fn record(&mut self, record: &Record, mut members: Map<String, Value>, at: &Path<'_>) -> Value {
        if !self.has_room(at) {
            dismantle(Value::Object(members));
            return Value::Null;
        }
        let mut read = Map::with_capacity(record.fields.len());
        for field in &record.fields {
            match members.swap_remove(&*field.name) {
                None | Some(Value::Null) if field.optional => {}
                None => drop(self.refuse(at, || missing(&field.name))),
                Some(value) => {
                    let value = self.value(&field.shape, value, &Path::Member(at, &field.name));
                    read.insert((*field.name).to_owned(), value);
                }
            }
        }
        for (key, value) in members {
            self.problems.add(at, || unknown(&key, "a field", "fields", record.names()));
            dismantle(value);
        }
        Value::Object(read)
    }
}

fn float(number: Number) -> Result<Value, String> {
    match number::float(numeral(&number)).and_then(Number::from_f64) {
        Some(float) => Ok(Value::Number(float)),
        None => Err(scalar::not_float(&number.to_string())),
    }
}
