//! Random types, values of them, and values that are nearly of them.

use std::collections::BTreeSet;

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::strategy::Union;
use serde_json::{Map, Value, json};

use super::{array, choice, field, map, nullable};
use crate::ty::Ty;

pub(crate) fn any_type() -> impl Strategy<Value = Ty> {
    let leaf = prop_oneof![
        Just(Ty::Bool),
        Just(Ty::Int),
        Just(Ty::Float),
        Just(Ty::Decimal),
        Just(Ty::String),
        btree_set("[a-c]{0,2}", 1..4)
            .prop_map(|names| { choice(&names.iter().map(String::as_str).collect::<Vec<_>>()) }),
        Just(Ty::Array(None)),
        Just(Ty::Map(None)),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let fields = (btree_set("[a-d]{1,2}", 0..5), vec((inner.clone(), any::<bool>()), 5));
        prop_oneof![
            inner.clone().prop_map(array),
            inner.clone().prop_map(map),
            inner.prop_map(nullable),
            fields.prop_map(|(names, types): (BTreeSet<String>, _)| {
                let fields = names.iter().zip(types);
                Ty::Record(fields.map(|(name, (ty, optional))| field(name, optional, ty)).collect())
            }),
        ]
    })
}

/// A number that means the same in every build and to every reader.
fn plain_number() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-1_i64 << 53..=1 << 53).prop_map(Value::from),
        any::<i32>().prop_map(|whole| Value::from(f64::from(whole))),
        any::<i32>().prop_map(|thousandths| Value::from(f64::from(thousandths) / 1000.0)),
    ]
}

/// Strings are never the JSON text of something else.
pub(crate) fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        plain_number(),
        "[a-c]{0,2}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            vec(("[a-d]{1,2}", inner), 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Text of a decimal: few digits, or more than any double has.
fn decimal_text() -> impl Strategy<Value = Value> {
    prop_oneof![
        "-?[1-9][0-9]{0,9}(\\.[0-9]{1,5})?",
        "-?[1-9][0-9]{20}\\.[0-9]{0,4}[1-9]",
        "0(\\.0{1,3})?"
    ]
    .prop_map(Value::from)
}

/// A value of a type, in strict JSON form.
pub(crate) fn value_of(ty: &Ty) -> BoxedStrategy<Value> {
    match ty {
        Ty::Unit => Just(Value::Null).boxed(),
        Ty::Bool => any::<bool>().prop_map(Value::from).boxed(),
        Ty::Int => {
            let whole = any::<i32>().prop_map(|int| Value::from(f64::from(int)));
            prop_oneof![any::<i64>().prop_map(Value::from), whole].boxed()
        }
        Ty::Float => prop_oneof![any::<f64>().prop_map(Value::from), plain_number()].boxed(),
        Ty::Decimal => {
            prop_oneof![plain_number(), any::<i64>().prop_map(Value::from), decimal_text()].boxed()
        }
        Ty::String => any::<String>().prop_map(Value::from).boxed(),
        Ty::Choice(members) => {
            Union::new(members.iter().map(|member| Just(json!(&**member)))).boxed()
        }
        Ty::Array(None) => vec(any_json(), 0..3).prop_map(Value::from).boxed(),
        Ty::Array(Some(item)) => vec(value_of(item), 0..3).prop_map(Value::from).boxed(),
        Ty::Map(None) | Ty::Session | Ty::Settings(_) => members("\\PC{0,3}", any_json().boxed()),
        Ty::Map(Some(of)) => members("\\PC{0,3}", value_of(of)),
        Ty::Nullable(inner) => prop_oneof![Just(Value::Null), value_of(inner)].boxed(),
        Ty::Record(fields) => {
            let mut all = Just(Map::new()).boxed();
            for field in fields.iter() {
                let value = value_of(&field.ty).prop_map(Some);
                let given = if field.optional {
                    prop_oneof![Just(None), Just(Some(Value::Null)), value].boxed()
                } else {
                    value.boxed()
                };
                let name = field.name.to_string();
                all = (all, given)
                    .prop_map(move |(mut members, value)| {
                        members.extend(value.map(|value| (name.clone(), value)));
                        members
                    })
                    .boxed();
            }
            (all, any::<bool>())
                .prop_map(|(members, turned)| Value::Object(turn(members, turned)))
                .boxed()
        }
    }
}

fn turn(members: Map<String, Value>, turned: bool) -> Map<String, Value> {
    if turned { members.into_iter().rev().collect() } else { members }
}

fn members(names: &'static str, of: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    vec((names, of), 0..3).prop_map(|members| Value::Object(members.into_iter().collect())).boxed()
}

/// What is done to one place of a value.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Replace(Value),
    Drop,
    Add(String, Value),
}

pub(crate) fn any_change() -> impl Strategy<Value = Change> {
    prop_oneof![
        any_json().prop_map(Change::Replace),
        Just(Change::Drop),
        ("[a-d]{1,2}", any_json()).prop_map(|(name, value)| Change::Add(name, value)),
    ]
}

/// Walks down by the steps, as far as they lead, and changes what is there.
pub(crate) fn change(value: &mut Value, steps: &[usize], change_to: Change) {
    match (value, steps) {
        (Value::Array(items), [step, rest @ ..]) if !items.is_empty() => {
            let index = step % items.len();
            if let (Change::Drop, []) = (&change_to, rest) {
                items.remove(index);
            } else {
                change(&mut items[index], rest, change_to);
            }
        }
        (Value::Object(members), [step, rest @ ..]) if !members.is_empty() => {
            let index = step % members.len();
            let name = members.keys().nth(index).unwrap().clone();
            match (&change_to, rest) {
                (Change::Drop, []) => drop(members.remove(&name)),
                _ => change(&mut members[&name], rest, change_to),
            }
        }
        (Value::Object(members), _) => match change_to {
            Change::Add(name, new) => drop(members.insert(name, new)),
            Change::Replace(new) => *members = Map::from_iter([("a".to_owned(), new)]),
            Change::Drop => members.clear(),
        },
        (Value::Array(items), _) => match change_to {
            Change::Add(_, new) | Change::Replace(new) => items.push(new),
            Change::Drop => items.clear(),
        },
        (value, _) => match change_to {
            Change::Add(_, new) | Change::Replace(new) => *value = new,
            Change::Drop => *value = Value::Null,
        },
    }
}
