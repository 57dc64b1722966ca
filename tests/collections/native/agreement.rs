//! What a tool takes is what its schema says, and what it takes can be read: for JSON
//! without strings that are the JSON text of something else, and without numbers past
//! what a type holds.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rulebook::Tool;
use serde_json::{Map, Value};

use super::taking::{Adjacent, Any, Area, Event, Flat, Order, Payment, Rest, Size, Tree};
use super::values::{Change, apply};
use super::{Both, arguments, call, echo, json};

/// A number that means the same in every build and to every reader.
fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-3_i64..3).prop_map(Value::from),
        (-1_i64 << 53..=1 << 53).prop_map(Value::from),
        any::<i32>().prop_map(|whole| Value::from(f64::from(whole))),
        any::<i32>().prop_map(|thousandths| Value::from(f64::from(thousandths) / 1000.0)),
    ]
}

const NAMES: &str = "a|b|x|y|type|kind|of|card|number|points|both|width|unit|name|children|next|lines|sku|quantity|small|1|-1";

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number(),
        "small|large|cash|opened|moved|sized|text|nothing|area|[a-c]{0,2}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            vec((NAMES, inner), 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn changes() -> impl Strategy<Value = Vec<(Vec<usize>, Change)>> {
    let change = prop_oneof![
        4 => any_json().prop_map(Change::Put),
        1 => Just(Change::Drop),
        2 => (NAMES, any_json()).prop_map(|(name, value)| Change::Add(name, value)),
    ];
    vec((vec(any::<usize>(), 1..5), change), 0..4)
}

/// Holds a type to it, with changes of these values.
fn agrees<T: Both>(seeds: &[&str]) {
    let tool = echo::<T>();
    let schema = tool.spec().input_schema.clone();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let seeds: Vec<_> = seeds.iter().map(|seed| arguments(json(seed))).collect();
    for seed in &seeds {
        assert!(validator.is_valid(seed), "{seed} {schema}");
    }
    let mut runner = TestRunner::new(Config::with_cases(512));
    let strategy = (prop::sample::select(seeds), changes());
    let test = |(mut given, changes): (Value, Vec<(Vec<usize>, Change)>)| {
        for (steps, change) in &changes {
            apply(&mut given, steps, change, true);
        }
        let Value::Object(members) = given.clone() else { return Ok(()) };
        let valid = validator.is_valid(&given);
        let read: Result<Map<_, _>, _> = tool.normalize(members);
        match read {
            Err(error) => prop_assert!(!valid, "{given} is valid: {error}"),
            Ok(read) => {
                let shown = Value::Object(read.clone());
                prop_assert!(validator.is_valid(&shown), "{given} was read as {shown}");
                prop_assert_eq!(tool.normalize(read.clone()), Ok(read));
                let outcome = call(&tool, given.clone());
                prop_assert!(outcome.is_ok(), "{given} cannot be read: {:?}", outcome);
            }
        }
        Ok(())
    };
    runner.run(&strategy, test).unwrap_or_else(|error| panic!("{error}\n{schema}"));
}

#[test]
fn plain() {
    agrees::<Vec<u8>>(&["[1,2]"]);
    agrees::<(i64, String)>(&[r#"[1,"x"]"#]);
    agrees::<BTreeSet<i64>>(&["[1,2]"]);
    agrees::<Option<f64>>(&["1.5", "null"]);
    agrees::<BTreeMap<String, Area>>(&[r#"{"a":{"width":1}}"#]);
    agrees::<HashMap<u32, i64>>(&[r#"{"1":2}"#]);
    agrees::<BTreeMap<Size, i64>>(&[r#"{"small":2}"#]);
}

#[test]
fn records() {
    agrees::<Order>(&[
        r#"{"lines":[{"sku":"a","quantity":1,"note":null,"gift":true,"size":"small"}]}"#,
    ]);
    agrees::<Tree>(&[r#"{"name":"a","children":[{"name":"b"}],"next":{"name":"c","next":null}}"#]);
    agrees::<Rest>(&[r#"{"id":1,"a":2}"#]);
}

#[test]
fn forms() {
    let payments = [r#""cash""#, r#"{"card":{"number":"1"}}"#, r#"{"both":[1,"x"]}"#];
    agrees::<Payment>(&payments);
    agrees::<Option<Payment>>(&payments);
    let events = [
        r#"{"type":"opened"}"#,
        r#"{"type":"moved","x":1,"y":2}"#,
        r#"{"type":"sized","width":1,"unit":"small"}"#,
    ];
    agrees::<Event>(&events);
    agrees::<Vec<Event>>(&[r#"[{"type":"opened"},{"type":"moved","x":1,"y":2}]"#]);
    agrees::<Adjacent>(&[r#"{"kind":"nothing"}"#, r#"{"kind":"area","of":{"width":1}}"#]);
    agrees::<Any>(&["true", "1.5", r#"{"width":1}"#, r#"{"x":1,"y":2}"#, "[1]"]);
    agrees::<Flat>(&[
        r#"{"id":1,"width":2,"type":"opened"}"#,
        r#"{"id":1,"width":2,"unit":null,"type":"moved","x":1,"y":2}"#,
    ]);
}
