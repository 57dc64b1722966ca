//! A type made ready for converting: what a call would find out again each
//! time, found out once.

use std::sync::Arc;

use rhai::Dynamic;
use serde_json::{Map, Value};

use crate::ty::Ty;

/// What values of a type look like, in JSON and in a script. A clone shares
/// what it is made of.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Unit,
    Bool,
    Int,
    Float,
    Decimal,
    String,
    Choice(Arc<[Arc<str>]>),
    Array(Option<Arc<Shape>>),
    Map(Option<Arc<Shape>>),
    Record(Arc<Record>),
    Nullable(Arc<Shape>),
}

/// A record. To fill in a copy of a map that has its keys is much cheaper than
/// to insert them one by one.
#[derive(Debug)]
pub(crate) struct Record {
    /// In the declared order.
    pub(super) fields: Box<[FieldShape]>,
    /// For each key of the script's map, in its order: which field it is.
    pub(super) in_script: Box<[usize]>,
    /// Every key, with `()`.
    pub(super) script: rhai::Map,
    /// Every key in the declared order, with null.
    pub(super) json: Map<String, Value>,
}

#[derive(Clone, Debug)]
pub(crate) struct FieldShape {
    pub(super) name: Arc<str>,
    pub(super) optional: bool,
    pub(super) shape: Shape,
}

impl Shape {
    /// The shape of a type's values.
    pub(crate) fn new(ty: &Ty) -> Self {
        let inner = |ty: &Arc<Ty>| Arc::new(Self::new(ty));
        match ty {
            Ty::Unit => Self::Unit,
            Ty::Bool => Self::Bool,
            Ty::Int => Self::Int,
            Ty::Float => Self::Float,
            Ty::Decimal => Self::Decimal,
            Ty::String => Self::String,
            Ty::Choice(members) => Self::Choice(Arc::clone(members)),
            Ty::Array(item) => Self::Array(item.as_ref().map(inner)),
            Ty::Map(of) => Self::Map(of.as_ref().map(inner)),
            // They are no arguments; a script sees a map.
            Ty::Session | Ty::Settings(_) => Self::Map(None),
            Ty::Nullable(of) => Self::Nullable(inner(of)),
            Ty::Record(fields) => {
                let shape = |field: &crate::ty::Field| FieldShape {
                    name: Arc::clone(&field.name),
                    optional: field.optional,
                    shape: Self::new(&field.ty),
                };
                Self::Record(Arc::new(Record::new(fields.iter().map(shape).collect())))
            }
        }
    }
}

impl Record {
    fn new(fields: Box<[FieldShape]>) -> Self {
        let names = || fields.iter().map(|field| &*field.name);
        let script: rhai::Map = names().map(|name| (name.into(), Dynamic::UNIT)).collect();
        let json = names().map(|name| (name.to_owned(), Value::Null)).collect();
        let place = |key: &rhai::Identifier| names().position(|name| name == key.as_str());
        let in_script = script.keys().filter_map(place).collect();
        Self { fields, in_script, script, json }
    }

    /// The names, in the declared order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.fields.iter().map(|field| &*field.name)
    }
}
