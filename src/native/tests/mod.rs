//! Schemas of scripts' types, checked as those of Rust types are: what is taken is read
//! as the same, and what is not is told in the same words.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value};

use super::check::Check;
use crate::fuzzing::{argument, input_schema, shown};
use crate::schema::tests::types::{Change, any_change, any_json, any_type, change, value_of};
use crate::ty::{Field, Ty};

const DEPTH: usize = 128;

fn arguments(value: Value) -> Map<String, Value> {
    Map::from_iter([("x".to_owned(), value)])
}

/// The type with other types in the place of those that a schema alone does not tell:
/// of a decimal it says that it is a number or a text.
fn told_by_schema(ty: &Ty) -> Ty {
    let within = |ty: &Arc<Ty>| Arc::new(told_by_schema(ty));
    match ty {
        Ty::Decimal => Ty::Float,
        Ty::Array(item) => Ty::Array(Some(item.as_ref().map_or(Arc::new(Ty::Bool), within))),
        Ty::Map(of) => Ty::Map(Some(of.as_ref().map_or(Arc::new(Ty::Int), within))),
        Ty::Nullable(inner) => Ty::Nullable(within(inner)),
        Ty::Record(fields) => Ty::Record(
            fields
                .iter()
                .map(|field| Field { ty: told_by_schema(&field.ty), ..field.clone() })
                .collect(),
        ),
        plain => plain.clone(),
    }
}

fn text() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(|int| int.to_string()),
        any::<u64>().prop_map(|int| int.to_string()),
        any::<f64>().prop_map(|float| float.to_string()),
        "true|false|null|True",
        "-?0?[0-9]{1,3}(\\.[0-9]{1,2})?(e[0-9])?",
        " ?[\\[{\"]{1,2}[a-d\":,0-9 ]{0,6}[\\]}\"]{0,2}",
    ]
    .prop_map(Value::from)
}

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        Just(Value::from(-0.0)),
    ]
}

/// Any JSON, and the text of it.
fn any_sent() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => any_json(),
        2 => any_json().prop_map(|value| value.to_string().into()),
        1 => text(),
        1 => number(),
    ]
}

fn type_and_value() -> impl Strategy<Value = (Ty, Value)> {
    any_type().prop_map(|ty| told_by_schema(&ty)).prop_flat_map(|ty| {
        let value = value_of(&ty);
        (Just(ty), value)
    })
}

fn is_told_the_same(ty: &Ty, given: &Value) -> Result<(), TestCaseError> {
    let schema = input_schema(ty);
    let script = argument(ty, arguments(given.clone()), DEPTH);
    let native = Check::new(&schema).normalize(arguments(given.clone()));
    match (script, native) {
        (Ok(script), Ok(read)) => {
            let again = argument(ty, read.clone(), DEPTH).map(|again| shown(&again));
            prop_assert_eq!(again, Ok(shown(&script)), "{}: {} is read as {:?}", ty, given, read);
        }
        (Err(script), Err(native)) => {
            prop_assert_eq!(script, native.problems, "{}: {}", ty, given);
        }
        (script, native) => {
            prop_assert!(false, "{}: {}: {:?}, but {:?}", ty, given, script, native);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn values_of_a_type_are_taken((ty, value) in type_and_value()) {
        is_told_the_same(&ty, &value)?;
        is_told_the_same(&ty, &value.to_string().into())?;
    }

    #[test]
    fn changed_values_are_told_of_in_the_same_words(
        (ty, mut value) in type_and_value(),
        changes in vec((vec(any::<usize>(), 0..5), any_change(), any_sent(), any::<bool>()), 1..4),
    ) {
        for (steps, to, sent, plain) in changes {
            let to = if plain { to } else { Change::Replace(sent) };
            change(&mut value, &steps, to);
        }
        is_told_the_same(&ty, &value)?;
    }

    #[test]
    fn any_values_are_told_of_in_the_same_words(ty in any_type(), value in any_sent()) {
        is_told_the_same(&told_by_schema(&ty), &value)?;
    }
}
