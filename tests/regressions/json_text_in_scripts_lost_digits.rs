//! `to_json` and `parse_json` of the engine lost digits of decimals, wrote
//! `null` for what is not a number, kept the last of two members with one name,
//! and named types of Rust.

use serde_json::json;

use super::support::run;

#[tokio::test]
async fn json_keeps_every_digit_or_is_refused() {
    let script = r##"fn f() -> string {
        #{ a: parse_decimal("12345678901234567.89"), b: 0.1, c: 3, d: parse_decimal("0.10"), e: (), f: [1, #{}], g: "\"" }.to_json()
    }"##;
    let text = run(script, "f", json!({})).await.unwrap();
    let expected =
        r#"{"a":"12345678901234567.89","b":0.1,"c":3,"d":0.1,"e":null,"f":[1,{}],"g":"\""}"#;
    assert_eq!(text, expected);
    for (value, says) in [
        (
            "0.0 / 0.0",
            "`to_json`: `a`: a float that is not a finite number has no place in a result",
        ),
        ("|x| x", "`to_json`: `a`: a function has no place in a result"),
        ("timestamp()", "`to_json`: `a`: a timestamp has no place in a result"),
        ("0..3", "`to_json`: `a`: a range has no place in a result"),
    ] {
        let script = format!("fn f() -> string {{ #{{ a: {value} }}.to_json() }}");
        assert_eq!(run(&script, "f", json!({})).await.unwrap_err().message, says);
    }
}

#[tokio::test]
async fn json_is_read_as_it_is_or_refused() {
    let script =
        r#"fn f(text: string) -> array { let value = parse_json(text); [value, type_of(value)] }"#;
    for (text, expected) in [
        ("3", json!([3, "int"])),
        ("3.0", json!([3.0, "float"])),
        ("null", json!([null, "()"])),
        (" [1, {\"a\": \"x\"}] ", json!([[1, { "a": "x" }], "array"])),
    ] {
        assert_eq!(run(script, "f", json!({ "text": text })).await.unwrap(), expected, "{text}");
    }
    for (text, says) in [
        ("{\"a\":1,\"a\":2}", "line 1, column 8: `a` is given twice"),
        ("[0.1000000000000000055511151231257827]", "would lose digits"),
        ("[9223372036854775808]", "`[0]`: `9223372036854775808` does not fit in 64 bits"),
        ("[1,]", "line 1, column 4: expected a JSON value, found `]`"),
    ] {
        let error = run(script, "f", json!({ "text": text })).await.unwrap_err();
        assert!(error.message.contains(says), "{text}: {error}");
    }
}
