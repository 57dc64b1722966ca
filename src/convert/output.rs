//! One script value to JSON, held to its declared shape.

use std::sync::Arc;

use rhai::{Array, Dynamic, ImmutableString};
use rust_decimal::Decimal;
use serde_json::{Map, Value};

use super::path::Path;
use super::plain::{from_float, plain};
use super::problems::Problems;
use super::shape::{FieldShape, Record, Shape};
use super::words::{missing, not_a_choice, not_json, unfit_result, unknown};
use super::{decimal, number};

/// What the parts of one result share. A part with a problem becomes null:
/// nobody sees the value of a result that has problems.
pub(super) struct Output {
    pub(super) problems: Problems,
    max_depth: usize,
    /// Whether a decimal keeps the zeros at its end.
    exact: bool,
    /// Whether it is nested too deep. Nothing more is looked at then: a value
    /// that holds itself has no end.
    pub(super) too_deep: bool,
}

impl Output {
    pub(super) fn new(max_depth: usize) -> Self {
        Self { problems: Problems::default(), max_depth, exact: false, too_deep: false }
    }

    /// The same, for JSON that is converted back: a decimal is written so that it
    /// comes back with as many digits.
    pub(super) fn exact(max_depth: usize) -> Self {
        Self { exact: true, ..Self::new(max_depth) }
    }

    fn decimal(&self, decimal: Decimal) -> Value {
        if self.exact { decimal::to_exact_json(decimal) } else { decimal::to_json(decimal) }
    }

