//! Where nothing is said to be lost, nothing is: by values, for random types and
//! for types that are nearly the same.

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Map, Value};

use super::without_closing;
use crate::convert::{Param, Shape, arguments, result};
use crate::reload::change::narrowed::{Side, narrowed};
use crate::schema;
use crate::schema::tests::types::{any_type, value_of};
use crate::ty::{Field, Ty};

const DEPTH: usize = 128;

/// The same type with a few of its parts made others, as the numbers say.
fn varied(ty: &Ty, choices: &mut impl Iterator<Item = u8>) -> Ty {
    let mut inner = |ty: &Ty| Arc::new(varied(ty, choices));
    let same = match ty {
        Ty::Array(Some(item)) => Ty::Array(Some(inner(item))),
        Ty::Map(Some(of)) => Ty::Map(Some(inner(of))),
        Ty::Nullable(of) => Ty::Nullable(inner(of)),
        Ty::Record(fields) => Ty::Record(
            fields
                .iter()
                .map(|field| Field { ty: varied(&field.ty, choices), ..field.clone() })
                .collect(),
        ),
        other => other.clone(),
    };
    let choice = choices.next().unwrap_or(0);
    match (choice, same) {
        (1, Ty::Nullable(of)) => (*of).clone(),
        (2, ty @ Ty::Nullable(_)) => ty,
        (1, ty) => Ty::Nullable(Arc::new(ty)),
        (2, Ty::Int) => Ty::Decimal,
        (2, Ty::Decimal) => Ty::Int,
        (3, Ty::Int) => Ty::Float,
        (3, Ty::Float) => Ty::Int,
        (2, Ty::Choice(names)) if names.len() > 1 => Ty::Choice(names[1..].into()),
        (3, Ty::Choice(names)) => Ty::Choice(names.iter().cloned().chain(["new".into()]).collect()),
        (4, Ty::Choice(_)) => Ty::String,
        (2, Ty::Array(Some(_))) => Ty::Array(None),
        (2, Ty::Map(Some(_)) | Ty::Record(_)) => Ty::Map(None),
        (3, Ty::Record(fields)) if !fields.is_empty() => Ty::Record(fields[1..].into()),
        (4, Ty::Record(fields)) => {
            let new = Field { name: "new".into(), optional: true, ty: Ty::Int };
            Ty::Record(fields.iter().cloned().chain([new]).collect())
        }
        (5, Ty::Record(fields)) => Ty::Record(
            fields
                .iter()
                .map(|field| Field { optional: !field.optional, ..field.clone() })
                .collect(),
        ),
        (6, Ty::Record(fields)) => Ty::Record(fields.iter().rev().cloned().collect()),
        (7, Ty::Record(fields)) => {
            let first = fields.first().map_or(Ty::Int, |field| field.ty.clone());
            Ty::Map(Some(Arc::new(first)))
        }
        (_, ty) => ty,
    }
}

/// Two types that are nearly the same.
fn near() -> impl Strategy<Value = (Ty, Ty)> {
    (any_type(), proptest::collection::vec(0_u8..12, 24)).prop_map(|(ty, choices)| {
        let other = varied(&ty, &mut choices.into_iter());
        (ty, other)
    })
}

fn pair() -> impl Strategy<Value = (Ty, Ty)> {
    prop_oneof![4 => near(), 1 => (any_type(), any_type())]
}

fn taken(ty: &Ty, value: &Value) -> Result<rhai::Dynamic, String> {
    let args = Map::from_iter([("x".to_owned(), value.clone())]);
    let values = arguments(&[Param::new("x", Shape::new(ty))], args, DEPTH);
    values.map(|mut values| values.remove(0)).map_err(|problems| format!("{problems:?}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn a_type_is_within_itself(ty in any_type()) {
        for side in [Side::Argument, Side::Result] {
            prop_assert_eq!(narrowed(side, "x", &ty, &ty), Vec::<String>::new(), "{}", ty);
        }
    }

    #[test]
    fn what_was_taken_is_taken_still(
        (was, is, value) in pair().prop_flat_map(|(was, is)| {
            let value = value_of(&was);
            (Just(was), Just(is), value)
        })
    ) {
        if narrowed(Side::Argument, "x", &was, &is).is_empty() {
            prop_assert!(taken(&was, &value).is_ok());
            let now = taken(&is, &value);
            prop_assert!(now.is_ok(), "{} -> {}: {} {:?}", was, is, value, now);
        }
    }

    #[test]
    fn what_comes_could_have_come(
        (was, is, value) in pair().prop_flat_map(|(was, is)| {
            let value = value_of(&is);
            (Just(was), Just(is), value)
        })
    ) {
        if narrowed(Side::Result, "", &was, &is).is_empty() {
            let given = taken(&is, &value).unwrap();
            let given = result(&Shape::new(&is), given, DEPTH).unwrap();
            let mut schema = schema::output(&was);
            without_closing(&mut schema);
            let valid = jsonschema::draft202012::new(&schema).unwrap().is_valid(&given);
            prop_assert!(valid, "{} -> {}: {}", was, is, given);
        }
    }
}
