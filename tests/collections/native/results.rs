//! What the results of Rust tools become.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rulebook::macro_support::{IntoOutput, failed};
use rulebook::{ErrorCode, ToolError, ToolOutput};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

fn shown(output: impl IntoOutput) -> String {
    match output.into_output() {
        Ok(output) => output.value.to_string(),
        Err(error) => format!("! {error}"),
    }
}

#[derive(Serialize, JsonSchema)]
struct Totals {
    shares: Vec<f64>,
    by_name: BTreeMap<String, f32>,
    form: Form,
}

#[derive(Serialize, JsonSchema)]
enum Form {
    Nothing,
    Share(f64),
    Shares(f64, f64),
    Named { share: f64 },
}

fn totals(shares: Vec<f64>, form: Form) -> Totals {
    Totals { shares, by_name: BTreeMap::from([("a b".to_owned(), 0.1)]), form }
}

#[test]
fn what_json_does_not_have_is_refused() {
    let mut table = String::new();
    let mut line = |shown: String| writeln!(table, "{shown}").unwrap();
    line(shown(()));
    line(shown(0.1_f32));
    line(shown(f64::NAN));
    line(shown(f32::INFINITY));
    line(shown(u64::MAX));
    line(shown(i128::from(u64::MAX)));
    line(shown(i128::from(u64::MAX) + 1));
    line(shown(i128::from(i64::MIN) - 1));
    line(shown(u128::MAX));
    line(shown(totals(vec![0.5, 3.0], Form::Nothing)));
    line(shown(totals(vec![0.5, f64::NAN], Form::Nothing)));
    line(shown(totals(vec![], Form::Share(f64::NEG_INFINITY))));
    line(shown(totals(vec![], Form::Shares(1.0, f64::NAN))));
    line(shown(totals(vec![], Form::Named { share: f64::NAN })));
    line(shown(BTreeMap::from([(1, true)])));
    line(shown(BTreeMap::from([("a b", f64::NAN)])));
    line(shown(Some(f64::NAN)));
    line(shown(json!({ "a": [18_446_744_073_709_551_615_u64, 1.5, null] })));
    line(shown(ToolOutput::json(json!([1]))));
    insta::assert_snapshot!(table, @r#"
    null
    0.1
    ! invalid_result: expected float, found a float that is not a finite number
    ! invalid_result: expected float, found a float that is not a finite number
    18446744073709551615
    18446744073709551615
    ! invalid_result: `18446744073709551616` does not fit in 64 bits
    ! invalid_result: `-9223372036854775809` does not fit in 64 bits
    ! invalid_result: `340282366920938463463374607431768211455` does not fit in 64 bits
    {"shares":[0.5,3.0],"by_name":{"a b":0.1},"form":"Nothing"}
    ! invalid_result: `shares[1]`: expected float, found a float that is not a finite number
    ! invalid_result: `form`: expected float, found a float that is not a finite number
    ! invalid_result: `form[1]`: expected float, found a float that is not a finite number
    ! invalid_result: `form.share`: expected float, found a float that is not a finite number
    {"1":true}
    ! invalid_result: `["a b"]`: expected float, found a float that is not a finite number
    ! invalid_result: expected float, found a float that is not a finite number
    {"a":[18446744073709551615,1.5,null]}
    [1]
    "#);
}

#[test]
fn numbers_keep_their_digits() {
    let text = r#"{"a":[18446744073709551615,-9223372036854775808,0.1,-0.0]}"#;
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(value.clone().into_output().unwrap().value, value);
}

#[derive(Serialize, JsonSchema)]
struct Nested(Option<Box<Nested>>, ());

#[test]
fn what_is_nested_too_deep_is_refused() {
    let nested = |depth: usize| {
        (0..depth).fold(Nested(None, ()), |inner, _| Nested(Some(Box::new(inner)), ()))
    };
    assert!(nested(127).into_output().is_ok());
    let error = nested(128).into_output().unwrap_err();
    assert_eq!(error.code, ErrorCode::LimitExceeded);
    insta::assert_snapshot!(error, @"limit_exceeded: the result is nested more than 128 levels deep");
}

#[test]
fn errors_are_told_as_they_are() {
    let error = ToolError::new(ErrorCode::Unavailable, "the shop is closed");
    assert_eq!(failed(error.clone()), error);
    insta::assert_snapshot!(failed("there is no such order"), @"script_failed: there is no such order");
    insta::assert_snapshot!(failed("no order\nno customer"), @r"script_failed: no order\nno customer");
    let number = "x".parse::<i64>().unwrap_err();
    insta::assert_snapshot!(failed(number), @"script_failed: invalid digit found in string");
}

#[derive(Serialize, JsonSchema)]
struct Extended {
    id: i64,
    #[serde(flatten)]
    more: std::collections::BTreeMap<String, i64>,
}

#[test]
fn a_member_does_not_take_the_place_of_another() {
    let with = |name: &str| Extended { id: 12, more: [(name.to_owned(), 99)].into() };
    insta::assert_snapshot!(shown(with("size")), @r#"{"id":12,"size":99}"#);
    insta::assert_snapshot!(shown(with("id")), @"! invalid_result: `id` is there twice");
}