    pub(super) fn value(
        &mut self,
        shape: &Shape,
        value: &Dynamic,
        at: &Path<'_>,
        depth: usize,
    ) -> Value {
        if value.is_shared() {
            return self.shared(value, at, |this, inner| this.value(shape, inner, at, depth));
        }
        let read = match shape {
            Shape::Nullable(_) if value.is_unit() => Some(Value::Null),
            Shape::Nullable(inner) => return self.value(inner, value, at, depth),
            Shape::Unit => value.as_unit().ok().map(|()| Value::Null),
            Shape::Bool => value.as_bool().ok().map(Value::Bool),
            Shape::Int => value.as_int().ok().map(Value::from),
            Shape::Float => match value.as_int() {
                Ok(int) => number::int_as_float(int).and_then(from_float),
                Err(_) => value.as_float().ok().and_then(from_float),
            },
            Shape::Decimal => match value.as_int() {
                Ok(int) => Some(self.decimal(int.into())),
                Err(_) => value.as_decimal().ok().map(|decimal| self.decimal(decimal)),
            },
            Shape::String => value.read_lock::<ImmutableString>().map(|text| text.as_str().into()),
            Shape::Choice(members) => return self.choice(members, value, at),
            Shape::Array(item) => {
                if let Some(items) = value.read_lock::<Array>() {
                    return self.array(item.as_deref(), &items, at, depth);
                }
                None
            }
            Shape::Map(of) => {
                if let Some(members) = value.read_lock::<rhai::Map>() {
                    return self.map(of.as_deref(), &members, at, depth);
                }
                None
            }
            Shape::Record(record) => {
                if let Some(members) = value.read_lock::<rhai::Map>() {
                    return self.record(record, &members, at, depth);
                }
                None
            }
        };
        read.unwrap_or_else(|| self.refuse(at, || unfit_result(shape, value, is_root(at))))
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

    fn choice(&mut self, members: &Arc<[Arc<str>]>, value: &Dynamic, at: &Path<'_>) -> Value {
        let names = members.iter().map(|member| &**member);
        match value.read_lock::<ImmutableString>() {
            Some(text) if names.clone().any(|name| name == text.as_str()) => text.as_str().into(),
            Some(text) => self.refuse(at, || not_a_choice(&text, names)),
            None => self
                .refuse(at, || unfit_result(&Shape::Choice(members.clone()), value, is_root(at))),
        }
    }

    fn is_too_deep(&mut self, depth: usize) -> bool {
        if depth >= self.max_depth && !self.too_deep {
            self.too_deep = true;
            let most = self.max_depth;
            self.problems.add(&Path::Root, || too_deep(most));
        }
        self.too_deep
    }

    fn array(&mut self, item: Option<&Shape>, items: &Array, at: &Path<'_>, depth: usize) -> Value {
        if self.is_too_deep(depth) {
            return Value::Null;
        }
        let mut array = Vec::with_capacity(items.len());
        for (index, value) in items.iter().enumerate() {
            array.push(self.of(item, value, &Path::Item(at, index), depth + 1));
            if self.too_deep {
                break;
            }
        }
        Value::Array(array)
    }

    pub(super) fn map(
        &mut self,
        of: Option<&Shape>,
        map: &rhai::Map,
        at: &Path<'_>,
        depth: usize,
    ) -> Value {
        if self.is_too_deep(depth) {
            return Value::Null;
        }
        let mut object = Map::with_capacity(map.len());
        for (key, value) in map {
            let value = self.of(of, value, &Path::Member(at, key), depth + 1);
            object.insert(key.as_str().to_owned(), value);
            if self.too_deep {
                break;
            }
        }
        Value::Object(object)
    }

    fn record(&mut self, record: &Record, map: &rhai::Map, at: &Path<'_>, depth: usize) -> Value {
        /// Most records have few fields; their places need no memory of their own.
        const FEW: usize = 12;
        if self.is_too_deep(depth) {
            return Value::Null;
        }
        let (mut few, mut many) = ([None; FEW], Vec::new());
        let places = few.get_mut(..record.fields.len()).unwrap_or_else(|| {
            many.resize(record.fields.len(), None);
            &mut many
        });
        self.find(record, map, places, at);
        let mut object = record.json.clone();
        let given = record.fields.iter().zip(places.iter());
        for ((field, place), member) in given.zip(object.values_mut()) {
            if let Some(value) = place {
                let at = Path::Member(at, &field.name);
                *member = self.value(&field.shape, value, &at, depth + 1);
            } else if !field.optional {
                self.problems.add(at, || missing(&field.name));
            }
            if self.too_deep {
                break;
            }
        }
        if places.iter().any(|place| place.is_none()) {
            let mut places = places.iter();
            object.retain(|_, _| places.next().is_some_and(Option::is_some));
        }
        Value::Object(object)
    }

    /// Puts each value of a map in the place of its field.
    fn find<'m>(
        &mut self,
        record: &Record,
        map: &'m rhai::Map,
        places: &mut [Option<&'m Dynamic>],
        at: &Path<'_>,
    ) {
        // Both are in the order of the keys, so the next field is tried first.
        let mut rest = record.in_script.iter();
        for (key, value) in map {
            let is_key = |field: &FieldShape| *field.name == *key.as_str();
            let named = |index: usize| record.fields.get(index).filter(|field| is_key(field));
            let next = rest.next().and_then(|index| Some((*index, named(*index)?)));
            let field = next.or_else(|| {
                let index = record.fields.iter().position(is_key)?;
                rest = record.in_script.iter();
                rest.find(|other| **other == index);
                Some((index, named(index)?))
            });
            let Some((index, field)) = field else {
                self.problems.add(at, || unknown(key, "a field", "fields", record.names()));
                continue;
            };
            if field.optional && value.is_unit() {
                continue;
            }
            if let Some(place) = places.get_mut(index) {
                *place = Some(value);
            }
        }
    }

    /// A value of a shape, or any that JSON has.
    fn of(&mut self, shape: Option<&Shape>, value: &Dynamic, at: &Path<'_>, depth: usize) -> Value {
        match shape {
            Some(shape) => self.value(shape, value, at, depth),
            None => self.any(value, at, depth),
        }
    }

    fn any(&mut self, value: &Dynamic, at: &Path<'_>, depth: usize) -> Value {
        if value.is_shared() {
            return self.shared(value, at, |this, inner| this.any(inner, at, depth));
        }
        if let Some(items) = value.read_lock::<Array>() {
            return self.array(None, &items, at, depth);
        }
        if let Some(members) = value.read_lock::<rhai::Map>() {
            return self.map(None, &members, at, depth);
        }
        plain(value).unwrap_or_else(|| self.refuse(at, || not_json(value)))
    }
}

pub(super) fn too_deep(most: usize) -> String {
    format!("the result is nested more than {most} levels deep")
}

fn is_root(at: &Path<'_>) -> bool {
    matches!(at, Path::Root)
}
