use proptest::prelude::*;

use super::super::number::numeral;
use super::super::parse_arguments;
use super::*;

fn table(texts: &[&str]) -> String {
    let shown = |text: &&str| match parse_arguments(text) {
        Ok(members) => {
            format!("{} => {}\n", visible(text), visible(&Value::Object(members).to_string()))
        }
        Err(error) => format!("{} => ! {error}\n", visible(text)),
    };
    texts.iter().map(shown).collect()
}

fn visible(text: &str) -> String {
    let hidden = |c: char| c.is_control() || matches!(c, '\u{feff}' | '\u{a0}');
    let escape = |c: char| if hidden(c) { c.escape_debug().to_string() } else { c.to_string() };
    text.chars().map(escape).collect()
}

#[test]
fn whole_texts() {
    let texts = [
        "{}",
        " {\n} \r\n",
        "",
        " ",
        "null",
        "[1]",
        "3",
        "\"{}\"",
        "{} {}",
        "{",
        "}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":[1,]}",
        "{\"a\":[1 2]}",
        "{\"a\":tru}",
        "{\"a\":True}",
        "{\"a\":NaN}",
        "{\"a\":1}x",
        "// no\n{}",
        "{\"é\": 1,\n \"b\": x}",
        "\u{feff}{\"a\":1}",
        "\u{feff}{\"a\":x}",
        "\u{feff}\u{feff}{}",
        "{\"a\":1}\0",
        "{\u{a0}}",
    ];
    insta::assert_snapshot!(table(&texts), @r#"
    {} => {}
     {\n} \r\n => {}
     => ! invalid_arguments: line 1, column 1: expected a JSON value, found the end of the text
      => ! invalid_arguments: line 1, column 2: expected a JSON value, found the end of the text
    null => ! invalid_arguments: the arguments are null, and must be an object
    [1] => ! invalid_arguments: the arguments are an array, and must be an object
    3 => ! invalid_arguments: the arguments are a number, and must be an object
    "{}" => ! invalid_arguments: the arguments are a string, and must be an object
    {} {} => ! invalid_arguments: line 1, column 4: expected the end of the text, found `{`
    { => ! invalid_arguments: line 1, column 2: expected a name in double quotes, found the end of the text
    } => ! invalid_arguments: line 1, column 1: expected a JSON value, found `}`
    {"a"} => ! invalid_arguments: line 1, column 5: expected `:`, found `}`
    {"a":} => ! invalid_arguments: line 1, column 6: expected a JSON value, found `}`
    {"a":1,} => ! invalid_arguments: line 1, column 8: expected a name in double quotes, found `}`
    {a:1} => ! invalid_arguments: line 1, column 2: expected a name in double quotes, found `a`
    {'a':1} => ! invalid_arguments: line 1, column 2: expected a name in double quotes, found `'`
    {"a":1 "b":2} => ! invalid_arguments: line 1, column 8: expected `,` or `}`, found `"`
    {"a":[1,]} => ! invalid_arguments: line 1, column 9: expected a JSON value, found `]`
    {"a":[1 2]} => ! invalid_arguments: line 1, column 9: expected `,` or `]`, found `2`
    {"a":tru} => ! invalid_arguments: line 1, column 6: expected a JSON value, found `t`
    {"a":True} => ! invalid_arguments: line 1, column 6: expected a JSON value, found `T`
    {"a":NaN} => ! invalid_arguments: line 1, column 6: expected a JSON value, found `N`
    {"a":1}x => ! invalid_arguments: line 1, column 8: expected the end of the text, found `x`
    // no\n{} => ! invalid_arguments: line 1, column 1: expected a JSON value, found `/`
    {"é": 1,\n "b": x} => ! invalid_arguments: line 2, column 7: expected a JSON value, found `x`
    \u{feff}{"a":1} => {"a":1}
    \u{feff}{"a":x} => ! invalid_arguments: line 1, column 6: expected a JSON value, found `x`
    \u{feff}\u{feff}{} => ! invalid_arguments: line 1, column 1: expected a JSON value, found `\u{feff}`
    {"a":1}\0 => ! invalid_arguments: line 1, column 8: expected the end of the text, found `\0`
    {\u{a0}} => ! invalid_arguments: line 1, column 2: expected a name in double quotes, found `\u{a0}`
    "#);
}

