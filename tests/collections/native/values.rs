//! JSON of all kinds, and changes to it.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{0,2}",
        Just("true".to_owned()),
        Just("null".to_owned()),
        any::<i64>().prop_map(|int| int.to_string()),
        any::<u64>().prop_map(|int| int.to_string()),
        any::<f64>().prop_map(|float| float.to_string()),
        "-?0?[0-9]{1,3}(\\.[0-9]{1,2})?(e[0-9])?",
        " ?[\\[{\"]{1,2}[a-z\":,0-9 ]{0,6}[\\]}\"]{0,2}",
    ]
}

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-3_i64..3).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i32>().prop_map(|whole| Value::from(f64::from(whole))),
        any::<i64>().prop_map(|whole| Value::from(whole as f64)),
        any::<f64>().prop_map(Value::from),
        Just(Value::from(-0.0)),
    ]
}

pub(super) fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number(),
        text().prop_map(Value::from),
    ];
    let tree = leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            vec(("[abcdexyz]{1,2}", inner), 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    });
    // As models send it, too.
    (tree, 0..4).prop_map(|(value, kind)| if kind == 0 { value.to_string().into() } else { value })
}

/// Changes that are made to one place, found by steps.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Put(Value),
    Drop,
    Add(String, Value),
    Write,
}

pub(super) fn change() -> impl Strategy<Value = (Vec<usize>, Change)> {
    let change = prop_oneof![
        4 => any_json().prop_map(Change::Put),
        1 => Just(Change::Drop),
        1 => ("[abcdexyzi]{1,2}", any_json()).prop_map(|(name, value)| Change::Add(name, value)),
        2 => Just(Change::Write),
    ];
    (vec(any::<usize>(), 1..5), change)
}

pub(super) fn apply(value: &mut Value, steps: &[usize], change: &Change, top: bool) {
    if let ([step, rest @ ..], true) = (steps, top || steps.len() > 1) {
        match value {
            Value::Object(members) if !members.is_empty() => {
                let name = members.keys().nth(step % members.len()).unwrap().clone();
                match (change, rest) {
                    // A script's parameter cannot be left out where it may be null.
                    (Change::Drop, []) if !(top && name == "e") => {
                        drop(members.shift_remove(&name))
                    }
                    (Change::Add(name, new), []) => drop(members.insert(name.clone(), new.clone())),
                    _ => apply(&mut members[&name], rest, change, false),
                }
                return;
            }
            Value::Array(items) if !items.is_empty() => {
                let index = step % items.len();
                let item = items.get_mut(index).expect("an item");
                return apply(item, rest, change, false);
            }
            _ => {}
        }
    }
    match change {
        Change::Put(new) | Change::Add(_, new) => *value = new.clone(),
        Change::Write => *value = value.to_string().into(),
        Change::Drop => *value = Value::Null,
    }
}
