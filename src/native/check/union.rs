//! A value of one of several forms.

use serde_json::{Map, Value};

use super::describe::{expected_of, found, one_of};
use super::meant::{nearest, tagged};
use super::reader::Reader;
use super::wanted::{Union, Wanted};
use crate::convert::Path;

impl<'w> Reader<'w> {
    /// Reads a value without telling its problems: whether it fits, what it is, and
    /// whether it was written otherwise.
    pub(super) fn attempt(
        &mut self,
        wanted: &'w Wanted,
        value: &Value,
        at: &Path<'_>,
    ) -> (bool, Value, bool) {
        let before = (self.trying, self.failed, self.changed);
        (self.trying, self.failed, self.changed) = (true, false, false);
        let read = self.read(wanted, value.clone(), at);
        let fits = (!self.failed, read, self.changed);
        (self.trying, self.failed, self.changed) = before;
        fits
    }

    pub(super) fn union(&mut self, union: &'w Union, value: Value, at: &Path<'_>) -> Value {
        let Some(value) = self.opened_for(union, value, at) else { return Value::Null };
        if let (Some(tag), Value::Object(values)) = (&union.tag, &value) {
            return match tagged(union, tag, values, self.named) {
                Ok(option) => self.read(option, value, at),
                Err((member, message)) => {
                    match member {
                        Some(name) => self.problem(&Path::Member(at, &name), || message),
                        None => self.problem(at, || message),
                    }
                    value
                }
            };
        }
        let mut fitting = union.options.iter().filter(|one| one.may_take(&value, self.named));
        if let (Some(only), None) = (fitting.next(), fitting.next()) {
            return self.read(only, value, at);
        }
        let mut exact: Option<Value> = None;
        let mut lenient = None;
        for option in union.options.iter().filter(|one| one.may_take(&value, self.named)) {
            match self.attempt(option, &value, at) {
                (true, read, false) if exact.is_none() => {
                    exact = Some(read);
                    if !union.exclusive {
                        break;
                    }
                }
                (true, _, false) => {
                    let all = || one_of(union.options.iter(), self.named);
                    let message = format!("{} is more than one of {}", found(&value), all());
                    self.problem(at, || message);
                    return value;
                }
                (true, read, true) => lenient = lenient.or(Some(read)),
                _ => {}
            }
        }
        if let Some(read) = exact {
            return read;
        }
        if let Some(read) = lenient {
            self.changed = true;
            return read;
        }
        if let Some(option) = nearest(union, &value, self.named).filter(|_| !self.trying) {
            return self.read(option, value, at);
        }
        self.problem(at, || {
            let fitting = || union.options.iter().filter(|one| one.may_take(&value, self.named));
            let wanted = match fitting().next() {
                Some(_) if !value.is_string() => one_of(fitting(), self.named),
                _ => expected_of(union, self.named),
            };
            format!("expected {wanted}, found {}", found(&value))
        });
        value
    }

    /// The value, or the container that a string is the JSON text of where a string
    /// itself is not taken.
    fn opened_for(&mut self, union: &'w Union, value: Value, at: &Path<'_>) -> Option<Value> {
        let Value::String(text) = &value else { return Some(value) };
        let (open, empty) = match text.chars().next() {
            Some('{') => ('{', Value::Object(Map::new())),
            Some('[') => ('[', Value::Array(Vec::new())),
            _ => return Some(value),
        };
        let mut options = union.options.iter();
        if options.clone().any(|one| one.takes_text(text, self.named))
            || !options.any(|one| one.may_take(&empty, self.named))
        {
            return Some(value);
        }
        match self.opened(value, at, open) {
            Ok(value) => Some(value),
            fault => {
                let wanted = expected_of(union, self.named);
                self.unfit(&wanted, fault, at);
                None
            }
        }
    }
}
