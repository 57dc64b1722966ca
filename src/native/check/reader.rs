//! One JSON value held to what is wanted, in one pass.

use std::collections::HashSet;

use serde_json::{Map, Number, Value};

use super::bounds::{Exact, Size};
use super::describe::{expected, expected_of, found, one_of, values_in_list};
use super::wanted::{Items, Members, Tag, Union, Wanted};
use crate::convert::words::{list, missing, not_a_choice, shorten, unknown};
use crate::convert::{Numeral, Path, Problems, container, no_container, numeral, scalar};
use crate::error::Problem;

/// How many values are looked at to find out which of several is meant. Types that
/// are all alike would take forever.
const MOST_TRIALS: usize = 200_000;

/// What the reading of one value shares.
///
/// A value with a problem is read on, so that the rest is still looked at: nobody
/// sees what becomes of it.
pub(super) struct Reader<'w> {
    named: &'w [Wanted],
    max_depth: usize,
    problems: Problems,
    /// Something does not stand as it was written.
    changed: bool,
    /// It is only to be found out whether the value fits.
    trying: bool,
    failed: bool,
    trials: usize,
}

impl<'w> Reader<'w> {
    /// The value as it is read, or every problem of it.
    pub(super) fn read_all(
        wanted: &'w Wanted,
        named: &'w [Wanted],
        value: Value,
        max_depth: usize,
    ) -> Result<Value, Vec<Problem>> {
        let problems = Problems::default();
        let mut reader = Reader {
            named,
            max_depth,
            problems,
            changed: false,
            trying: false,
            failed: false,
            trials: 0,
        };
        let value = reader.read(wanted, value, &Path::Root);
        if reader.trials > MOST_TRIALS {
            let text = "the arguments can be read in too many ways; make them smaller";
            return Err(vec![Problem::new("", text)]);
        }
        reader.problems.or(value)
    }

