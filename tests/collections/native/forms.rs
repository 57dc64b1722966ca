//! Forms that nothing tells apart: `serde` takes the first that it can read, and must not
//! lose anything on the way without a word.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::table;

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum FewFirst {
    Few { x: i64 },
    More { x: i64, y: Option<i64> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
enum FewFirstAndNoOther {
    Few { x: i64 },
    More { x: i64, y: Option<i64> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum MoreFirst {
    More { x: i64, y: i64 },
    Few { x: i64 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum AllOptional {
    Filter { name: Option<String> },
    Page { page: i64 },
}

#[test]
fn a_member_that_an_earlier_form_does_not_have_is_not_passed_over() {
    let texts = [r#"{"x":1}"#, r#"{"x":1,"y":2}"#];
    insta::assert_snapshot!(table::<FewFirst>(&texts), @r#"
    {"x":1} => {"x":1}
    {"x":1,"y":2} => ! `x`: `y` would be passed over: what has `x` is read without it
    "#);
    insta::assert_snapshot!(table::<FewFirstAndNoOther>(&texts), @r#"
    {"x":1} => {"x":1}
    {"x":1,"y":2} => {"x":1,"y":2}
    "#);
    insta::assert_snapshot!(table::<MoreFirst>(&texts), @r#"
    {"x":1} => {"x":1}
    {"x":1,"y":2} => {"x":1,"y":2}
    "#);
    insta::assert_snapshot!(table::<Vec<Option<FewFirst>>>(&[r#"[null,{"x":1,"y":2}]"#]), @r#"[null,{"x":1,"y":2}] => ! `x[1]`: `y` would be passed over: what has `x` is read without it"#);
    let texts = ["{}", r#"{"name":"a"}"#, r#"{"page":2}"#];
    insta::assert_snapshot!(table::<AllOptional>(&texts), @r#"
    {} => {}, then {"name":null}
    {"name":"a"} => {"name":"a"}
    {"page":2} => ! `x`: `page` would be passed over
    "#);
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum FloatFirst {
    Float(f64),
    Int(i64),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum SingleFirst {
    Single(f32),
    Double(f64),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum SetFirst {
    Set(BTreeSet<i64>),
    List(Vec<i64>),
}

#[test]
fn an_earlier_form_does_not_round_or_drop_what_a_later_one_keeps() {
    let texts = ["3", "3.5", "9007199254740993", r#""9223372036854775807""#];
    insta::assert_snapshot!(table::<FloatFirst>(&texts), @r#"
    3 => 3, then 3.0
    3.5 => 3.5
    9007199254740993 => ! `x`: `9007199254740993` is not exactly a float; write at most 15 digits
    "9223372036854775807" => ! `x`: `9223372036854775807` is not exactly a float; write at most 15 digits
    "#);
    insta::assert_snapshot!(table::<SingleFirst>(&["0.5", "1e39", "16777217"]), @"
    0.5 => 0.5
    1e39 => ! `x`: expected at most `3.4028234663852886e+38`, found `1e+39`
    16777217 => ! `x`: `16777217` is not exactly a float of 32 bits; write at most 6 digits
    ");
    insta::assert_snapshot!(table::<SetFirst>(&["[1,2]", "[1,1]", r#"[1,"1"]"#]), @r#"
    [1,2] => [1,2]
    [1,1] => ! `x[1]`: the same stands before it; leave it out
    [1,"1"] => ! `x[1]`: the same stands before it; leave it out
    "#);
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum PointOrPath {
    Point(Point),
    Path(Vec<f64>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum InlineOrPath {
    Point { x: f64, y: f64 },
    Path(Vec<f64>),
}

#[test]
fn an_array_is_not_read_as_the_fields_of_an_earlier_form() {
    let texts = ["[1.5,2.5]", "[1.5,2.5,3.5]", r#"{"x":1.5,"y":2.5}"#];
    insta::assert_snapshot!(table::<PointOrPath>(&texts), @r#"
    [1.5,2.5] => ! `x`: an array is read as an object with `x`, `y` here
    [1.5,2.5,3.5] => [1.5,2.5,3.5]
    {"x":1.5,"y":2.5} => {"x":1.5,"y":2.5}
    "#);
    insta::assert_snapshot!(table::<InlineOrPath>(&texts), @r#"
    [1.5,2.5] => [1.5,2.5]
    [1.5,2.5,3.5] => [1.5,2.5,3.5]
    {"x":1.5,"y":2.5} => {"x":1.5,"y":2.5}
    "#);
}

#[test]
fn ints_keep_their_digits_in_a_float_of_32_bits() {
    let texts = ["16777216", "16777217", r#""16777217""#, "0.1", "16777217.5"];
    insta::assert_snapshot!(table::<f32>(&texts), @r#"
    16777216 => 16777216, then 16777216.0
    16777217 => ! `x`: `16777217` is not exactly a float of 32 bits; write at most 6 digits
    "16777217" => ! `x`: the string `16777217` is not exactly a float of 32 bits; write at most 6 digits
    0.1 => 0.1
    16777217.5 => 16777217.5, then 16777218.0
    "#);
}
