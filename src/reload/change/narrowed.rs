//! What of one type is not within another.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::place::Place;
use crate::quote::quoted;
use crate::ty::{Field, Ty};

/// Where values of a type go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// To the tool: what was taken has to be taken still.
    Argument,
    /// From the tool: what may come has to be what could have come, except that a
    /// record may have more fields.
    Result,
}

/// What callers could rely upon in a type that was and cannot in the one that is:
/// a sentence for each; none when nothing is lost.
///
/// Two things that only values at the edge can tell apart are let through: whole
/// numbers past 64 bits, which `array<decimal>` takes and `array` does not, and
/// whole numbers past 15 digits that were written with a point, which `int` takes
/// and `decimal` does not.
pub(super) fn narrowed(side: Side, what: &str, was: &Ty, is: &Ty) -> Vec<String> {
    let mut narrowing = Narrowing { side, found: Vec::new() };
    let place = match side {
        Side::Argument => Place::Argument(what),
        Side::Result => Place::Result,
    };
    narrowing.types(was, is, &place);
    narrowing.found
}

struct Narrowing {
    side: Side,
    found: Vec<String>,
}

impl Narrowing {
    fn types(&mut self, was: &Ty, is: &Ty, at: &Place<'_>) {
        // Everything in the one has to be in the other.
        let (inner, outer) = match self.side {
            Side::Argument => (was, is),
            Side::Result => (is, was),
        };
        match (inner, outer) {
            (Ty::Nullable(inner), Ty::Nullable(outer)) => self.turned(inner, outer, at),
            (Ty::Unit, Ty::Nullable(_)) => {}
            (inner, Ty::Nullable(outer)) => self.turned(inner, outer, at),
            (Ty::Nullable(content), outer)
                if self.side == Side::Result || (has_parts(content) && *outer != Ty::Unit) =>
            {
                self.found.push(match self.side {
                    Side::Argument => format!("{at} could be null, and no longer can"),
                    Side::Result => format!("{at} may now be null"),
                });
                self.turned(content, outer, at);
            }
            (Ty::Choice(inner), Ty::Choice(outer)) => self.choices(inner, outer, at),
            (Ty::Array(Some(inner)), Ty::Array(Some(outer))) => {
                self.turned(inner, outer, &Place::Item(at));
            }
            (Ty::Map(Some(inner)), Ty::Map(Some(outer))) => {
                self.turned(inner, outer, &Place::Value(at));
            }
            (Ty::Record(inner), Ty::Map(Some(outer))) => self.record_in_map(inner, outer, at),
            (Ty::Record(inner), Ty::Record(outer)) => match self.side {
                Side::Argument => self.taken(inner, outer, at),
                Side::Result => self.given(outer, inner, at),
            },
            _ if is_within(self.side, inner, outer) => {}
            _ => self.changed(was, is, at),
        }
    }

    /// The same the other way round.
    fn turned(&mut self, inner: &Ty, outer: &Ty, at: &Place<'_>) {
        match self.side {
            Side::Argument => self.types(inner, outer, at),
            Side::Result => self.types(outer, inner, at),
        }
    }

    fn changed(&mut self, was: &Ty, is: &Ty, at: &Place<'_>) {
        let [was, is] = [was, is].map(|ty| quoted(&ty.to_string()));
        self.found.push(format!("{at} was {was}, and is {is}"));
    }

    fn choices(&mut self, inner: &[Arc<str>], outer: &[Arc<str>], at: &Place<'_>) {
        let outer: HashSet<_> = outer.iter().collect();
        let missing: Vec<_> = inner.iter().filter(|name| !outer.contains(name)).cloned().collect();
        if !missing.is_empty() {
            let names = quoted(&Ty::Choice(missing.into()).to_string());
            self.found.push(match self.side {
                Side::Argument => format!("{at} no longer takes {names}"),
                Side::Result => format!("{at} may now be {names}"),
            });
        }
    }

    fn record_in_map(&mut self, fields: &[Field], values: &Ty, at: &Place<'_>) {
        for field in fields {
            let at = Place::Field(at, &field.name);
            match (self.side, &field.ty) {
                // Null stands for a field that is absent, and is left out of a result.
                (Side::Argument, ty) if field.optional => self.types(&nullable(ty), values, &at),
                (Side::Result, Ty::Nullable(content)) if field.optional => {
                    self.types(values, content, &at);
                }
                (_, ty) => self.turned(ty, values, &at),
            }
        }
    }

    /// A record that a caller sends.
    fn taken(&mut self, was: &[Field], is: &[Field], at: &Place<'_>) {
        let names: HashSet<_> = was.iter().map(|field| &field.name).collect();
        for field in is.iter().filter(|field| !field.optional && !names.contains(&field.name)) {
            let field = quoted(&field.to_string());
            self.found.push(format!("{at} has a new field {field}"));
        }
        let fields = by_name(is);
        for old in was {
            let Some(new) = self.kept(&fields, &old.name, at) else { continue };
            let at = Place::Field(at, &old.name);
            if old.optional && !new.optional {
                self.found.push(format!("{at} was optional, and is required"));
            }
            match &old.ty {
                // Null stands for a field that is absent.
                Ty::Nullable(content) if new.optional => self.types(content, &new.ty, &at),
                ty => self.types(ty, &new.ty, &at),
            }
        }
    }

    /// The field of a name in the record that is, or what is told of its absence.
    fn kept<'f>(
        &mut self,
        fields: &HashMap<&Arc<str>, &'f Field>,
        name: &Arc<str>,
        at: &Place<'_>,
    ) -> Option<&'f Field> {
        let field = fields.get(name).copied();
        if field.is_none() {
            self.found.push(format!("{at} no longer has the field {}", quoted(name)));
        }
        field
    }

    /// A record that a caller gets.
    fn given(&mut self, was: &[Field], is: &[Field], at: &Place<'_>) {
        let fields = by_name(is);
        for old in was {
            let Some(new) = self.kept(&fields, &old.name, at) else { continue };
            let at = Place::Field(at, &old.name);
            if new.optional && !old.optional {
                self.found.push(format!("{at} was always there, and is optional"));
            }
            match &new.ty {
                // A null is left out.
                Ty::Nullable(content) if new.optional => self.types(&old.ty, content, &at),
                ty => self.types(&old.ty, ty, &at),
            }
        }
    }
}

fn by_name(fields: &[Field]) -> HashMap<&Arc<str>, &Field> {
    fields.iter().map(|field| (&field.name, field)).collect()
}

fn nullable(ty: &Ty) -> Ty {
    match ty {
        Ty::Nullable(_) => ty.clone(),
        ty => Ty::Nullable(Arc::new(ty.clone())),
    }
}

/// Whether a type is better told about part by part.
fn has_parts(ty: &Ty) -> bool {
    matches!(ty, Ty::Choice(_) | Ty::Record(_) | Ty::Array(Some(_)) | Ty::Map(Some(_)))
}

/// Whether all values of a type that has no parts to look into are within another.
fn is_within(side: Side, inner: &Ty, outer: &Ty) -> bool {
    match (inner, outer) {
        (Ty::Int, Ty::Decimal)
        | (Ty::Choice(_), Ty::String)
        | (Ty::Array(_), Ty::Array(None))
        | (Ty::Map(_) | Ty::Record(_), Ty::Map(None)) => true,
        // A float does not hold every whole number, and one that it does not is
        // refused; whoever reads a number reads a whole one too.
        (Ty::Int, Ty::Float) => side == Side::Result,
        (inner, outer) => inner == outer,
    }
}
