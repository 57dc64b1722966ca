//! The schema and the converter say the same, for JSON in its strict form:
//! without strings that are the JSON text of something else, and without
//! numbers past what a type holds, which a schema cannot say.

use proptest::collection::vec;
use proptest::prelude::*;
use rhai::Dynamic;
use serde_json::{Map, Value};

use super::types::{any_change, any_json, any_type, change, value_of};
use super::{input_of, output};
use crate::convert::{Misfit, Param, Shape, arguments};
use crate::error::Problem;
use crate::fuzzing::shown;
use crate::ty::Ty;

const DEPTH: usize = 128;

fn args(value: &Value) -> Map<String, Value> {
    Map::from_iter([("x".to_owned(), value.clone())])
}

fn give(ty: &Ty, value: &Value) -> Result<Dynamic, Vec<Problem>> {
    let values = arguments(&[Param::new("x", Shape::new(ty))], args(value), DEPTH)?;
    Ok(values.into_iter().next().unwrap())
}

fn result(ty: &Ty, value: Dynamic) -> Result<Value, Misfit> {
    crate::convert::result(&Shape::new(ty), value, DEPTH)
}

fn is_valid(schema: &Value, value: &Value) -> bool {
    jsonschema::draft202012::new(schema).unwrap().is_valid(value)
}

fn type_and_value() -> impl Strategy<Value = (Ty, Value)> {
    any_type().prop_flat_map(|ty| {
        let value = value_of(&ty);
        (Just(ty), value)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn values_of_a_type_are_taken_by_both((ty, value) in type_and_value()) {
        let schema = input_of(&ty);
        prop_assert!(is_valid(&schema, &Value::Object(args(&value))), "{} {} {}", ty, value, schema);
        let given = give(&ty, &value);
        prop_assert!(given.is_ok(), "{} {} {:?}", ty, value, given);
    }

    /// In, out and in again is the same value, and what comes out fits its schema.
    #[test]
    fn values_come_back((ty, value) in type_and_value()) {
        let given = give(&ty, &value).unwrap();
        let out = result(&ty, given.clone()).unwrap();
        prop_assert!(is_valid(&output(&ty), &out), "{} {} {}", ty, out, output(&ty));
        let again = give(&ty, &out).unwrap();
        prop_assert_eq!(shown(&again), shown(&given), "{} {} {}", ty, value, out);
    }

    #[test]
    fn changed_values_are_taken_by_both_or_neither(
        (ty, mut value) in type_and_value(),
        steps in vec(any::<usize>(), 0..5),
        to in any_change(),
    ) {
        change(&mut value, &steps, to);
        let valid = is_valid(&input_of(&ty), &Value::Object(args(&value)));
        let given = give(&ty, &value);
        prop_assert_eq!(given.is_ok(), valid, "{} {} {:?}", ty, value, given);
    }

    #[test]
    fn any_values_are_taken_by_both_or_neither(ty in any_type(), value in any_json()) {
        let valid = is_valid(&input_of(&ty), &Value::Object(args(&value)));
        let given = give(&ty, &value);
        prop_assert_eq!(given.is_ok(), valid, "{} {} {:?}", ty, value, given);
    }

    /// Whatever a script returns, what is let out fits the schema.
    #[test]
    fn results_fit_their_schema((given, value) in type_and_value(), ty in any_type()) {
        if let Ok(out) = result(&ty, give(&given, &value).unwrap()) {
            prop_assert!(is_valid(&output(&ty), &out), "{} {}", ty, out);
        }
    }
}
