//! What a setting takes: values of its declared type, and nothing that only looks
//! like one.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{call, folder, only, record};

const TYPES: [(&str, &str); 14] = [
    ("bool", "true"),
    ("int", "1"),
    ("float", "1"),
    ("decimal", "1"),
    ("string", "\"\""),
    ("\"x\" | \"y\"", "\"x\""),
    ("int?", "()"),
    ("array", "[]"),
    ("array<int>", "[]"),
    ("array<decimal>", "[]"),
    ("map", "#{}"),
    ("map<float>", "#{}"),
    ("#{ a: int, b?: string, c: bool? }", "#{ a: 1, c: true }"),
    ("array<#{ sku: string, n?: array<int> }>", "[]"),
];

const VALUES: &[&str] = &[
    "null",
    "true",
    "\"true\"",
    "0",
    "-0.0",
    "1",
    "1.0",
    "3.5",
    "1e3",
    "1e300",
    "0.1",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "0.30000000000000004",
    "\"\"",
    "\"x\"",
    "\"z\"",
    "\"3\"",
    "\"0.10\"",
    "\"12345678901234567.89\"",
    "\"1e3\"",
    "\"-0\"",
    "\"[1,2]\"",
    "[]",
    "[1]",
    "[1.0,2]",
    "[1,\"2\",null,3.5]",
    "[\"1.50\",1.5,3]",
    "{}",
    "{\"a\":1}",
    "{\"a\":1,\"c\":null}",
    "{\"c\":false,\"a\":1.0,\"b\":\"x\"}",
    "{\"c\":false,\"a\":\"1\",\"b\":3,\"d\":4}",
    "{\"a\":1,\"b\":null,\"c\":null}",
    "{\"x\":{\"y\":null}}",
    "[{\"sku\":\"a\"},{\"sku\":\"b\",\"n\":[1,2]},{\"n\":null,\"sku\":\"c\"}]",
    "[{\"sku\":1},{},{\"sku\":\"b\",\"n\":[1,\"2\"]},{\"sku\":\"b\",\"m\":1}]",
];

fn declared() -> String {
    let members = TYPES.iter().enumerate();
    let members: Vec<_> =
        members.map(|(at, (ty, value))| format!("m{at}: {ty} = {value}")).collect();
    format!("settings S = #{{ {} }};\nfn f(s: S) -> map {{ s }}", members.join(",\n"))
}

