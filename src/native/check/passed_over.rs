//! What a type would lose of a value without a word.
//!
//! Of several forms that nothing tells apart, `serde` takes the first that it can
//! read, and passes over what that form does not have: a member, the digits of an
//! int, an item that is there twice. The schema that is published takes such a value
//! for another form, and so would whoever wrote it.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::bounds::Exact;
use super::limits::{DEEPEST, MOST_TRIALS, TOO_DEEP, TOO_MANY_WAYS, TWICE};
use super::meant::tagged;
use super::plain::read_plain;
use super::wanted::{Items, Members, Union, Wanted};
use crate::convert::words::{list, shorten};
use crate::convert::{Path, Problems};
use crate::error::Problem;

/// Looks for what is lost when a value is read, by the schema of the type before its
/// objects were closed.
pub(super) struct Search<'w> {
    named: &'w [Wanted],
    problems: Problems,
    looked: usize,
    /// How many schemas it is within.
    level: usize,
}

/// Where a value stands.
#[derive(Clone, Copy)]
struct Place {
    /// In one of several forms.
    in_form: bool,
    /// Others read the very same value as well.
    is_part: bool,
}

impl<'w> Search<'w> {
    /// Every loss.
    pub(super) fn all(
        wanted: &'w Wanted,
        named: &'w [Wanted],
        value: Value,
    ) -> Result<Value, Vec<Problem>> {
        let mut search = Self { named, problems: Problems::default(), looked: 0, level: 0 };
        search.look(wanted, &value, &Path::Root, Place { in_form: false, is_part: false });
        if search.looked > MOST_TRIALS {
            return Err(vec![Problem::new("", TOO_MANY_WAYS)]);
        }
        search.problems.or(value)
    }

    fn look(&mut self, wanted: &'w Wanted, value: &Value, at: &Path<'_>, place: Place) {
        if self.level > DEEPEST {
            self.problems.add(at, || TOO_DEEP.to_owned());
            return;
        }
        self.level += 1;
        self.look_within(wanted, value, at, place);
        self.level -= 1;
    }

    fn look_within(&mut self, wanted: &'w Wanted, value: &Value, at: &Path<'_>, place: Place) {
        match (wanted.resolved(self.named), value) {
            (Wanted::Nullable(inner), value) if !value.is_null() => {
                self.look(inner, value, at, place);
            }
            (Wanted::All(parts), value) => {
                for part in parts {
                    self.look(part, value, at, Place { is_part: true, ..place });
                }
            }
            (Wanted::Union(union), value) => self.union(union, value, at, place),
            (Wanted::Array(items), Value::Array(values)) => {
                self.array(items, values, at, place.in_form);
            }
            (Wanted::Object(members), Value::Object(values)) => {
                self.object(members, values, at, place);
            }
            (Wanted::Object(members), Value::Array(_)) if place.in_form => {
                let names = list(members.names());
                let text = format!("an array is read as an object with {names} here");
                self.problems.add(at, || text);
            }
            (float @ Wanted::Float(_), value) if place.in_form => {
                if let Err(message) = read_plain(float, value) {
                    self.problems.add(at, || message);
                }
            }
            _ => {}
        }
    }

    fn union(&mut self, union: &'w Union, value: &Value, at: &Path<'_>, place: Place) {
        let told = match (&union.tag, value) {
            (Some(tag), Value::Object(values)) => tagged(union, tag, values, self.named).ok(),
            _ => None,
        };
        if let Some(option) = told {
            return self.look(option, value, at, place);
        }
        if let Some(first) = union.options.iter().find(|option| self.reads(option, value)) {
            self.look(first, value, at, Place { in_form: true, ..place });
        }
    }

    fn array(&mut self, items: &'w Items, values: &[Value], at: &Path<'_>, in_form: bool) {
        let mut seen = HashSet::new();
        for (index, value) in values.iter().enumerate() {
            let at = Path::Item(at, index);
            if in_form && items.unique && !seen.insert(value) {
                self.problems.add(&at, || TWICE.to_owned());
            }
            let wanted = items.first.get(index).unwrap_or(&items.rest);
            self.look(wanted, value, &at, Place { in_form, is_part: false });
        }
    }

