//! One JSON value held to what is wanted, in one pass.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::bounds::Size;
use super::describe::{expected, found, no_member};
use super::limits::{DEEPEST, MOST_TRIALS, TOO_DEEP, TOO_MANY_WAYS, TWICE};
use super::meant::may_be;
use super::plain::read_plain;
use super::wanted::{Items, Members, Wanted};
use crate::convert::words::missing;
use crate::convert::{Path, Problems, container, no_container};
use crate::error::Problem;

/// What the reading of one value shares.
///
/// A value with a problem is read on, so that the rest is still looked at: nobody
/// sees what becomes of it.
pub(super) struct Reader<'w> {
    pub(super) named: &'w [Wanted],
    max_depth: usize,
    problems: Problems,
    /// Something does not stand as it was written.
    pub(super) changed: bool,
    /// It is only to be found out whether the value fits.
    pub(super) trying: bool,
    pub(super) failed: bool,
    trials: usize,
    /// How many schemas it is within.
    level: usize,
}

impl<'w> Reader<'w> {
    /// The value as it is read, or every problem of it.
    pub(super) fn read_all(
        wanted: &'w Wanted,
        named: &'w [Wanted],
        value: Value,
        max_depth: usize,
    ) -> Result<Value, Vec<Problem>> {
        let mut reader = Reader {
            named,
            max_depth,
            problems: Problems::default(),
            changed: false,
            trying: false,
            failed: false,
            trials: 0,
            level: 0,
        };
        let value = reader.read(wanted, value, &Path::Root);
        if reader.trials > MOST_TRIALS {
            return Err(vec![Problem::new("", TOO_MANY_WAYS)]);
        }
        reader.problems.or(value)
    }

    pub(super) fn problem(&mut self, at: &Path<'_>, message: impl FnOnce() -> String) {
        self.failed = true;
        if !self.trying {
            self.problems.add(at, message);
        }
    }

    /// Whether there is no use in going on.
    fn is_over(&mut self) -> bool {
        self.trials += usize::from(self.trying);
        self.trying && (self.failed || self.trials > MOST_TRIALS)
    }

    pub(super) fn read(&mut self, wanted: &'w Wanted, value: Value, at: &Path<'_>) -> Value {
        if self.is_over() {
            self.failed = true;
            return value;
        }
        if self.level > DEEPEST {
            self.problem(at, || TOO_DEEP.to_owned());
            return value;
        }
        let mut wanted = wanted.resolved(self.named);
        while let Wanted::Nullable(inner) = wanted {
            if value.is_null() {
                return value;
            }
            wanted = inner.resolved(self.named);
        }
        self.level += 1;
        let read = self.read_within(wanted, value, at);
        self.level -= 1;
        read
    }

    fn read_within(&mut self, wanted: &'w Wanted, value: Value, at: &Path<'_>) -> Value {
        match wanted {
            Wanted::Any => value,
            Wanted::Null if value.is_null() => value,
            Wanted::Null | Wanted::Never => self.unfit(&expected(wanted, &[]), Ok(value), at),
            Wanted::Array(items) => match self.opened(value, at, '[') {
                Ok(Value::Array(values)) => self.items(items, values, at),
                other => self.unfit("an array", other, at),
            },
            Wanted::Object(members) => match self.opened(value, at, '{') {
                Ok(Value::Object(values)) => self.members(members, values, at),
                other => self.unfit("an object", other, at),
            },
            Wanted::All(parts) => parts.iter().fold(value, |value, one| self.read(one, value, at)),
            Wanted::Not(inner) => {
                let (fits, _, changed) = self.attempt(inner, &value, at);
                if fits && !changed {
                    self.problem(at, || format!("{} is not taken here", found(&value)));
                }
                value
            }
            Wanted::Union(union) => self.union(union, value, at),
            plain => match read_plain(plain, &value) {
                Ok(read) => {
                    self.changed |= read != value;
                    read
                }
                Err(message) => {
                    self.problem(at, || message);
                    value
                }
            },
        }
    }

    pub(super) fn unfit(
        &mut self,
        wanted: &str,
        found: Result<Value, String>,
        at: &Path<'_>,
    ) -> Value {
        self.problem(at, || no_container(wanted, found));
        Value::Null
    }

    fn size(&mut self, size: Size, count: impl FnOnce() -> usize, one: &str, at: &Path<'_>) {
        if !size.is_any()
            && let Some(message) = size.refuse(count(), one)
        {
            self.problem(at, || message);
        }
    }

    pub(super) fn opened(
        &mut self,
        value: Value,
        at: &Path<'_>,
        open: char,
    ) -> Result<Value, String> {
        self.changed |= value.is_string();
        container(value, self.max_depth.saturating_sub(at.depth()), open)
    }

    fn items(&mut self, items: &'w Items, values: Vec<Value>, at: &Path<'_>) -> Value {
        self.size(items.size, || values.len(), "item", at);
        let mut read = Vec::with_capacity(values.len());
        for (index, value) in values.into_iter().enumerate() {
            let wanted = match items.first.get(index) {
                Some(wanted) => wanted,
                // That there are too many is told already.
                None if matches!(items.rest, Wanted::Never) => break,
                None => &items.rest,
            };
            read.push(self.read(wanted, value, &Path::Item(at, index)));
        }
        if items.unique {
            let mut seen = HashSet::with_capacity(read.len());
            for (index, value) in read.iter().enumerate() {
                if !seen.insert(value) {
                    self.problem(&Path::Item(at, index), || TWICE.to_owned());
                }
            }
        }
        Value::Array(read)
    }

    fn members(
        &mut self,
        members: &'w Members,
        values: Map<String, Value>,
        at: &Path<'_>,
    ) -> Value {
        self.size(members.size, || values.len(), "member", at);
        let mut read = Map::with_capacity(values.len());
        if self.trying && !may_be(members, &values) {
            self.failed = true;
            return Value::Null;
        }
        for (name, value) in values {
            let within = Path::Member(at, &name);
            let value = match members.field(&name) {
                Some(field) => {
                    let is_absent = !field.required && value.is_null();
                    if is_absent && !field.wanted.takes_null(self.named) {
                        self.changed = true;
                        continue;
                    }
                    self.read(&field.wanted, value, &within)
                }
                None => match members.other(&name) {
                    Some(Wanted::Never) => {
                        self.problem(at, || no_member(members, &name, matches!(at, Path::Root)));
                        continue;
                    }
                    Some(wanted) => self.read(wanted, value, &within),
                    None => value,
                },
            };
            read.insert(name, value);
        }
        for field in members.fields.iter().filter(|field| field.required) {
            if !read.contains_key(&*field.name) {
                self.problem(at, || missing(&field.name));
            }
        }
        Value::Object(read)
    }
}