#[tokio::test]
async fn each_type_takes_its_values_and_no_others() {
    let tools = folder(&declared(), "f", &json!({})).load().await.unwrap();
    let record = record(&*only(&tools));
    let mut told = String::new();
    for ((ty, _), member) in TYPES.iter().zip(record.members()) {
        writeln!(told, "{ty}").unwrap();
        // One fault of a kind is enough to see.
        let mut kinds = BTreeSet::new();
        for text in VALUES {
            let value: Value = serde_json::from_str(text).unwrap();
            // Where `serde_json` keeps the text of numbers, this is no doubtful decimal.
            if *text == "0.30000000000000004" && ty.contains("decimal") {
                let stored = member.read(value.to_string().into());
                assert!(stored.is_err() || stored == Ok((*text).into()), "{ty}");
                continue;
            }
            match member.read(value) {
                Ok(read) => {
                    assert_eq!(member.read(read.clone()).unwrap().to_string(), read.to_string());
                    writeln!(told, "  {text} is {read}").unwrap();
                }
                Err(fault) => {
                    let fault = fault.to_string();
                    if kinds.insert(fault.split('`').next().unwrap().to_owned())
                        || fault.contains("at `")
                    {
                        writeln!(told, "  {text}: {fault}").unwrap();
                    }
                }
            }
        }
    }
    insta::assert_snapshot!(told, @r#"
    bool
      null: expected bool, found null
      true is true
      "true": expected bool, found the string `true`; write `true` or `false`
      0: expected bool, found a number
      "": expected bool, found an empty string; write `true` or `false`
      []: expected bool, found an array
      {}: expected bool, found an object
    int
      null: expected int, found null
      true: expected int, found a boolean
      "true": expected int, found the string `true`; write a whole number, like `3`
      0 is 0
      -0.0 is 0
      1 is 1
      1.0 is 1
      3.5: expected int, found `3.5`; write a whole number
      1e3 is 1000
      1e300: `1e+300` does not fit in 64 bits
      9007199254740993 is 9007199254740993
      9223372036854775807 is 9223372036854775807
      "": expected int, found an empty string; write a whole number, like `3`
      []: expected int, found an array
      {}: expected int, found an object
    float
      null: expected float, found null
      true: expected float, found a boolean
      "true": expected float, found the string `true`; write a number, like `3.5`
      0 is 0.0
      -0.0 is -0.0
      1 is 1.0
      1.0 is 1.0
      3.5 is 3.5
      1e3 is 1000.0
      1e300 is 1e+300
      0.1 is 0.1
      9007199254740993: `9007199254740993` is not exactly a float; write at most 15 digits
      9223372036854775808 is 9.223372036854776e+18
      0.30000000000000004 is 0.30000000000000004
      "": expected float, found an empty string; write a number, like `3.5`
      []: expected float, found an array
      {}: expected float, found an object
    decimal
      null: expected decimal, found null
      true: expected decimal, found a boolean
      "true": expected decimal, found the string `true`; write a number, like `19.99`
      0 is 0
      -0.0 is 0
      1 is 1
      1.0 is 1
      3.5 is 3.5
      1e3 is 1000
      1e300: `1e+300` does not fit a decimal, which holds 28 digits
      0.1 is 0.1
      9007199254740993 is "9007199254740993"
      9223372036854775807 is "9223372036854775807"
      9223372036854775808 is "9223372036854775808"
      18446744073709551615 is "18446744073709551615"
      "": expected decimal, found an empty string; write a number, like `19.99`
      "3" is 3
      "0.10" is "0.10"
      "12345678901234567.89" is "12345678901234567.89"
      []: expected decimal, found an array
      {}: expected decimal, found an object
    string
      null: expected string, found null
      true: expected string, found a boolean
      "true" is "true"
      0: expected string, found a number
      "" is ""
      "x" is "x"
      "z" is "z"
      "3" is "3"
      "0.10" is "0.10"
      "12345678901234567.89" is "12345678901234567.89"
      "1e3" is "1e3"
      "-0" is "-0"
      "[1,2]" is "[1,2]"
      []: expected string, found an array
      {}: expected string, found an object
    "x" | "y"
      null: expected one of `x`, `y`, found null
      "true": `true` is not one of `x`, `y`
      "x" is "x"
    int?
      null is null
      true: expected int, found a boolean
      "true": expected int, found the string `true`; write a whole number, like `3`
      0 is 0
      -0.0 is 0
      1 is 1
      1.0 is 1
      3.5: expected int, found `3.5`; write a whole number
      1e3 is 1000
      1e300: `1e+300` does not fit in 64 bits
      9007199254740993 is 9007199254740993
      9223372036854775807 is 9223372036854775807
      "": expected int, found an empty string; write a whole number, like `3`
      []: expected int, found an array
      {}: expected int, found an object
    array
      null: expected an array, found null
      true: expected an array, found a boolean
      "true": expected an array, found a string
      0: expected an array, found a number
      [] is []
      [1] is [1]
      [1.0,2] is [1.0,2]
      [1,"2",null,3.5]: at `[2]`, expected a value, found null
      ["1.50",1.5,3] is ["1.50",1.5,3]
      {}: expected an array, found an object
      [{"sku":"a"},{"sku":"b","n":[1,2]},{"n":null,"sku":"c"}]: at `[2].n`, expected a value, found null
      [{"sku":1},{},{"sku":"b","n":[1,"2"]},{"sku":"b","m":1}] is [{"sku":1},{},{"sku":"b","n":[1,"2"]},{"sku":"b","m":1}]
    array<int>
      null: expected an array, found null
      true: expected an array, found a boolean
      "true": expected an array, found a string
      0: expected an array, found a number
      [] is []
      [1] is [1]
      [1.0,2] is [1,2]
      [1,"2",null,3.5]: at `[1]`, expected int, found the string `2`; write a whole number, like `3`; at `[2]`, expected int, found null; at `[3]`, expected int, found `3.5`; write a whole number
      ["1.50",1.5,3]: at `[0]`, expected int, found the string `1.50`; write a whole number, like `3`; at `[1]`, expected int, found `1.5`; write a whole number
      {}: expected an array, found an object
      [{"sku":"a"},{"sku":"b","n":[1,2]},{"n":null,"sku":"c"}]: at `[0]`, expected int, found an object; at `[1]`, expected int, found an object; at `[2]`, expected int, found an object
      [{"sku":1},{},{"sku":"b","n":[1,"2"]},{"sku":"b","m":1}]: at `[0]`, expected int, found an object; at `[1]`, expected int, found an object; at `[2]`, expected int, found an object; at `[3]`, expected int, found an object
    array<decimal>
      null: expected an array, found null
      true: expected an array, found a boolean
      "true": expected an array, found a string
      0: expected an array, found a number
      [] is []
      [1] is [1]
      [1.0,2] is [1,2]
      [1,"2",null,3.5]: at `[2]`, expected decimal, found null
      ["1.50",1.5,3] is ["1.50",1.5,3]
      {}: expected an array, found an object
      [{"sku":"a"},{"sku":"b","n":[1,2]},{"n":null,"sku":"c"}]: at `[0]`, expected decimal, found an object; at `[1]`, expected decimal, found an object; at `[2]`, expected decimal, found an object
      [{"sku":1},{},{"sku":"b","n":[1,"2"]},{"sku":"b","m":1}]: at `[0]`, expected decimal, found an object; at `[1]`, expected decimal, found an object; at `[2]`, expected decimal, found an object; at `[3]`, expected decimal, found an object
    map
      null: expected an object, found null
      true: expected an object, found a boolean
      "true": expected an object, found a string
      0: expected an object, found a number
      []: expected an object, found an array
      {} is {}
      {"a":1} is {"a":1}
      {"a":1,"c":null}: at `c`, expected a value, found null
      {"c":false,"a":1.0,"b":"x"} is {"c":false,"a":1.0,"b":"x"}
      {"c":false,"a":"1","b":3,"d":4} is {"c":false,"a":"1","b":3,"d":4}
      {"a":1,"b":null,"c":null}: at `b`, expected a value, found null; at `c`, expected a value, found null
      {"x":{"y":null}}: at `x.y`, expected a value, found null
    map<float>
      null: expected an object, found null
      true: expected an object, found a boolean
      "true": expected an object, found a string
      0: expected an object, found a number
      []: expected an object, found an array
      {} is {}
      {"a":1} is {"a":1.0}
      {"a":1,"c":null}: at `c`, expected float, found null
      {"c":false,"a":1.0,"b":"x"}: at `c`, expected float, found a boolean; at `b`, expected float, found the string `x`; write a number, like `3.5`
      {"c":false,"a":"1","b":3,"d":4}: at `c`, expected float, found a boolean; at `a`, expected float, found the string `1`; write a number, like `3.5`
      {"a":1,"b":null,"c":null}: at `b`, expected float, found null; at `c`, expected float, found null
      {"x":{"y":null}}: at `x`, expected float, found an object
    #{ a: int, b?: string, c: bool? }
      null: expected an object, found null
      true: expected an object, found a boolean
      "true": expected an object, found a string
      0: expected an object, found a number
      []: expected an object, found an array
      {}: `a` is missing; `c` is missing
      {"a":1,"c":null} is {"a":1,"c":null}
      {"c":false,"a":1.0,"b":"x"} is {"a":1,"b":"x","c":false}
      {"c":false,"a":"1","b":3,"d":4}: at `a`, expected int, found the string `1`; write a whole number, like `3`; at `b`, expected string, found a number; `d` is not a field; the fields are `a`, `b`, `c`
      {"a":1,"b":null,"c":null} is {"a":1,"c":null}
    array<#{ sku: string, n?: array<int> }>
      null: expected an array, found null
      true: expected an array, found a boolean
      "true": expected an array, found a string
      0: expected an array, found a number
      [] is []
      [1]: at `[0]`, expected an object, found a number
      [1.0,2]: at `[0]`, expected an object, found a number; at `[1]`, expected an object, found a number
      [1,"2",null,3.5]: at `[0]`, expected an object, found a number; at `[1]`, expected an object, found a string; at `[2]`, expected an object, found null; at `[3]`, expected an object, found a number
      ["1.50",1.5,3]: at `[0]`, expected an object, found a string; at `[1]`, expected an object, found a number; at `[2]`, expected an object, found a number
      {}: expected an array, found an object
      [{"sku":"a"},{"sku":"b","n":[1,2]},{"n":null,"sku":"c"}] is [{"sku":"a"},{"sku":"b","n":[1,2]},{"sku":"c"}]
      [{"sku":1},{},{"sku":"b","n":[1,"2"]},{"sku":"b","m":1}]: at `[0].sku`, expected string, found a number; at `[1]`, `sku` is missing; at `[2].n[1]`, expected int, found the string `2`; write a whole number, like `3`; at `[3]`, `m` is not a field; the fields are `sku`, `n`
    "#);
}

#[tokio::test]
async fn what_is_too_deep_or_too_large_is_no_setting() {
    let script = "settings S = #{ a: array = [], m: map = #{}, s: string = \"\" };
        fn f(s: S) -> int { 1 }";
    let folder = folder(script, "f", &json!({}));
    let mut limits = rulebook::Limits::default();
    limits.value_depth = 8;
    limits.array_items = 100;
    limits.string_bytes = 1000;
    let tools = folder.load_with(rulebook::ToolSet::options().limits(limits)).await.unwrap();
    let record = record(&*only(&tools));
    let nested = |depth: usize| (0..depth).fold(json!([]), |inner, _| Value::Array(vec![inner]));
    let mut told = String::new();
    for (member, value) in [
        ("a", nested(6)),
        ("a", nested(7)),
        ("a", nested(100_000)),
        ("m", json!({ "deep": nested(6) })),
        ("a", Value::Array(vec![json!(1); 100])),
        ("a", Value::Array(vec![json!(1); 101])),
        ("s", json!("x".repeat(1001))),
    ] {
        let read = record.member(member).unwrap().read(value);
        let read = read.map_or_else(|fault| fault.to_string(), |_| "taken".to_owned());
        writeln!(told, "{member}: {read}").unwrap();
    }
    insta::assert_snapshot!(told, @"
    a: taken
    a: at `[0][0][0][0][0][0][0]`, it is nested more than 7 levels deep
    a: it has more than 100 items
    m: at `deep[0][0][0][0][0][0]`, it is nested more than 7 levels deep
    a: taken
    a: it has more than 100 items
    s: it has more than 1000 bytes of text
    ");
}

#[tokio::test]
async fn a_default_that_limits_do_not_let_be_is_told_when_rules_load() {
    let script = "settings S = #{ a: int = 1, b: array = [[[[[[[[]]]]]]]], c: string = \"12345\" };
        fn f(s: S) -> int { 1 }";
    let folder = folder(script, "f", &json!({}));
    let mut limits = rulebook::Limits::default();
    (limits.value_depth, limits.string_bytes) = (8, 4);
    let error = folder.load_with(rulebook::ToolSet::options().limits(limits)).await.unwrap_err();
    insta::assert_snapshot!(error, @"
    rules.rhai:1:29: error[invalid_default]: the default of `b`: at `[0][0][0][0][0][0][0]`, it is nested more than 7 levels deep; help: write a smaller one
    rules.rhai:1:58: error[invalid_default]: the default of `c`: it has more than 4 bytes of text; help: write a smaller one
    ");
}

/// Every call would fail at the first look at them.
#[tokio::test]
async fn defaults_that_are_too_large_together_are_told_when_rules_load() {
    let script = "settings S = #{ a: string = \"123\", b: string = \"45\", c: map = #{ x: 1 } };
        fn f(s: S) -> int { 1 }";
    let folder = folder(script, "f", &json!({}));
    let mut limits = rulebook::Limits::default();
    limits.string_bytes = 4;
    let load = |limits| folder.load_with(rulebook::ToolSet::options().limits(limits));
    insta::assert_snapshot!(load(limits).await.unwrap_err(), @"rules.rhai:1:10: error[invalid_default]: `S` as a whole has more than 4 bytes of text; help: write a smaller one");
    let mut limits = rulebook::Limits::default();
    limits.map_items = 3;
    insta::assert_snapshot!(load(limits.clone()).await.unwrap_err(), @"rules.rhai:1:10: error[invalid_default]: `S` as a whole has more than 3 entries; help: write a smaller one");
    limits.map_items = 4;
    assert!(load(limits).await.is_ok());
}

/// A type with the text of a default, and other values of it as JSON.
fn typed() -> impl Strategy<Value = (String, String, Value)> {
    let number = prop_oneof![any::<i64>(), -1000_i64..1000, Just(0)];
    // A result has 16 or 17 digits as a number, and a setting takes them as text only.
    let is_exact = |digits: &i64| {
        let digits = digits.unsigned_abs().to_string();
        !matches!(digits.trim_end_matches('0').len(), 16 | 17)
    };
    let digits = any::<i64>().prop_filter("the result is no number of a setting", is_exact);
    let decimal = (digits, 0_u32..=18)
        .prop_map(|(digits, scale)| rulebook::Decimal::new(digits, scale).to_string());
    let text = "[ -~é\u{1f600}\n\t]{0,8}";
    let quoted = |text: &str| {
        let text = text.replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{}\"", text.replace('\n', "\\n").replace('\t', "\\t"))
    };
    let plain = prop_oneof![
        any::<bool>().prop_map(|value| ("bool".to_owned(), value.to_string(), json!(!value))),
        number.prop_map(|value| ("int".to_owned(), value.to_string(), json!(value ^ 1))),
        (-1e6_f64..1e6).prop_map(|value| ("float".to_owned(), format!("{value:?}"), json!(-value))),
        (decimal.clone(), decimal).prop_map(|(one, other)| (
            "decimal".to_owned(),
            one,
            json!(other)
        )),
        (text, text)
            .prop_map(move |(one, other)| { ("string".to_owned(), quoted(&one), json!(other)) }),
        Just(("\"a\" | \"b\"?".to_owned(), "()".to_owned(), json!("b"))),
    ];
    plain.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner
                .clone()
                .prop_filter("items are never null", |(ty, ..)| !ty.ends_with('?'))
                .prop_map(|(ty, default, value)| {
                    (format!("array<{ty}>"), format!("[{default}, {default}]"), json!([value]))
                }),
            inner
                .clone()
                .prop_filter("items are never null", |(ty, ..)| !ty.ends_with('?'))
                .prop_map(|(ty, default, value)| {
                    (format!("map<{ty}>"), format!("#{{ k: {default} }}"), json!({ "x y": value }))
                }),
            (inner.clone(), inner).prop_map(|((a, x, one), (b, y, other))| {
                let ty = format!("#{{ a: {a}, b?: {b} }}");
                (ty, format!("#{{ b: {y}, a: {x} }}"), json!({ "a": one, "b": other }))
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..Default::default() })]

    /// What a script sees is what was set, or the default, and comes back from it as
    /// the same values.
    #[test]
    fn settings_reach_the_script_without_a_loss(members in prop::collection::vec(typed(), 1..8)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let fields = members.iter().enumerate();
            let fields: Vec<_> = fields.map(|(at, (ty, ..))| format!("m{at}: {ty}")).collect();
            let declared = members.iter().zip(&fields);
            let declared: Vec<_> =
                declared.map(|((_, default, _), field)| format!("{field} = {default}")).collect();
            let (fields, declared) = (fields.join(", "), declared.join(",\n"));
            let script =
                format!("settings S = #{{\n{declared}\n}};\nfn f(s: S) -> #{{ {fields} }} {{ s }}");
            let tools = folder(&script, "f", &json!({})).load().await.expect(&script);
            let tool = only(&tools);
            let record = record(&*tool);
            let defaults = tools.call("f", json!({})).await.unwrap();
            let mut said = serde_json::Map::new();
            for (at, (_, _, value)) in members.iter().enumerate() {
                let member = record.member(&format!("m{at}")).unwrap();
                let default = member.default_value();
                assert_eq!(member.read(default.clone()).unwrap().to_string(), default.to_string());
                let given = &defaults[format!("m{at}")];
                assert!(alike(given, default), "{given} {default}\n{script}");
                said.insert(format!("m{at}"), value.clone());
            }
            let given = call(&*tool, json!({}), Value::Object(said.clone())).await.unwrap();
            for (name, value) in &said {
                let member = record.member(name).unwrap();
                let read = member.read(value.clone()).unwrap();
                let given = &given[name];
                assert!(alike(given, &read), "{name}: {given} {read}\n{script}");
            }
        });
    }
}

/// Whether both are the same but for how a decimal is written.
fn alike(one: &Value, other: &Value) -> bool {
    let decimal = |value: &Value| -> Option<rulebook::Decimal> {
        match value {
            Value::String(text) => text.parse().ok(),
            Value::Number(number) => number.to_string().parse().ok(),
            _ => None,
        }
    };
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| alike(a, b))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, a)| other.get(key).is_some_and(|b| alike(a, b)))
        }
        (one, other) => one == other || (decimal(one).is_some() && decimal(one) == decimal(other)),
    }
}
