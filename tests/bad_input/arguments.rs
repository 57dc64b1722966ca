//! Arguments that do not fit.

use super::*;

const SCRIPT: &str = r#"
type Line = #{ sku: string, price: decimal, note?: string };
fn f(b: bool, i: int, x: float, d: decimal, s: string, u: "late" | "damaged", n: int?, a: array<int>, m: map<int>, r: Line, any: array, o: map) -> int { 42 }
"#;

fn good() -> Value {
    json!({
        "b": true, "i": 1, "x": 1.5, "d": 19.99, "s": "x", "u": "late", "n": null, "a": [1], "m": { "k": 1 },
        "r": { "sku": "A", "price": 1 }, "any": [1, [null]], "o": { "k": [] },
    })
}

#[tokio::test]
async fn every_kind_of_wrong_value() {
    let tools = Folder::with_rules(SCRIPT, &["f"]).load_with(options()).await.unwrap();
    assert_eq!(tools.call("f", good()).await.unwrap(), 42);
    let wrong = [
        ("b", vec![json!(1), json!("True"), json!(""), json!(null), json!([])]),
        (
            "i",
            vec![
                json!(1.5),
                json!("007"),
                json!(" 3"),
                json!("0x10"),
                json!("1e3"),
                json!("-0"),
                json!(9_223_372_036_854_775_808_u64),
                json!(1e300),
                json!(true),
                json!("99999999999999999999"),
            ],
        ),
        (
            "x",
            vec![
                json!("1,5"),
                json!("NaN"),
                json!("inf"),
                json!("1e400"),
                json!(9_007_199_254_740_993_i64),
                json!([]),
                json!(""),
            ],
        ),
        (
            "d",
            vec![
                json!("1e5"),
                json!("1_000"),
                json!("19,99"),
                json!("79228162514264337593543950336"),
                json!(1e300),
                json!("$5"),
                json!(true),
            ],
        ),
        ("s", vec![json!(1), json!(null), json!(["x"]), json!({ "x": 1 })]),
        ("u", vec![json!("Late"), json!(""), json!("lost\n\u{202e}"), json!(1), json!(null)]),
        ("n", vec![json!("x"), json!("null"), json!([null])]),
        (
            "a",
            vec![
                json!("x"),
                json!("[1,]"),
                json!(["a", 1.5, null]),
                json!({ "0": 1 }),
                json!(null),
                json!("[1] "),
            ],
        ),
        (
            "m",
            vec![json!([]), json!({ "k": "x", "l": null }), json!("{\"k\":1,\"k\":2}"), json!("{")],
        ),
        (
            "r",
            vec![
                json!({}),
                json!({ "sku": "A", "price": 1, "nte": "x" }),
                json!({ "sku": null, "price": "x", "note": 1 }),
                json!([]),
                json!("A"),
            ],
        ),
        ("any", vec![json!(1), json!([9_223_372_036_854_775_808_u64])]),
        (
            "o",
            vec![json!("x"), json!([]), json!({ "a": { "b": [18_446_744_073_709_551_615_u64] } })],
        ),
    ];
    let mut told = String::new();
    for (name, values) in wrong {
        for value in values {
            let mut arguments = good();
            arguments[name] = value.clone();
            let result = tools.call("f", arguments).await;
            writeln!(told, "{name}: {}\n  {}", short(&value.to_string()), outcome(&result))
                .unwrap();
        }
    }
    assert_eq!(tools.call("f", good()).await.unwrap(), 42);
    insta::assert_snapshot!(told, @r#"
    b: 1
      invalid_arguments: `b`: expected bool, found a number
    b: "True"
      invalid_arguments: `b`: expected bool, found the string `True`; write `true` or `false`
    b: ""
      invalid_arguments: `b`: expected bool, found an empty string; write `true` or `false`
    b: null
      invalid_arguments: `b`: expected bool, found null
    b: []
      invalid_arguments: `b`: expected bool, found an array
    i: 1.5
      invalid_arguments: `i`: expected int, found `1.5`; write a whole number
    i: "007"
      invalid_arguments: `i`: expected int, found the string `007`; write a whole number, like `3`
    i: " 3"
      invalid_arguments: `i`: expected int, found the string ` 3`; write a whole number, like `3`
    i: "0x10"
      invalid_arguments: `i`: expected int, found the string `0x10`; write a whole number, like `3`
    i: "1e3"
      invalid_arguments: `i`: expected int, found the string `1e3`; write a whole number, like `3`
    i: "-0"
      invalid_arguments: `i`: expected int, found the string `-0`; write a whole number, like `3`
    i: 9223372036854775808
      invalid_arguments: `i`: `9223372036854775808` does not fit in 64 bits
    i: 1e+300
      invalid_arguments: `i`: `1e+300` does not fit in 64 bits
    i: true
      invalid_arguments: `i`: expected int, found a boolean
    i: "99999999999999999999"
      invalid_arguments: `i`: `99999999999999999999` does not fit in 64 bits
    x: "1,5"
      invalid_arguments: `x`: expected float, found the string `1,5`; write a number, like `3.5`
    x: "NaN"
      invalid_arguments: `x`: expected float, found the string `NaN`; write a number, like `3.5`
    x: "inf"
      invalid_arguments: `x`: expected float, found the string `inf`; write a number, like `3.5`
    x: "1e400"
      invalid_arguments: `x`: expected float, found the string `1e400`; write a number, like `3.5`
    x: 9007199254740993
      invalid_arguments: `x`: `9007199254740993` is not exactly a float; write at most 15 digits
    x: []
      invalid_arguments: `x`: expected float, found an array
    x: ""
      invalid_arguments: `x`: expected float, found an empty string; write a number, like `3.5`
    d: "1e5"
      invalid_arguments: `d`: expected decimal, found the string `1e5`; write a number, like `19.99`
    d: "1_000"
      invalid_arguments: `d`: expected decimal, found the string `1_000`; write a number, like `19.99`
    d: "19,99"
      invalid_arguments: `d`: expected decimal, found the string `19,99`; write a number, like `19.99`
    d: "79228162514264337593543950336"
      invalid_arguments: `d`: `79228162514264337593543950336` does not fit a decimal, which holds 28 digits
    d: 1e+300
      invalid_arguments: `d`: `1e+300` does not fit a decimal, which holds 28 digits
    d: "$5"
      invalid_arguments: `d`: expected decimal, found the string `$5`; write a number, like `19.99`
    d: true
      invalid_arguments: `d`: expected decimal, found a boolean
    s: 1
      invalid_arguments: `s`: expected string, found a number
    s: null
      invalid_arguments: `s`: expected string, found null
    s: ["x"]
      invalid_arguments: `s`: expected string, found an array
    s: {"x":1}
      invalid_arguments: `s`: expected string, found an object
    u: "Late"
      invalid_arguments: `u`: `Late` is not one of `late`, `damaged`; did you mean `late`
    u: ""
      invalid_arguments: `u`: `` is not one of `late`, `damaged`
    u: "lost\\n\u{202e}"
      invalid_arguments: `u`: `lost\n\u{202e}` is not one of `late`, `damaged`
    u: 1
      invalid_arguments: `u`: expected one of `late`, `damaged`, found a number
    u: null
      invalid_arguments: `u`: expected one of `late`, `damaged`, found null
    n: "x"
      invalid_arguments: `n`: expected int, found the string `x`; write a whole number, like `3`
    n: "null"
      invalid_arguments: `n`: expected int, found the string `null`; write a whole number, like `3`
    n: [null]
      invalid_arguments: `n`: expected int, found an array
    a: "x"
      invalid_arguments: `a`: expected an array, found a string
    a: "[1,]"
      invalid_arguments: `a`: expected an array, found a string that is not its JSON text: line 1, column 4: expected a JSON value, found `]`
    a: ["a",1.5,null]
      invalid_arguments: `a[0]`: expected int, found the string `a`; write a whole number, like `3`; `a[1]`: expected int, found `1.5`; write a whole number; `a[2]`: expected int, found null
    a: {"0":1}
      invalid_arguments: `a`: expected an array, found an object
    a: null
      invalid_arguments: `a`: expected an array, found null
    a: "[1] "
      invalid_arguments: `a`: expected an array, found a string that is not its JSON text: line 1, column 4: expected the end of the text, found ` `
    m: []
      invalid_arguments: `m`: expected an object, found an array
    m: {"k":"x","l":null}
      invalid_arguments: `m.k`: expected int, found the string `x`; write a whole number, like `3`; `m.l`: expected int, found null
    m: "{\\"k\\":1,\\"k\\":2}"
      invalid_arguments: `m`: expected an object, found a string that is not its JSON text: line 1, column 8: `k` is given twice
    m: "{"
      invalid_arguments: `m`: expected an object, found a string that is not its JSON text: line 1, column 2: expected a name in double quotes, found the end of the text
    r: {}
      invalid_arguments: `r`: `sku` is missing; `r`: `price` is missing
    r: {"sku":"A","price":1,"nte":"x"}
      invalid_arguments: `r`: `nte` is not a field; did you mean `note`
    r: {"sku":null,"price":"x","note":1}
      invalid_arguments: `r.sku`: expected string, found null; `r.price`: expected decimal, found the string `x`; write a number, like `19.99`; `r.note`: expected string, found a number
    r: []
      invalid_arguments: `r`: expected an object, found an array
    r: "A"
      invalid_arguments: `r`: expected an object, found a string
    any: 1
      invalid_arguments: `any`: expected an array, found a number
    any: [9223372036854775808]
      invalid_arguments: `any[0]`: `9223372036854775808` does not fit in 64 bits
    o: "x"
      invalid_arguments: `o`: expected an object, found a string
    o: []
      invalid_arguments: `o`: expected an object, found an array
    o: {"a":{"b":[18446744073709551615]}}
      invalid_arguments: `o.a.b[0]`: `18446744073709551615` does not fit in 64 bits
    "#);
}

#[tokio::test]
async fn names_that_are_missing_unknown_or_odd() {
    let script = "fn f(days_since: int, reason: string) -> int { 42 }";
    let tools = Folder::with_rules(script, &["f"]).load_with(options()).await.unwrap();
    let long = "x".repeat(100_000);
    let mut told = String::new();
    for arguments in [
        json!({}),
        json!({ "days_since": 1 }),
        json!({ "daysSince": 1, "reason": "x" }),
        json!({ "days_since": 1, "reason": "x", "": 1 }),
        json!({ "days_since": 1, "reason": "x", "\u{0}\n\u{202e}`": 1 }),
        json!({ "days_since": 1, "reason": "x", long.clone(): 1 }),
        json!({ "days_since": long, "reason": 1 }),
        json!(null),
        json!([]),
        json!("{}"),
        json!(1),
        json!(true),
    ] {
        let label = arguments.to_string();
        let result = tools.call("f", arguments).await;
        writeln!(told, "{}\n  {}", short(&label), outcome(&result)).unwrap();
    }
    let unknown = tools.call("g", json!({})).await;
    writeln!(told, "tool g\n  {}", outcome(&unknown)).unwrap();
    let unknown = tools.call(&"x\n".repeat(10_000), json!({})).await;
    writeln!(told, "a long name\n  {}", outcome(&unknown)).unwrap();
    insta::assert_snapshot!(told, @r#"
    {}
      invalid_arguments: `days_since` is missing; `reason` is missing
    {"days_since":1}
      invalid_arguments: `reason` is missing
    {"daysSince":1,"reason":"x"}
      invalid_arguments: `daysSince` is not a parameter; did you mean `days_since`; `days_since` is missing
    {"days_since":1,"reason":"x","":1}
      invalid_arguments: `` is not a parameter; the parameters are `days_since`, `reason`
    {"days_since":1,"reason":"x","\\u0000\\n\u{202e}`":1}
      invalid_arguments: `\0\n\u{202e}`` is not a parameter; the parameters are `days_since`, `reason`
    {"days_since":1,"reason":"x","xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
      invalid_arguments: `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` is not a parameter; the parameters are `days_since`, `reason`
    {"days_since":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
      invalid_arguments: `days_since`: expected int, found the string `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…`; write a whole number, like `3`; `reason`: expected string, found a number
    null
      invalid_arguments: the arguments are null, and must be an object
    []
      invalid_arguments: the arguments are an array, and must be an object
    "{}"
      invalid_arguments: the arguments are a string, and must be an object
    1
      invalid_arguments: the arguments are a number, and must be an object
    true
      invalid_arguments: the arguments are a boolean, and must be an object
    tool g
      unknown_tool: there is no tool `g`; the tools are `f`
    a long name
      unknown_tool: there is no tool `x\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\n…`; the tools are `f`
    "#);
}

#[test]
fn texts_that_are_no_json_object() {
    let mut told = String::new();
    for text in [
        "",
        " ",
        "{",
        "}",
        "[]",
        "null",
        "1",
        "\"x\"",
        "{}x",
        "{} {}",
        "{'a':1}",
        "{a:1}",
        "{\"a\" 1}",
        "{\"a\"}",
        "{\"a\":1,}",
        "{,}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":1.}",
        "{\"a\":0x1}",
        "{\"a\":1e}",
        "{\"a\":--1}",
        "{\"a\":NaN}",
        "{\"a\":Infinity}",
        "{\"a\":1e999}",
        "{\"a\":0.1000000000000000055511151231257827}",
        "{\"a\":tru}",
        "{\"a\":\"x",
        "{\"a\":\"\\q\"}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":\"\\ud800\"}",
        "{\"a\":\"\\udc00\\ud800\"}",
        "{\"\\ud800\":1}",
        "{\"a\":\"\u{1}\"}",
        "{\"a\":\"x\ny\"}",
        "{}//",
        "{}\0",
        "\u{a0}{}",
    ] {
        let result = rulebook::parse_arguments(text).map(Value::Object);
        writeln!(told, "{}\n  {}", short(text), outcome(&result)).unwrap();
    }
    insta::assert_snapshot!(told, @r#"
      invalid_arguments: line 1, column 1: expected a JSON value, found the end of the text
     
      invalid_arguments: line 1, column 2: expected a JSON value, found the end of the text
    {
      invalid_arguments: line 1, column 2: expected a name in double quotes, found the end of the text
    }
      invalid_arguments: line 1, column 1: expected a JSON value, found `}`
    []
      invalid_arguments: the arguments are an array, and must be an object
    null
      invalid_arguments: the arguments are null, and must be an object
    1
      invalid_arguments: the arguments are a number, and must be an object
    "x"
      invalid_arguments: the arguments are a string, and must be an object
    {}x
      invalid_arguments: line 1, column 3: expected the end of the text, found `x`
    {} {}
      invalid_arguments: line 1, column 4: expected the end of the text, found `{`
    {'a':1}
      invalid_arguments: line 1, column 2: expected a name in double quotes, found `'`
    {a:1}
      invalid_arguments: line 1, column 2: expected a name in double quotes, found `a`
    {"a" 1}
      invalid_arguments: line 1, column 6: expected `:`, found `1`
    {"a"}
      invalid_arguments: line 1, column 5: expected `:`, found `}`
    {"a":1,}
      invalid_arguments: line 1, column 8: expected a name in double quotes, found `}`
    {,}
      invalid_arguments: line 1, column 2: expected a name in double quotes, found `,`
    {"a":1,"a":2}
      invalid_arguments: line 1, column 8: `a` is given twice
    {"a":1,"\\u0061":2}
      invalid_arguments: line 1, column 8: `a` is given twice
    {"a":01}
      invalid_arguments: line 1, column 6: a number does not begin with a needless `0`
    {"a":+1}
      invalid_arguments: line 1, column 6: expected a JSON value, found `+`
    {"a":.5}
      invalid_arguments: line 1, column 6: expected a JSON value, found `.`
    {"a":1.}
      invalid_arguments: line 1, column 8: expected a digit, found `}`
    {"a":0x1}
      invalid_arguments: line 1, column 7: expected `,` or `}`, found `x`
    {"a":1e}
      invalid_arguments: line 1, column 8: expected a digit, found `}`
    {"a":--1}
      invalid_arguments: line 1, column 7: expected a digit, found `-`
    {"a":NaN}
      invalid_arguments: line 1, column 6: expected a JSON value, found `N`
    {"a":Infinity}
      invalid_arguments: line 1, column 6: expected a JSON value, found `I`
    {"a":1e999}
      invalid_arguments: line 1, column 6: `1e999` is larger than any number can be
    {"a":0.1000000000000000055511151231257827}
      invalid_arguments: line 1, column 6: `0.1000000000000000055511151231257827` would lose digits; send it as text: `"0.1000000000000000055511151231257827"`
    {"a":tru}
      invalid_arguments: line 1, column 6: expected a JSON value, found `t`
    {"a":"x
      invalid_arguments: line 1, column 6: the string does not end
    {"a":"\\q"}
      invalid_arguments: line 1, column 8: expected one of `"\/bfnrtu` after `\`, found `q`
    {"a":"\\u12"}
      invalid_arguments: line 1, column 7: `\u` stands before four hexadecimal digits of a character
    {"a":"\\ud800"}
      invalid_arguments: line 1, column 7: `\u` stands before four hexadecimal digits of a character
    {"a":"\\udc00\\ud800"}
      invalid_arguments: line 1, column 7: `\u` stands before four hexadecimal digits of a character
    {"\\ud800":1}
      invalid_arguments: line 1, column 3: `\u` stands before four hexadecimal digits of a character
    {"a":"\u{1}"}
      invalid_arguments: line 1, column 7: expected `\n` or another escape in a string, found `\u{1}`
    {"a":"x\ny"}
      invalid_arguments: line 1, column 8: expected `\n` or another escape in a string, found `\n`
    {}//
      invalid_arguments: line 1, column 3: expected the end of the text, found `/`
    {}\0
      invalid_arguments: line 1, column 3: expected the end of the text, found `\0`
    \u{a0}{}
      invalid_arguments: line 1, column 1: expected a JSON value, found `\u{a0}`
    "#);
}

#[tokio::test]
async fn many_problems_are_told_and_no_more_than_anyone_reads() {
    let tools = Folder::with_rules("fn f(a: array<int>, m: map<int>) -> int { 42 }", &["f"]);
    let tools = tools.load_with(options().timeout(SLACK)).await.unwrap();
    let wrong: serde_json::Map<_, _> = (0..20_000).map(|n| (format!("k{n}"), json!("x"))).collect();
    let items = vec![json!("x"); 100_000];
    let start = Instant::now();
    let error = tools.call("f", json!({ "a": items, "m": wrong })).await.unwrap_err();
    assert!(start.elapsed() < SLACK, "took {:?}", start.elapsed());
    assert_eq!(error.problems.len(), 101);
    assert!(error.message.len() < 20_000, "{}", error.message.len());
}