#[test]
fn numbers_in_text() {
    let texts = [
        "0",
        "-0",
        "-1",
        "01",
        "-",
        "-a",
        "+1",
        ".5",
        "1.",
        "1.e1",
        "1e",
        "1e+",
        "1e5",
        "1E-5",
        "1e+5",
        "0x10",
        "1_0",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775809",
        "100000000000000000000",
        "9007199254740993.0",
        "9007199254740993e0",
        "0.1",
        "0.10",
        "0.1000000000000000055",
        "0.30000000000000004",
        "1e400",
        "1e-400",
        "0e-400",
        "1e99999999999999999999",
        "5e-324",
        "4.9e-324",
        "1.7976931348623157e308",
        "12345678901234567.89",
        "0.1000000000000000000000000000000000000000000000000000001",
        "1.50",
    ];
    let texts: Vec<_> = texts.iter().map(|text| format!("{{\"n\":{text}}}")).collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    insta::assert_snapshot!(table(&texts), @r#"
    {"n":0} => {"n":0}
    {"n":-0} => {"n":-0.0}
    {"n":-1} => {"n":-1}
    {"n":01} => ! invalid_arguments: line 1, column 6: a number does not begin with a needless `0`
    {"n":-} => ! invalid_arguments: line 1, column 7: expected a digit, found `}`
    {"n":-a} => ! invalid_arguments: line 1, column 7: expected a digit, found `a`
    {"n":+1} => ! invalid_arguments: line 1, column 6: expected a JSON value, found `+`
    {"n":.5} => ! invalid_arguments: line 1, column 6: expected a JSON value, found `.`
    {"n":1.} => ! invalid_arguments: line 1, column 8: expected a digit, found `}`
    {"n":1.e1} => ! invalid_arguments: line 1, column 8: expected a digit, found `e`
    {"n":1e} => ! invalid_arguments: line 1, column 8: expected a digit, found `}`
    {"n":1e+} => ! invalid_arguments: line 1, column 9: expected a digit, found `}`
    {"n":1e5} => {"n":100000.0}
    {"n":1E-5} => {"n":0.00001}
    {"n":1e+5} => {"n":100000.0}
    {"n":0x10} => ! invalid_arguments: line 1, column 7: expected `,` or `}`, found `x`
    {"n":1_0} => ! invalid_arguments: line 1, column 7: expected `,` or `}`, found `_`
    {"n":9223372036854775808} => {"n":9223372036854775808}
    {"n":18446744073709551615} => {"n":18446744073709551615}
    {"n":18446744073709551616} => ! invalid_arguments: line 1, column 6: `18446744073709551616` would lose digits; send it as text: `"18446744073709551616"`
    {"n":-9223372036854775809} => ! invalid_arguments: line 1, column 6: `-9223372036854775809` would lose digits; send it as text: `"-9223372036854775809"`
    {"n":100000000000000000000} => {"n":1e+20}
    {"n":9007199254740993.0} => ! invalid_arguments: line 1, column 6: `9007199254740993.0` would lose digits; send it as text: `"9007199254740993.0"`
    {"n":9007199254740993e0} => ! invalid_arguments: line 1, column 6: `9007199254740993e0` would lose digits; send it as text: `"9007199254740993e0"`
    {"n":0.1} => {"n":0.1}
    {"n":0.10} => {"n":0.1}
    {"n":0.1000000000000000055} => ! invalid_arguments: line 1, column 6: `0.1000000000000000055` would lose digits; send it as text: `"0.1000000000000000055"`
    {"n":0.30000000000000004} => {"n":0.30000000000000004}
    {"n":1e400} => ! invalid_arguments: line 1, column 6: `1e400` is larger than any number can be
    {"n":1e-400} => ! invalid_arguments: line 1, column 6: `1e-400` would lose digits; send it as text: `"1e-400"`
    {"n":0e-400} => {"n":0.0}
    {"n":1e99999999999999999999} => ! invalid_arguments: line 1, column 6: `1e99999999999999999999` is larger than any number can be
    {"n":5e-324} => {"n":5e-324}
    {"n":4.9e-324} => ! invalid_arguments: line 1, column 6: `4.9e-324` would lose digits; send it as text: `"4.9e-324"`
    {"n":1.7976931348623157e308} => {"n":1.7976931348623157e+308}
    {"n":12345678901234567.89} => ! invalid_arguments: line 1, column 6: `12345678901234567.89` would lose digits; send it as text: `"12345678901234567.89"`
    {"n":0.1000000000000000000000000000000000000000000000000000001} => ! invalid_arguments: line 1, column 6: `0.1000000000000000000000000000000000000000000000000000001` would lose digits; send it as text: `"0.1000000000000000000000000000000000000000000000000000001"`
    {"n":1.50} => {"n":1.5}
    "#);
}

#[test]
fn strings_in_text() {
    let texts = [
        r#""\"\\\/\b\f\n\r\t""#,
        r#""\u00e9\ud83d\ude00""#,
        r#""\ud83d""#,
        r#""\ud83dx""#,
        r#""\ud83d\u0041""#,
        r#""\ude00""#,
        r#""\u00g0""#,
        r#""\u+123""#,
        r#""\u12""#,
        r#""\x41""#,
        "\"\n\"",
        "\"\t\"",
        "\"\u{0}\"",
        "\"\u{7f}é😀\"",
        r#""abc"#,
        r#""abc\"#,
        r#""\u"#,
        r#""\u00é0""#,
    ];
    let texts: Vec<_> = texts.iter().map(|text| format!("{{\"s\":{text}}}")).collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    insta::assert_snapshot!(table(&texts), @r#"
    {"s":"\"\\\/\b\f\n\r\t"} => {"s":"\"\\/\b\f\n\r\t"}
    {"s":"\u00e9\ud83d\ude00"} => {"s":"é😀"}
    {"s":"\ud83d"} => ! invalid_arguments: line 1, column 7: `\u` stands before four hexadecimal digits of a character
    {"s":"\ud83dx"} => ! invalid_arguments: line 1, column 7: `\u` stands before four hexadecimal digits of a character
    {"s":"\ud83d\u0041"} => ! invalid_arguments: line 1, column 7: `\u` stands before four hexadecimal digits of a character
    {"s":"\ude00"} => ! invalid_arguments: line 1, column 7: `\u` stands before four hexadecimal digits of a character
    {"s":"\u00g0"} => ! invalid_arguments: line 1, column 7: `\u` stands before four hexadecimal digits of a character
    {"s":"\u+123"} => ! invalid_arguments: line 1, column 7: `\u` stands before four hexadecimal digits of a character
    {"s":"\u12"} => ! invalid_arguments: line 1, column 7: `\u` stands before four hexadecimal digits of a character
    {"s":"\x41"} => ! invalid_arguments: line 1, column 8: expected one of `"\/bfnrtu` after `\`, found `x`
    {"s":"\n"} => ! invalid_arguments: line 1, column 7: expected `\n` or another escape in a string, found `\n`
    {"s":"\t"} => ! invalid_arguments: line 1, column 7: expected `\n` or another escape in a string, found `\t`
    {"s":"\0"} => ! invalid_arguments: line 1, column 7: expected `\n` or another escape in a string, found `\0`
    {"s":"\u{7f}é😀"} => {"s":"\u{7f}é😀"}
    {"s":"abc} => ! invalid_arguments: line 1, column 6: the string does not end
    {"s":"abc\} => ! invalid_arguments: line 1, column 11: expected one of `"\/bfnrtu` after `\`, found `}`
    {"s":"\u} => ! invalid_arguments: line 1, column 7: `\u` stands before four hexadecimal digits of a character
    {"s":"\u00é0"} => ! invalid_arguments: line 1, column 7: `\u` stands before four hexadecimal digits of a character
    "#);
}

#[test]
fn members_given_twice() {
    let texts = [
        r#"{"a":1,"a":2}"#,
        r#"{"x":[{"a":1},{"b":{"c":1,"c":1}}]}"#,
        r#"{"a":1,"\u0061":2}"#,
        r#"{"a":{"a":{"a":1}}}"#,
        r#"{"$serde_json::private::Number":"1"}"#,
    ];
    insta::assert_snapshot!(table(&texts), @r#"
    {"a":1,"a":2} => ! invalid_arguments: line 1, column 8: `a` is given twice
    {"x":[{"a":1},{"b":{"c":1,"c":1}}]} => ! invalid_arguments: line 1, column 27: `c` is given twice
    {"a":1,"\u0061":2} => ! invalid_arguments: line 1, column 8: `a` is given twice
    {"a":{"a":{"a":1}}} => {"a":{"a":{"a":1}}}
    {"$serde_json::private::Number":"1"} => {"$serde_json::private::Number":"1"}
    "#);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((".{0,6}", inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Whether two values are the same, however their numbers are written: a build
/// that keeps the text of numbers tells `1e5` from `100000.0`.
fn same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) => numeral(ours) == numeral(theirs),
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| same(a, b))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().zip(theirs).all(|((key, a), (other, b))| key == other && same(a, b))
        }
        _ => ours == theirs,
    }
}

