//! The reference rules under `manifests/` and `scripts/`, branch by branch.
//!
//! The expected results are written out, never worked out by the scripts' own
//! way of thinking: a changed rule has to be changed here too.

#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

mod incidents;
mod referrals;
mod returns;

use serde_json::{Number, Value};

use super::support;

/// Calls a tool of a reference manifest and compares the whole result.
async fn expect(manifest: &str, tool: &str, arguments: Value, expected: Value) {
    let shown = format!("{tool}({arguments})");
    match support::call(manifest, tool, arguments).await {
        Ok(actual) => assert!(same(&actual, &expected), "{shown} gave {actual}, not {expected}"),
        Err(error) => panic!("{shown} failed: {error}"),
    }
}

/// Equal as JSON values, fields and items in order; `90` and `90.0` are one number.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => number(left) == number(right),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, l)| right.get(name).is_some_and(|r| same(l, r)))
        }
        _ => left == right,
    }
}

fn number(number: &Number) -> Option<f64> {
    number.as_f64()
}