    fn problem(&mut self, at: &Path<'_>, message: impl FnOnce() -> String) {
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

    fn read(&mut self, wanted: &'w Wanted, value: Value, at: &Path<'_>) -> Value {
        if self.is_over() {
            self.failed = true;
            return value;
        }
        match wanted {
            Wanted::Any => value,
            Wanted::Null if value.is_null() => value,
            Wanted::Null | Wanted::Never => self.unfit(&expected(wanted, &[]), Ok(value), at),
            Wanted::Bool => {
                let read = scalar::bool(&value).map(Value::Bool);
                self.plain(value, read, at)
            }
            Wanted::Int(bounds) => {
                let read = if bounds.is_unsigned() {
                    scalar::unsigned(&value)
                } else {
                    scalar::int(&value).map(i128::from)
                };
                let read = read.and_then(|int| match bounds.refuse(Exact::Whole(int)) {
                    Some(message) => Err(message),
                    None => Ok(whole(int)),
                });
                self.plain(value, read, at)
            }
            Wanted::Float(bounds) => {
                let read = scalar::float(&value).and_then(|float| {
                    let number = match &value {
                        Value::Number(number) => Exact::of(number),
                        _ => None,
                    };
                    let number = number.unwrap_or(Exact::Float(float));
                    bounds.refuse(number).map_or(Ok(float), Err)
                });
                let read = read.map(|float| same_float(&value, float));
                self.plain(value, read, at)
            }
            Wanted::Text(size) => {
                match &value {
                    Value::String(text) => {
                        self.size(*size, || text.chars().count(), "character", at)
                    }
                    other => self.problem(at, || scalar::no_string(other)),
                }
                value
            }
            Wanted::Choice(texts) => {
                let text = value.as_str();
                if !text.is_some_and(|text| texts.iter().any(|one| **one == *text)) {
                    self.problem(at, || scalar::no_choice(texts, &value));
                }
                value
            }
            Wanted::Among(values) => {
                if !values.iter().any(|one| is_same(one, &value)) {
                    let wanted = || values_in_list(values);
                    self.problem(at, || {
                        format!("expected one of {}, found {}", wanted(), found(&value))
                    });
                }
                value
            }
            Wanted::Array(items) => match self.opened(value, at, '[') {
                Ok(Value::Array(values)) => self.items(items, values, at),
                other => self.unfit("an array", other, at),
            },
            Wanted::Object(members) => match self.opened(value, at, '{') {
                Ok(Value::Object(values)) => self.members(members, values, at),
                other => self.unfit("an object", other, at),
            },
            Wanted::Nullable(_) if value.is_null() => value,
            Wanted::Nullable(inner) => self.read(inner, value, at),
            Wanted::All(parts) => parts.iter().fold(value, |value, one| self.read(one, value, at)),
            Wanted::Not(inner) => {
                let (fits, _, changed) = self.attempt(inner, &value, at);
                if fits && !changed {
                    self.problem(at, || format!("{} is not taken here", found(&value)));
                }
                value
            }
            Wanted::Named(_) => self.read(wanted.resolved(self.named), value, at),
            Wanted::Union(union) => self.union(union, value, at),
        }
    }

    /// The value that one is read as, or the problem that it is none.
    fn plain(&mut self, value: Value, read: Result<Value, String>, at: &Path<'_>) -> Value {
        match read {
            Ok(read) => {
                self.changed |= read != value;
                read
            }
            Err(message) => {
                self.problem(at, || message);
                value
            }
        }
    }

    fn unfit(&mut self, wanted: &str, found: Result<Value, String>, at: &Path<'_>) -> Value {
        self.problem(at, || no_container(wanted, found));
        Value::Null
    }

    fn size(&mut self, size: Size, count: impl FnOnce() -> usize, one: &str, at: &Path<'_>) {
        if (size.least > 0 || size.most.is_some())
            && let Some(message) = size.refuse(count(), one)
        {
            self.problem(at, || message);
        }
    }

    fn opened(&mut self, value: Value, at: &Path<'_>, open: char) -> Result<Value, String> {
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
                    let text = "the same stands before it; leave it out";
                    self.problem(&Path::Item(at, index), || text.to_owned());
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
                None => match others(members, &name) {
                    Some(Wanted::Never) => {
                        self.problem(at, || no_member(members, &name, at));
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

    /// Reads a value without telling its problems: whether it fits, what it is, and
    /// whether it was written otherwise.
    fn attempt(&mut self, wanted: &'w Wanted, value: &Value, at: &Path<'_>) -> (bool, Value, bool) {
        let before = (self.trying, self.failed, self.changed);
        (self.trying, self.failed, self.changed) = (true, false, false);
        let read = self.read(wanted, value.clone(), at);
        let fits = (!self.failed, read, self.changed);
        (self.trying, self.failed, self.changed) = before;
        fits
    }

    fn union(&mut self, union: &'w Union, value: Value, at: &Path<'_>) -> Value {
        let Some(value) = self.opened_for(union, value, at) else { return Value::Null };
        if let (Some(tag), Value::Object(values)) = (&union.tag, &value) {
            return match self.tagged(union, tag, values) {
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
        if let Some(option) = self.nearest(union, &value) {
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

    /// The only one of a union's objects that has the members that are given.
    fn nearest(&self, union: &'w Union, value: &Value) -> Option<&'w Wanted> {
        let Value::Object(values) = value else { return None };
        let mut near = union.options.iter().filter(|option| {
            option.object(self.named).is_some_and(|members| may_be(members, values))
        });
        near.next().filter(|_| near.next().is_none())
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

    /// Which of a union's objects is meant, or what is wrong with what should tell it.
    fn tagged(
        &self,
        union: &'w Union,
        tag: &Tag,
        values: &Map<String, Value>,
    ) -> Result<&'w Wanted, (Option<String>, String)> {
        let named = self.named;
        let objects = union.options.iter().filter_map(|one| Some((one, one.object(named)?)));
        match tag {
            Tag::Member(name) => {
                let Some(found) = values.get(&**name) else { return Err((None, missing(name))) };
                let is_tag = |tag: &str| found.as_str() == Some(tag);
                let mut meant = objects.clone();
                match meant.find(|(_, members)| members.tag(name).is_some_and(|tag| is_tag(tag))) {
                    Some((option, _)) => Ok(option),
                    None => {
                        let tags = objects.filter_map(|(_, members)| members.tag(name).cloned());
                        let tags: Vec<_> = tags.collect();
                        Err((Some(name.to_string()), scalar::no_choice(&tags, found)))
                    }
                }
            }
            Tag::Name => {
                let only = |members: &'w Members| members.only().map(|only| &*only.name);
                let names = || objects.clone().filter_map(|(_, members)| only(members));
                let mut given = values.keys();
                match (given.next(), given.next()) {
                    (Some(name), None) => {
                        let mut meant = objects.clone();
                        let meant = meant.find(|(_, members)| only(members) == Some(name));
                        let known: Vec<_> = names().collect();
                        meant
                            .map(|(option, _)| option)
                            .ok_or_else(|| (None, not_a_choice(name, known.iter().copied())))
                    }
                    _ => {
                        let text = format!(
                            "expected an object with one of {}, found one with {} members",
                            list(names()),
                            values.len()
                        );
                        Err((None, text))
                    }
                }
            }
        }
    }
}

/// What a member is held to that is none of the fields; nothing when it is not
/// looked at.
fn others<'w>(members: &'w Members, name: &str) -> Option<&'w Wanted> {
    let mut patterns = members.patterns.iter().filter(|(names, _)| names.take(name));
    match patterns.next() {
        Some((super::wanted::Names::Unknown, _)) => None,
        Some((_, wanted)) => Some(wanted),
        None => Some(&members.rest),
    }
}

#[cold]
fn no_member(members: &Members, name: &str, at: &Path<'_>) -> String {
    if !members.patterns.is_empty() {
        let name = shorten(name);
        return format!("`{name}` is not a field; the names are whole numbers");
    }
    match at {
        Path::Root => unknown(name, "a parameter", "parameters", members.names()),
        _ => unknown(name, "a field", "fields", members.names()),
    }
}

/// Whether an object has the names and the tags that it has to have. To find that
/// out first keeps types that are alike from being read again and again.
fn may_be(members: &Members, values: &Map<String, Value>) -> bool {
    members.fields.iter().all(|field| match values.get(&*field.name) {
        None => !field.required,
        Some(Value::Null) if !field.required => true,
        Some(value) => match &field.wanted {
            Wanted::Choice(texts) => {
                value.as_str().is_some_and(|text| texts.iter().any(|one| **one == *text))
            }
            _ => true,
        },
    }) && (!members.is_closed() || values.keys().all(|name| members.field(name).is_some()))
}

fn whole(int: i128) -> Value {
    match (i64::try_from(int), u64::try_from(int)) {
        (Ok(int), _) => int.into(),
        (_, Ok(int)) => int.into(),
        _ => Value::Null,
    }
}

/// The number that stands for a float: a whole one as it was written.
fn same_float(value: &Value, float: f64) -> Value {
    match value {
        Value::Number(number) if !matches!(numeral(number), Numeral::Float(_)) => value.clone(),
        _ => Number::from_f64(float).map_or(Value::Null, Value::Number),
    }
}

/// Whether two values are the same, `3` and `3.0` among them.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => match (Exact::of(one), Exact::of(other)) {
            (Some(Exact::Whole(one)), Some(Exact::Whole(other))) => one == other,
            (Some(Exact::Float(one)), Some(Exact::Float(other))) => one.total_cmp(&other).is_eq(),
            _ => false,
        },
        _ => one == other,
    }
}