    fn object(
        &mut self,
        members: &'w Members,
        values: &Map<String, Value>,
        at: &Path<'_>,
        place: Place,
    ) {
        let inner = Place { is_part: false, ..place };
        for (name, value) in values {
            let within = Path::Member(at, name);
            match members.field(name) {
                Some(field) => self.look(&field.wanted, value, &within, inner),
                None if members.is_open && place.in_form && !place.is_part => {
                    let required = members.fields.iter().filter(|field| field.required);
                    let known = list(required.map(|field| &*field.name));
                    self.problems.add(at, || match known.is_empty() {
                        true => format!("`{}` would be passed over", shorten(name)),
                        false => format!(
                            "`{}` would be passed over: what has {known} is read without it",
                            shorten(name)
                        ),
                    });
                }
                None => {
                    if let Some(wanted) = members.other(name) {
                        self.look(wanted, value, &within, inner);
                    }
                }
            }
        }
    }

    /// Whether a value is read as such by a type: with less care than a schema asks for.
    fn reads(&mut self, wanted: &'w Wanted, value: &Value) -> bool {
        self.looked += 1;
        if self.looked > MOST_TRIALS || self.level > DEEPEST {
            return false;
        }
        self.level += 1;
        let reads = self.reads_within(wanted, value);
        self.level -= 1;
        reads
    }

    fn reads_within(&mut self, wanted: &'w Wanted, value: &Value) -> bool {
        let is_named = matches!(wanted, Wanted::Named(_));
        match (wanted.resolved(self.named), value) {
            (Wanted::Any, _) => true,
            (Wanted::Never | Wanted::Named(_), _) => false,
            (Wanted::Nullable(inner), value) => value.is_null() || self.reads(inner, value),
            (Wanted::Union(union), value) => union.options.iter().any(|one| self.reads(one, value)),
            (Wanted::All(parts), value) => parts.iter().all(|one| self.reads(one, value)),
            (Wanted::Not(inner), value) => !self.reads(inner, value),
            (Wanted::Null, value) => value.is_null(),
            (Wanted::Bool, value) => value.is_boolean(),
            (Wanted::Int(bounds), Value::Number(number)) => match Exact::of(number) {
                Some(int @ Exact::Whole(_)) if !number.is_f64() => bounds.refuse(int).is_none(),
                _ => false,
            },
            // What does not fit is rounded.
            (Wanted::Float(_), value) => value.is_number(),
            (plain @ (Wanted::Text(_) | Wanted::Choice(_) | Wanted::Among(_)), value) => {
                read_plain(plain, value).is_ok()
            }
            (Wanted::Array(items), Value::Array(values)) => {
                let count = values.len();
                items.size.refuse(count, "").is_none()
                    && values.iter().enumerate().all(|(index, value)| {
                        self.reads(items.first.get(index).unwrap_or(&items.rest), value)
                    })
            }
            (Wanted::Object(members), Value::Object(values)) => self.reads_object(members, values),
            // A type of its own takes its fields one after the other too.
            (Wanted::Object(members), Value::Array(values)) => {
                is_named
                    && !values.is_empty()
                    && values.len() == members.fields.len()
                    && members
                        .fields
                        .iter()
                        .zip(values)
                        .all(|(field, value)| self.reads(&field.wanted, value))
            }
            _ => false,
        }
    }

    fn reads_object(&mut self, members: &'w Members, values: &Map<String, Value>) -> bool {
        let named = self.named;
        let may_be = members.fields.iter().all(|field| match values.get(&*field.name) {
            None => !field.required,
            Some(value) => field.wanted.may_take(value, named),
        });
        may_be
            && members.size.refuse(values.len(), "").is_none()
            && values.iter().all(|(name, value)| match members.field(name) {
                Some(field) => self.reads(&field.wanted, value),
                None => members.other(name).is_none_or(|wanted| self.reads(wanted, value)),
            })
    }
}