proptest! {
    /// What is written as JSON is read as it was, in short and in long form.
    #[test]
    fn written_and_read(value in any_json()) {
        let whole = Map::from_iter([("v".to_owned(), value)]);
        for text in [serde_json::to_string(&whole).unwrap(), serde_json::to_string_pretty(&whole).unwrap()] {
            prop_assert_eq!(parse_arguments(&text).unwrap(), whole.clone());
        }
    }

    /// On any text it agrees with `serde_json`, but for what it is stricter in.
    #[test]
    fn agrees_with_serde_json(text in "\\PC*|[\\[\\]{}\",:0-9eE.+\\\\untrfalse \\n-]{0,24}") {
        let whole = format!("{{\"v\":{text}}}");
        let theirs = serde_json::from_str::<Value>(&whole);
        match parse_arguments(&whole) {
            Ok(ours) => prop_assert!(same(&Value::Object(ours), &theirs.unwrap())),
            Err(error) => {
                let stricter = ["lose digits", "given twice"].iter().any(|why| error.message.contains(why));
                prop_assert!(theirs.is_err() || stricter, "{}", error);
            }
        }
    }

    /// Changed in one place, a text is read as `serde_json` reads it or refused.
    #[test]
    fn agrees_with_serde_json_on_changed_text(value in any_json(), at in any::<prop::sample::Index>(), to in any::<char>()) {
        let text = format!("{{\"v\":{value}}}");
        let mut chars: Vec<char> = text.chars().collect();
        let at = at.index(chars.len());
        chars[at] = to;
        let text: String = chars.into_iter().collect();
        let theirs = serde_json::from_str::<Value>(&text);
        match (parse_arguments(&text), theirs) {
            (Ok(ours), Ok(theirs)) => prop_assert!(same(&Value::Object(ours), &theirs)),
            (Ok(_), Err(error)) => prop_assert!(false, "taken, not by serde_json: {}", error),
            (Err(_), _) => {}
        }
    }
}
