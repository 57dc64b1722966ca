//! What each kind of Rust type takes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rulebook::ErrorCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{arguments, call, echo, table};

const KINDS: [&str; 9] =
    ["null", "true", "3", "3.5", r#""x""#, r#""3""#, "[]", "{}", r#"[{"a":1}]"#];

fn kinds_and<'a>(more: &[&'a str]) -> Vec<&'a str> {
    KINDS.iter().chain(more).copied().collect()
}

#[test]
fn bools_and_strings() {
    let texts = kinds_and(&["false", r#""true""#, r#""True""#, r#""""#]);
    insta::assert_snapshot!(table::<bool>(&texts), @r#"
    null => ! `x`: expected bool, found null
    true => true
    3 => ! `x`: expected bool, found a number
    3.5 => ! `x`: expected bool, found a number
    "x" => ! `x`: expected bool, found the string `x`; write `true` or `false`
    "3" => ! `x`: expected bool, found the string `3`; write `true` or `false`
    [] => ! `x`: expected bool, found an array
    {} => ! `x`: expected bool, found an object
    [{"a":1}] => ! `x`: expected bool, found an array
    false => false
    "true" => true
    "True" => ! `x`: expected bool, found the string `True`; write `true` or `false`
    "" => ! `x`: expected bool, found an empty string; write `true` or `false`
    "#);
    insta::assert_snapshot!(table::<String>(&texts), @r#"
    null => ! `x`: expected string, found null
    true => ! `x`: expected string, found a boolean
    3 => ! `x`: expected string, found a number
    3.5 => ! `x`: expected string, found a number
    "x" => "x"
    "3" => "3"
    [] => ! `x`: expected string, found an array
    {} => ! `x`: expected string, found an object
    [{"a":1}] => ! `x`: expected string, found an array
    false => ! `x`: expected string, found a boolean
    "true" => "true"
    "True" => "True"
    "" => ""
    "#);
    insta::assert_snapshot!(table::<char>(&[r#""x""#, r#""é""#, r#""""#, r#""xy""#, "3"]), @r#"
    "x" => "x"
    "é" => "é"
    "" => ! `x`: expected 1 character, found 0
    "xy" => ! `x`: expected 1 character, found 2
    3 => ! `x`: expected string, found a number
    "#);
}

#[test]
fn ints() {
    let texts = kinds_and(&[
        "3.0",
        "-0",
        "-1",
        "1e3",
        "255",
        "256",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "1e17",
        "1e300",
        r#""-3""#,
        r#""18446744073709551615""#,
        r#""007""#,
        r#""3.0""#,
    ]);
    insta::assert_snapshot!(table::<i64>(&texts), @r#"
    null => ! `x`: expected int, found null
    true => ! `x`: expected int, found a boolean
    3 => 3
    3.5 => ! `x`: expected int, found `3.5`; write a whole number
    "x" => ! `x`: expected int, found the string `x`; write a whole number, like `3`
    "3" => 3
    [] => ! `x`: expected int, found an array
    {} => ! `x`: expected int, found an object
    [{"a":1}] => ! `x`: expected int, found an array
    3.0 => 3
    -0 => 0
    -1 => -1
    1e3 => 1000
    255 => 255
    256 => 256
    4294967295 => 4294967295
    4294967296 => 4294967296
    9223372036854775807 => 9223372036854775807
    9223372036854775808 => ! `x`: `9223372036854775808` does not fit in 64 bits
    18446744073709551615 => ! `x`: `18446744073709551615` does not fit in 64 bits
    1e17 => ! `x`: `1e+17` may not be the int that was meant; write it without fraction or exponent
    1e300 => ! `x`: `1e+300` does not fit in 64 bits
    "-3" => -3
    "18446744073709551615" => ! `x`: `18446744073709551615` does not fit in 64 bits
    "007" => ! `x`: expected int, found the string `007`; write a whole number, like `3`
    "3.0" => ! `x`: expected int, found the string `3.0`; write a whole number, like `3`
    "#);
    insta::assert_snapshot!(table::<u64>(&texts), @r#"
    null => ! `x`: expected int, found null
    true => ! `x`: expected int, found a boolean
    3 => 3
    3.5 => ! `x`: expected int, found `3.5`; write a whole number
    "x" => ! `x`: expected int, found the string `x`; write a whole number, like `3`
    "3" => 3
    [] => ! `x`: expected int, found an array
    {} => ! `x`: expected int, found an object
    [{"a":1}] => ! `x`: expected int, found an array
    3.0 => 3
    -0 => 0
    -1 => ! `x`: expected at least `0`, found `-1`
    1e3 => 1000
    255 => 255
    256 => 256
    4294967295 => 4294967295
    4294967296 => 4294967296
    9223372036854775807 => 9223372036854775807
    9223372036854775808 => 9223372036854775808
    18446744073709551615 => 18446744073709551615
    1e17 => ! `x`: `1e+17` may not be the int that was meant; write it without fraction or exponent
    1e300 => ! `x`: `1e+300` does not fit in 64 bits
    "-3" => ! `x`: expected at least `0`, found `-3`
    "18446744073709551615" => 18446744073709551615
    "007" => ! `x`: expected int, found the string `007`; write a whole number, like `3`
    "3.0" => ! `x`: expected int, found the string `3.0`; write a whole number, like `3`
    "#);
    insta::assert_snapshot!(table::<u32>(&texts[6..]), @r#"
    [] => ! `x`: expected int, found an array
    {} => ! `x`: expected int, found an object
    [{"a":1}] => ! `x`: expected int, found an array
    3.0 => 3
    -0 => 0
    -1 => ! `x`: expected at least `0`, found `-1`
    1e3 => 1000
    255 => 255
    256 => 256
    4294967295 => 4294967295
    4294967296 => ! `x`: expected at most `4294967295`, found `4294967296`
    9223372036854775807 => ! `x`: expected at most `4294967295`, found `9223372036854775807`
    9223372036854775808 => ! `x`: expected at most `4294967295`, found `9223372036854775808`
    18446744073709551615 => ! `x`: expected at most `4294967295`, found `18446744073709551615`
    1e17 => ! `x`: `1e+17` may not be the int that was meant; write it without fraction or exponent
    1e300 => ! `x`: `1e+300` does not fit in 64 bits
    "-3" => ! `x`: expected at least `0`, found `-3`
    "18446744073709551615" => ! `x`: expected at most `4294967295`, found `18446744073709551615`
    "007" => ! `x`: expected int, found the string `007`; write a whole number, like `3`
    "3.0" => ! `x`: expected int, found the string `3.0`; write a whole number, like `3`
    "#);
    insta::assert_snapshot!(table::<u8>(&texts[6..]), @r#"
    [] => ! `x`: expected int, found an array
    {} => ! `x`: expected int, found an object
    [{"a":1}] => ! `x`: expected int, found an array
    3.0 => 3
    -0 => 0
    -1 => ! `x`: expected at least `0`, found `-1`
    1e3 => ! `x`: expected at most `255`, found `1000`
    255 => 255
    256 => ! `x`: expected at most `255`, found `256`
    4294967295 => ! `x`: expected at most `255`, found `4294967295`
    4294967296 => ! `x`: expected at most `255`, found `4294967296`
    9223372036854775807 => ! `x`: expected at most `255`, found `9223372036854775807`
    9223372036854775808 => ! `x`: expected at most `255`, found `9223372036854775808`
    18446744073709551615 => ! `x`: expected at most `255`, found `18446744073709551615`
    1e17 => ! `x`: `1e+17` may not be the int that was meant; write it without fraction or exponent
    1e300 => ! `x`: `1e+300` does not fit in 64 bits
    "-3" => ! `x`: expected at least `0`, found `-3`
    "18446744073709551615" => ! `x`: expected at most `255`, found `18446744073709551615`
    "007" => ! `x`: expected int, found the string `007`; write a whole number, like `3`
    "3.0" => ! `x`: expected int, found the string `3.0`; write a whole number, like `3`
    "#);
    insta::assert_snapshot!(table::<i128>(&texts[6..]), @r#"
    [] => ! `x`: expected int, found an array
    {} => ! `x`: expected int, found an object
    [{"a":1}] => ! `x`: expected int, found an array
    3.0 => 3
    -0 => 0
    -1 => -1
    1e3 => 1000
    255 => 255
    256 => 256
    4294967295 => 4294967295
    4294967296 => 4294967296
    9223372036854775807 => 9223372036854775807
    9223372036854775808 => ! `x`: `9223372036854775808` does not fit in 64 bits
    18446744073709551615 => ! `x`: `18446744073709551615` does not fit in 64 bits
    1e17 => ! `x`: `1e+17` may not be the int that was meant; write it without fraction or exponent
    1e300 => ! `x`: `1e+300` does not fit in 64 bits
    "-3" => -3
    "18446744073709551615" => ! `x`: `18446744073709551615` does not fit in 64 bits
    "007" => ! `x`: expected int, found the string `007`; write a whole number, like `3`
    "3.0" => ! `x`: expected int, found the string `3.0`; write a whole number, like `3`
    "#);
    insta::assert_snapshot!(table::<std::num::NonZeroI8>(&["0", "1", "-1", "128", "0.0", r#""0""#]), @r#"
    0 => ! `x`: `0` is not taken here
    1 => 1
    -1 => -1
    128 => ! `x`: expected at most `127`, found `128`
    0.0 => ! `x`: `0` is not taken here
    "0" => ! `x`: `0` is not taken here
    "#);
    insta::assert_snapshot!(table::<std::num::NonZeroU64>(&["0", "1", "-1"]), @"
    0 => ! `x`: expected at least `1`, found `0`
    1 => 1
    -1 => ! `x`: expected at least `1`, found `-1`
    ");
}

#[test]
fn floats() {
    let texts = kinds_and(&[
        "-0",
        "1e300",
        "1e39",
        "9007199254740992",
        "9007199254740993",
        r#""3.50""#,
        r#""NaN""#,
        r#""1e999""#,
    ]);
    insta::assert_snapshot!(table::<f64>(&texts), @r#"
    null => ! `x`: expected float, found null
    true => ! `x`: expected float, found a boolean
    3 => 3, then 3.0
    3.5 => 3.5
    "x" => ! `x`: expected float, found the string `x`; write a number, like `3.5`
    "3" => 3.0
    [] => ! `x`: expected float, found an array
    {} => ! `x`: expected float, found an object
    [{"a":1}] => ! `x`: expected float, found an array
    -0 => -0.0
    1e300 => 1e+300
    1e39 => 1e+39
    9007199254740992 => 9007199254740992, then 9007199254740992.0
    9007199254740993 => ! `x`: `9007199254740993` is not exactly a float; write at most 15 digits
    "3.50" => ! `x`: expected float, found the string `3.50`; write a number, like `3.5`
    "NaN" => ! `x`: expected float, found the string `NaN`; write a number, like `3.5`
    "1e999" => ! `x`: expected float, found the string `1e999`; write a number, like `3.5`
    "#);
    insta::assert_snapshot!(table::<f32>(&["0.1", "3", "1e39", "-1e39"]), @"
    0.1 => 0.1
    3 => 3, then 3.0
    1e39 => ! `x`: expected at most `3.4028234663852886e+38`, found `1e+39`
    -1e39 => ! `x`: expected at least `-3.4028234663852886e+38`, found `-1e+39`
    ");
}

#[test]
fn arrays() {
    let texts = kinds_and(&[
        "[1]",
        "[1,1]",
        "[1,2]",
        "[1,2,3]",
        r#"[1,"x"]"#,
        r#""[1,\"2\"]""#,
        r#""[1,""#,
        r#""[1] ""#,
    ]);
    insta::assert_snapshot!(table::<Vec<i64>>(&texts), @r#"
    null => ! `x`: expected an array, found null
    true => ! `x`: expected an array, found a boolean
    3 => ! `x`: expected an array, found a number
    3.5 => ! `x`: expected an array, found a number
    "x" => ! `x`: expected an array, found a string
    "3" => ! `x`: expected an array, found a string
    [] => []
    {} => ! `x`: expected an array, found an object
    [{"a":1}] => ! `x[0]`: expected int, found an object
    [1] => [1]
    [1,1] => [1,1]
    [1,2] => [1,2]
    [1,2,3] => [1,2,3]
    [1,"x"] => ! `x[1]`: expected int, found the string `x`; write a whole number, like `3`
    "[1,\"2\"]" => [1,2]
    "[1," => ! `x`: expected an array, found a string that is not its JSON text: line 1, column 4: expected a JSON value, found the end of the text
    "[1] " => ! `x`: expected an array, found a string that is not its JSON text: line 1, column 4: expected the end of the text, found ` `
    "#);
    insta::assert_snapshot!(table::<BTreeSet<i64>>(&["[1,2]", "[1,1]", "[1,1.0]", r#"[1,"1"]"#]), @r#"
    [1,2] => [1,2]
    [1,1] => ! `x[1]`: the same stands before it; leave it out
    [1,1.0] => ! `x[1]`: the same stands before it; leave it out
    [1,"1"] => ! `x[1]`: the same stands before it; leave it out
    "#);
    insta::assert_snapshot!(table::<[i64; 2]>(&["[]", "[1,2]", "[1,2,3]"]), @"
    [] => ! `x`: expected 2 items, found 0
    [1,2] => [1,2]
    [1,2,3] => ! `x`: expected 2 items, found 3
    ");
    let texts = ["[]", r#"[1,"x"]"#, r#"["1","1"]"#, r#"["x",1]"#, r#"[1,"x",2]"#];
    insta::assert_snapshot!(table::<(i64, String)>(&texts), @r#"
    [] => ! `x`: expected 2 items, found 0
    [1,"x"] => [1,"x"]
    ["1","1"] => [1,"1"]
    ["x",1] => ! `x[0]`: expected int, found the string `x`; write a whole number, like `3`; `x[1]`: expected string, found a number
    [1,"x",2] => ! `x`: expected 2 items, found 3
    "#);
}

#[test]
fn maps() {
    let texts = kinds_and(&[r#"{"a":1,"b":"2"}"#, r#"{"a b":"x"}"#, r#""{\"a\":1}""#]);
    insta::assert_snapshot!(table::<BTreeMap<String, i64>>(&texts), @r#"
    null => ! `x`: expected an object, found null
    true => ! `x`: expected an object, found a boolean
    3 => ! `x`: expected an object, found a number
    3.5 => ! `x`: expected an object, found a number
    "x" => ! `x`: expected an object, found a string
    "3" => ! `x`: expected an object, found a string
    [] => ! `x`: expected an object, found an array
    {} => {}
    [{"a":1}] => ! `x`: expected an object, found an array
    {"a":1,"b":"2"} => {"a":1,"b":2}
    {"a b":"x"} => ! `x["a b"]`: expected int, found the string `x`; write a whole number, like `3`
    "{\"a\":1}" => {"a":1}
    "#);
    let texts = ["{}", r#"{"1":"2"}"#, r#"{"x":2}"#, r#"{"-1":2}"#, r#"{"1":"x"}"#];
    insta::assert_snapshot!(table::<HashMap<u32, i64>>(&texts), @r#"
    {} => {}
    {"1":"2"} => {"1":2}
    {"x":2} => ! `x`: `x` is not a field; the names are whole numbers
    {"-1":2} => ! `x`: `-1` is not a field; the names are whole numbers
    {"1":"x"} => ! `x["1"]`: expected int, found the string `x`; write a whole number, like `3`
    "#);
    insta::assert_snapshot!(table::<BTreeMap<Size, i64>>(&["{}", r#"{"small":1}"#, r#"{"smal":1}"#]), @r#"
    {} => {}
    {"small":1} => {"small":1}
    {"smal":1} => ! `x`: `smal` is not a field; did you mean `small`
    "#);
    let texts = ["null", "3", r#""3""#, r#"[{"a":"1"}]"#, "18446744073709551615", "1e999999999"];
    insta::assert_snapshot!(table::<serde_json::Value>(&texts[..5]), @r#"
    null => null
    3 => 3
    "3" => "3"
    [{"a":"1"}] => [{"a":"1"}]
    18446744073709551615 => 18446744073709551615
    "#);
}

#[test]
fn names_that_are_numbers_are_told_without_types_and_lines() {
    let texts = [r#"{"01":1,"1":2}"#, r#"{"4294967296":1}"#];
    insta::assert_snapshot!(table::<HashMap<u32, i64>>(&texts), @r#"
    {"01":1,"1":2} => {"x": Object {"01": Number(1), "1": Number(2)}}, then ! `x`: expected another number
    {"4294967296":1} => {"x": Object {"4294967296": Number(1)}}, then ! `x["4294967296"]`: expected int of another size, found `4294967296`
    "#);
    insta::assert_snapshot!(table::<HashMap<i8, i64>>(&[r#"{"-0":1}"#, r#"{"-129":1}"#]), @r#"
    {"-0":1} => {"x": Object {"-0": Number(1)}}, then ! `x`: expected int, found `-0.0`
    {"-129":1} => {"x": Object {"-129": Number(1)}}, then ! `x["-129"]`: expected int of another size, found `-129`
    "#);
}

#[test]
fn an_option_of_anything_may_be_left_out() {
    let absent = |tool: &dyn rulebook::Tool| call(tool, json!({})).map_err(|error| error.message);
    assert_eq!(absent(&echo::<Option<serde_json::Value>>()), Ok(json!(null)));
    assert_eq!(absent(&echo::<serde_json::Value>()), Err("`x` is missing".to_owned()));
}

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(super) enum Size {
    Small,
    Large,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Line {
    sku: String,
    quantity: u32,
    note: Option<String>,
    #[serde(default)]
    gift: bool,
    size: Option<Size>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Order {
    lines: Vec<Line>,
}

#[test]
fn records() {
    let texts = kinds_and(&[
        r#"{"lines":[{"sku":"a","quantity":1}]}"#,
        r#"{"lines":[{"sku":"a","quantity":"1","note":null,"gift":null,"size":null}]}"#,
        r#"{"lines":[{"sku":"a","quantity":1,"note":"n","gift":true,"size":"large"}]}"#,
        r#"{"lines":[{"sku":"a","quantity":1},{"sku":"b","quantity":2},{"sku":3,"quantity":-1,"gift":1,"size":"larg","notes":""}]}"#,
        r#"{"lines":"[{\"sku\":\"a\",\"quantity\":1}]"}"#,
        r#""{\"lines\":[]}""#,
        r#""{\"lines\":[}""#,
        r#"{"line":[]}"#,
    ]);
    insta::assert_snapshot!(table::<Order>(&texts), @r#"
    null => ! `x`: expected an object, found null
    true => ! `x`: expected an object, found a boolean
    3 => ! `x`: expected an object, found a number
    3.5 => ! `x`: expected an object, found a number
    "x" => ! `x`: expected an object, found a string
    "3" => ! `x`: expected an object, found a string
    [] => ! `x`: expected an object, found an array
    {} => ! `x`: `lines` is missing
    [{"a":1}] => ! `x`: expected an object, found an array
    {"lines":[{"sku":"a","quantity":1}]} => {"lines":[{"sku":"a","quantity":1}]}, then {"lines":[{"sku":"a","quantity":1,"note":null,"gift":false,"size":null}]}
    {"lines":[{"sku":"a","quantity":"1","note":null,"gift":null,"size":null}]} => {"lines":[{"sku":"a","quantity":1,"note":null,"size":null}]}, then {"lines":[{"sku":"a","quantity":1,"note":null,"gift":false,"size":null}]}
    {"lines":[{"sku":"a","quantity":1,"note":"n","gift":true,"size":"large"}]} => {"lines":[{"sku":"a","quantity":1,"note":"n","gift":true,"size":"large"}]}
    {"lines":[{"sku":"a","quantity":1},{"sku":"b","quantity":2},{"sku":3,"quantity":-1,"gift":1,"size":"larg","notes":""}]} => ! `x.lines[2].sku`: expected string, found a number; `x.lines[2].quantity`: expected at least `0`, found `-1`; `x.lines[2].gift`: expected bool, found a number; `x.lines[2].size`: `larg` is not one of `small`, `large`; did you mean `large`; `x.lines[2]`: `notes` is not a field; did you mean `note`
    {"lines":"[{\"sku\":\"a\",\"quantity\":1}]"} => {"lines":[{"sku":"a","quantity":1}]}, then {"lines":[{"sku":"a","quantity":1,"note":null,"gift":false,"size":null}]}
    "{\"lines\":[]}" => {"lines":[]}
    "{\"lines\":[}" => ! `x`: expected an object, found a string that is not its JSON text: line 1, column 11: expected a JSON value, found `}`
    {"line":[]} => ! `x`: `line` is not a field; did you mean `lines`; `x`: `lines` is missing
    "#);
    insta::assert_snapshot!(table::<Option<Order>>(&["null", "3", "{}", r#"{"lines":[]}"#]), @r#"
    null => null
    3 => ! `x`: expected an object, found a number
    {} => ! `x`: `lines` is missing
    {"lines":[]} => {"lines":[]}
    "#);
    insta::assert_snapshot!(table::<Option<i64>>(&["null", "3", r#""3""#, r#""null""#, r#""x""#]), @r#"
    null => null
    3 => 3
    "3" => 3
    "null" => ! `x`: expected int, found the string `null`; write a whole number, like `3`
    "x" => ! `x`: expected int, found the string `x`; write a whole number, like `3`
    "#);
}

#[test]
fn choices() {
    let texts = kinds_and(&[r#""small""#, r#""Small""#, r#""smal""#, r#""large""#]);
    insta::assert_snapshot!(table::<Size>(&texts), @r#"
    null => ! `x`: expected one of `small`, `large`, found null
    true => ! `x`: expected one of `small`, `large`, found a boolean
    3 => ! `x`: expected one of `small`, `large`, found a number
    3.5 => ! `x`: expected one of `small`, `large`, found a number
    "x" => ! `x`: `x` is not one of `small`, `large`
    "3" => ! `x`: `3` is not one of `small`, `large`
    [] => ! `x`: expected one of `small`, `large`, found an array
    {} => ! `x`: expected one of `small`, `large`, found an object
    [{"a":1}] => ! `x`: expected one of `small`, `large`, found an array
    "small" => "small"
    "Small" => ! `x`: `Small` is not one of `small`, `large`; did you mean `small`
    "smal" => ! `x`: `smal` is not one of `small`, `large`; did you mean `small`
    "large" => "large"
    "#);
    insta::assert_snapshot!(table::<Option<Size>>(&["null", r#""small""#, r#""x""#, "3"]), @r#"
    null => null
    "small" => "small"
    "x" => ! `x`: `x` is not one of `small`, `large`
    3 => ! `x`: expected one of `small`, `large`, found a number
    "#);
}

/// Told apart by the only member.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Payment {
    /// In the shop.
    Cash,
    /// By mail.
    Cheque,
    Card {
        number: String,
        holder: Option<String>,
    },
    Points(u32),
    Both(i64, String),
}

#[test]
fn externally_tagged() {
    let texts = kinds_and(&[
        r#""cash""#,
        r#""csh""#,
        r#""card""#,
        r#"{"card":{"number":"1"}}"#,
        r#"{"card":{"number":1,"holdr":"x"}}"#,
        r#"{"crad":{}}"#,
        r#"{"card":{"number":"1"},"points":3}"#,
        r#"{"points":"3"}"#,
        r#"{"points":-3}"#,
        r#"{"both":[1,"x"]}"#,
        r#"{"both":[1]}"#,
        r#""{\"points\":3}""#,
        r#"{"cash":null}"#,
    ]);
    insta::assert_snapshot!(table::<Payment>(&texts), @r#"
    null => ! `x`: expected one of `cash`, `cheque` or an object with one of `card`, `points`, `both`, found null
    true => ! `x`: expected one of `cash`, `cheque` or an object with one of `card`, `points`, `both`, found a boolean
    3 => ! `x`: expected one of `cash`, `cheque` or an object with one of `card`, `points`, `both`, found `3`
    3.5 => ! `x`: expected one of `cash`, `cheque` or an object with one of `card`, `points`, `both`, found `3.5`
    "x" => ! `x`: `x` is not one of `cash`, `cheque`
    "3" => ! `x`: `3` is not one of `cash`, `cheque`
    [] => ! `x`: expected one of `cash`, `cheque` or an object with one of `card`, `points`, `both`, found an array
    {} => ! `x`: expected an object with one of `card`, `points`, `both`, found one with 0 members
    [{"a":1}] => ! `x`: expected one of `cash`, `cheque` or an object with one of `card`, `points`, `both`, found an array
    "cash" => "cash"
    "csh" => ! `x`: `csh` is not one of `cash`, `cheque`; did you mean `cash`
    "card" => ! `x`: `card` is not one of `cash`, `cheque`
    {"card":{"number":"1"}} => {"card":{"number":"1"}}, then {"card":{"number":"1","holder":null}}
    {"card":{"number":1,"holdr":"x"}} => ! `x.card.number`: expected string, found a number; `x.card`: `holdr` is not a field; did you mean `holder`
    {"crad":{}} => ! `x`: `crad` is not one of `card`, `points`, `both`; did you mean `card`
    {"card":{"number":"1"},"points":3} => ! `x`: expected an object with one of `card`, `points`, `both`, found one with 2 members
    {"points":"3"} => {"points":3}
    {"points":-3} => ! `x.points`: expected at least `0`, found `-3`
    {"both":[1,"x"]} => {"both":[1,"x"]}
    {"both":[1]} => ! `x.both`: expected 2 items, found 1
    "{\"points\":3}" => {"points":3}
    {"cash":null} => ! `x`: `cash` holds nothing; write it as a string
    "#);
}

/// Told apart by `type`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Event {
    Opened,
    Moved { x: i64, y: i64 },
    Sized(Area),
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Area {
    width: u32,
    unit: Option<Size>,
}

#[test]
fn internally_tagged() {
    let texts = kinds_and(&[
        r#"{"type":"opened"}"#,
        r#"{"type":"opend"}"#,
        r#"{"type":3}"#,
        r#"{"type":"opened","x":1}"#,
        r#"{"type":"moved","x":1}"#,
        r#"{"type":"moved","x":"1","y":2.0}"#,
        r#"{"type":"sized","width":1,"unit":"small"}"#,
        r#"{"type":"sized","width":-1,"height":1}"#,
        r#"{"x":1,"y":1}"#,
        r#""{\"type\":\"opened\"}""#,
    ]);
    insta::assert_snapshot!(table::<Event>(&texts), @r#"
    null => ! `x`: expected an object with `type`, found null
    true => ! `x`: expected an object with `type`, found a boolean
    3 => ! `x`: expected an object with `type`, found `3`
    3.5 => ! `x`: expected an object with `type`, found `3.5`
    "x" => ! `x`: expected an object with `type`, found the string `x`
    "3" => ! `x`: expected an object with `type`, found the string `3`
    [] => ! `x`: expected an object with `type`, found an array
    {} => ! `x`: `type` is missing
    [{"a":1}] => ! `x`: expected an object with `type`, found an array
    {"type":"opened"} => {"type":"opened"}
    {"type":"opend"} => ! `x.type`: `opend` is not one of `opened`, `moved`, `sized`; did you mean `opened`
    {"type":3} => ! `x.type`: expected one of `opened`, `moved`, `sized`, found a number
    {"type":"opened","x":1} => ! `x`: `x` is not a field; the fields are `type`
    {"type":"moved","x":1} => ! `x`: `y` is missing
    {"type":"moved","x":"1","y":2.0} => {"type":"moved","x":1,"y":2}
    {"type":"sized","width":1,"unit":"small"} => {"type":"sized","width":1,"unit":"small"}
    {"type":"sized","width":-1,"height":1} => ! `x.width`: expected at least `0`, found `-1`; `x`: `height` is not a field; the fields are `type`, `width`, `unit`
    {"x":1,"y":1} => ! `x`: `type` is missing
    "{\"type\":\"opened\"}" => {"type":"opened"}
    "#);
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "of", rename_all = "snake_case")]
pub(super) enum Adjacent {
    Nothing,
    Text(String),
    Area(Area),
}

#[test]
fn adjacently_tagged() {
    let texts = kinds_and(&[
        r#"{"kind":"nothing"}"#,
        r#"{"kind":"text","of":"x"}"#,
        r#"{"kind":"text","of":3}"#,
        r#"{"kind":"text"}"#,
        r#"{"kind":"txt","of":3}"#,
        r#"{"kind":"area","of":{"width":1,"depth":2}}"#,
    ]);
    insta::assert_snapshot!(table::<Adjacent>(&texts), @r#"
    null => ! `x`: expected an object with `kind`, found null
    true => ! `x`: expected an object with `kind`, found a boolean
    3 => ! `x`: expected an object with `kind`, found `3`
    3.5 => ! `x`: expected an object with `kind`, found `3.5`
    "x" => ! `x`: expected an object with `kind`, found the string `x`
    "3" => ! `x`: expected an object with `kind`, found the string `3`
    [] => ! `x`: expected an object with `kind`, found an array
    {} => ! `x`: `kind` is missing
    [{"a":1}] => ! `x`: expected an object with `kind`, found an array
    {"kind":"nothing"} => {"kind":"nothing"}
    {"kind":"text","of":"x"} => {"kind":"text","of":"x"}
    {"kind":"text","of":3} => ! `x.of`: expected string, found a number
    {"kind":"text"} => ! `x`: `of` is missing
    {"kind":"txt","of":3} => ! `x.kind`: `txt` is not one of `nothing`, `text`, `area`; did you mean `text`
    {"kind":"area","of":{"width":1,"depth":2}} => ! `x.of`: `depth` is not a field; the fields are `width`, `unit`
    "#);
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Any {
    Flag(bool),
    Count(i64),
    Share(f64),
    Text(String),
    Area(Area),
    Moved { x: i64, y: i64 },
    List(Vec<i64>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum NumberOrFlag {
    Count(i64),
    Flag(bool),
}

#[test]
fn untagged() {
    let texts = kinds_and(&[
        r#""true""#,
        "3.0",
        r#"{"width":1}"#,
        r#"{"x":1,"y":"2"}"#,
        r#"{"x":1,"y":"z"}"#,
        r#""[1]""#,
        "[1]",
        r#"["x"]"#,
        "18446744073709551615",
    ]);
    insta::assert_snapshot!(table::<Any>(&texts), @r#"
    null => ! `x`: expected bool or int or float or string or an object with `width` or an object with `x`, `y` or an array, found null
    true => true
    3 => 3
    3.5 => 3.5
    "x" => "x"
    "3" => "3"
    [] => []
    {} => ! `x`: expected an object with `width` or an object with `x`, `y`, found an object
    [{"a":1}] => ! `x[0]`: expected int, found an object
    "true" => "true"
    3.0 => 3.0
    {"width":1} => {"width":1}, then {"width":1,"unit":null}
    {"x":1,"y":"2"} => {"x":1,"y":2}
    {"x":1,"y":"z"} => ! `x.y`: expected int, found the string `z`; write a whole number, like `3`
    "[1]" => "[1]"
    [1] => [1]
    ["x"] => ! `x[0]`: expected int, found the string `x`; write a whole number, like `3`
    18446744073709551615 => ! `x`: expected int or float, found `18446744073709551615`
    "#);
    let texts = kinds_and(&[r#""true""#, r#""yes""#]);
    insta::assert_snapshot!(table::<NumberOrFlag>(&texts), @r#"
    null => ! `x`: expected int or bool, found null
    true => true
    3 => 3
    3.5 => ! `x`: expected int, found `3.5`; write a whole number
    "x" => ! `x`: expected int or bool, found the string `x`
    "3" => 3
    [] => ! `x`: expected int or bool, found an array
    {} => ! `x`: expected int or bool, found an object
    [{"a":1}] => ! `x`: expected int or bool, found an array
    "true" => true
    "yes" => ! `x`: expected int or bool, found the string `yes`
    "#);
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Tree {
    name: String,
    #[serde(default)]
    children: Vec<Tree>,
    next: Option<Box<Tree>>,
}

#[test]
fn recursive() {
    let texts = [
        r#"{"name":"a"}"#,
        r#"{"name":"a","children":[{"name":"b","children":[{"name":3}]}]}"#,
        r#"{"name":"a","next":{"name":"b","next":{"name":"c","nxt":null}}}"#,
        r#"{"name":"a","children":"[{\"name\":\"b\"}]"}"#,
    ];
    insta::assert_snapshot!(table::<Tree>(&texts), @r#"
    {"name":"a"} => {"name":"a"}, then {"name":"a","children":[],"next":null}
    {"name":"a","children":[{"name":"b","children":[{"name":3}]}]} => ! `x.children[0].children[0].name`: expected string, found a number
    {"name":"a","next":{"name":"b","next":{"name":"c","nxt":null}}} => ! `x.next.next`: `nxt` is not a field; did you mean `next`
    {"name":"a","children":"[{\"name\":\"b\"}]"} => {"name":"a","children":[{"name":"b"}]}, then {"name":"a","children":[{"name":"b","children":[],"next":null}],"next":null}
    "#);
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Flat {
    id: i64,
    #[serde(flatten)]
    area: Area,
    #[serde(flatten)]
    event: Event,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Rest {
    id: i64,
    #[serde(flatten)]
    rest: BTreeMap<String, i64>,
}

#[test]
fn flattened() {
    let texts = [
        r#"{"id":1,"width":2,"type":"opened"}"#,
        r#"{"id":1,"width":2,"type":"moved","x":"1","y":2}"#,
        r#"{"id":1,"width":2,"type":"moved","x":1,"z":2}"#,
        r#"{"id":1,"width":2}"#,
        r#"{"id":1,"width":2,"type":"open"}"#,
        r#"{"id":1,"type":"opened","heigth":1}"#,
    ];
    insta::assert_snapshot!(table::<Flat>(&texts), @r#"
    {"id":1,"width":2,"type":"opened"} => {"id":1,"width":2,"type":"opened"}, then {"id":1,"width":2,"unit":null,"type":"opened"}
    {"id":1,"width":2,"type":"moved","x":"1","y":2} => {"id":1,"width":2,"type":"moved","x":1,"y":2}, then {"id":1,"width":2,"unit":null,"type":"moved","x":1,"y":2}
    {"id":1,"width":2,"type":"moved","x":1,"z":2} => ! `x`: `z` is not a field; the fields are `id`, `width`, `unit`, `type`, `x`, `y`; `x`: `y` is missing
    {"id":1,"width":2} => ! `x`: `type` is missing
    {"id":1,"width":2,"type":"open"} => ! `x.type`: `open` is not one of `opened`, `moved`, `sized`; did you mean `opened`
    {"id":1,"type":"opened","heigth":1} => ! `x`: `heigth` is not a field; did you mean `width`; `x`: `width` is missing
    "#);
    insta::assert_snapshot!(table::<Rest>(&[r#"{"id":1,"a":"2"}"#, r#"{"a":"x"}"#]), @r#"
    {"id":1,"a":"2"} => {"id":1,"a":2}
    {"a":"x"} => ! `x.a`: expected int, found the string `x`; write a whole number, like `3`; `x`: `id` is missing
    "#);
}

/// A type with rules of its own.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub(super) struct Sku(String);

impl Clone for Sku {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl From<Sku> for String {
    fn from(sku: Sku) -> Self {
        sku.0
    }
}

impl TryFrom<String> for Sku {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.strip_prefix("SKU-") {
            Some(_) => Ok(Self(text)),
            None => Err(format!("`{text}` does not begin with `SKU-`")),
        }
    }
}

/// A schema that says more than the type takes.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Loose {
    #[schemars(with = "serde_json::Value")]
    count: u8,
    #[schemars(with = "serde_json::Value")]
    size: Option<Size>,
    #[schemars(with = "serde_json::Value")]
    area: Option<Area>,
    #[schemars(range(min = 1, max = 5))]
    stars: u8,
    #[schemars(length(min = 2, max = 3))]
    code: String,
}

#[test]
fn what_only_the_type_says() {
    let texts = [r#""SKU-1""#, r#""1""#, "1"];
    insta::assert_snapshot!(table::<Sku>(&texts), @r#"
    "SKU-1" => "SKU-1"
    "1" => {"x": String("1")}, then ! `x`: `1` does not begin with `SKU-`
    1 => ! `x`: expected string, found a number
    "#);
    insta::assert_snapshot!(table::<Vec<Sku>>(&[r#"["SKU-1","x"]"#]), @r#"["SKU-1","x"] => {"x": Array [String("SKU-1"), String("x")]}, then ! `x[1]`: `x` does not begin with `SKU-`"#);
    let of = |count: &str, size: &str, area: &str| {
        format!(r#"{{"count":{count},"size":{size},"area":{area},"stars":1,"code":"ab"}}"#)
    };
    let texts = [
        of("1", "null", "null"),
        of(r#""1""#, "null", "null"),
        of("[1]", "null", "null"),
        of("1", r#""tiny""#, "null"),
        of("1", "null", "{}"),
        of("1", "null", "[1,null,2]"),
        of("1", "null", r#""x""#),
        r#"{"count":1,"size":null,"area":null,"stars":0,"code":"a"}"#.to_owned(),
        r#"{"count":1,"size":null,"area":null,"stars":6,"code":"abcd"}"#.to_owned(),
    ];
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    insta::assert_snapshot!(table::<Loose>(&texts), @r#"
    {"count":1,"size":null,"area":null,"stars":1,"code":"ab"} => {"count":1,"size":null,"area":null,"stars":1,"code":"ab"}
    {"count":"1","size":null,"area":null,"stars":1,"code":"ab"} => {"x": Object {"count": String("1"), "size": Null, "area": Null, "stars": Number(1), "code": String("ab")}}, then ! `x.count`: expected int, found the string `1`
    {"count":[1],"size":null,"area":null,"stars":1,"code":"ab"} => {"x": Object {"count": Array [Number(1)], "size": Null, "area": Null, "stars": Number(1), "code": String("ab")}}, then ! `x.count`: expected int, found an array
    {"count":1,"size":"tiny","area":null,"stars":1,"code":"ab"} => {"x": Object {"count": Number(1), "size": String("tiny"), "area": Null, "stars": Number(1), "code": String("ab")}}, then ! `x.size`: `tiny` is not one of `small` or `large`
    {"count":1,"size":null,"area":{},"stars":1,"code":"ab"} => {"x": Object {"count": Number(1), "size": Null, "area": Object {}, "stars": Number(1), "code": String("ab")}}, then ! `x.area`: `width` is missing
    {"count":1,"size":null,"area":[1,null,2],"stars":1,"code":"ab"} => {"x": Object {"count": Number(1), "size": Null, "area": Array [Number(1), Null, Number(2)], "stars": Number(1), "code": String("ab")}}, then ! `x.area`: expected fewer items, found 3 of them
    {"count":1,"size":null,"area":"x","stars":1,"code":"ab"} => {"x": Object {"count": Number(1), "size": Null, "area": String("x"), "stars": Number(1), "code": String("ab")}}, then ! `x.area`: expected an object with other fields, found the string `x`
    {"count":1,"size":null,"area":null,"stars":0,"code":"a"} => ! `x.stars`: expected at least `1`, found `0`; `x.code`: expected at least 2 characters, found 1
    {"count":1,"size":null,"area":null,"stars":6,"code":"abcd"} => ! `x.stars`: expected at most `5`, found `6`; `x.code`: expected at most 3 characters, found 4
    "#);
}

/// What is said of numbers depends on whether the build keeps their text.
#[test]
fn numbers_that_only_the_type_refuses() {
    for (count, size) in
        [(json!(256), json!(null)), (json!(1.5), json!(null)), (json!(1), json!(3))]
    {
        let given = json!({ "count": count, "size": size, "area": null, "stars": 1, "code": "ab" });
        let error = call(&echo::<Loose>(), arguments(given)).unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArguments);
        assert!(error.message.contains(": expected "), "{error}");
        assert!(!error.message.contains("u8"), "{error}");
    }
}
