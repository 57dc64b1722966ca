//! Documents of stored settings as text.

use proptest::prelude::*;
use rulebook::{SettingsDocument, SettingsValues, StoreErrorKind};
use serde_json::{Value, json};

fn problem(text: &str) -> String {
    let error = SettingsDocument::parse(text).unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::Unreadable);
    let told = error.to_string();
    let start =
        "this is no document of settings, which is an object with `schemaVersion` and `tools`: ";
    told.strip_prefix(start).map(str::to_owned).unwrap_or(told)
}

#[test]
fn what_is_no_document_is_told() {
    let cases = [
        "",
        "null",
        "[]",
        r#"{ "schemaVersion": 1, "tools": { "search": { "limit": 2"#,
        r#"{ "schemaVersion": 1, "tools": { "search": { "limit": 20 } } } }"#,
        r#"{ "tools": {} }"#,
        r#"{ "schemaVersion": 1 }"#,
        r#"{ "schemaVersion": 0, "tools": {} }"#,
        r#"{ "schemaVersion": "1", "tools": {} }"#,
        r#"{ "schemaVersion": 1.5, "tools": {} }"#,
        r#"{ "schemaVersion": 1, "tools": [] }"#,
        r#"{ "schemaVersion": 1, "tools": { "search": 3 } }"#,
        r#"{ "schemaVersion": 1, "script": "a.rhai", "exports": [] }"#,
        r#"{ "name": "left-pad", "version": "1.3.0" }"#,
        r#"{ "schemaVersion": 1, "tools": { "search": { "limit": 1, "limit": 2 } } }"#,
        r#"{ "schemaVersion": 1, "tools": { "search": { "limit": 0.12345678901234567890 } } }"#,
        "SQLite format 3\0",
    ];
    let told: Vec<_> = cases.map(|text| format!("{text:?}\n  {}", problem(text))).into();
    insta::assert_snapshot!(told.join("\n"), @r#"
    ""
      line 1, column 1: expected a JSON value, found the end of the text
    "null"
      it is no object
    "[]"
      it is no object
    "{ \"schemaVersion\": 1, \"tools\": { \"search\": { \"limit\": 2"
      line 1, column 56: expected `,` or `}`, found the end of the text
    "{ \"schemaVersion\": 1, \"tools\": { \"search\": { \"limit\": 20 } } } }"
      line 1, column 64: expected the end of the text, found `}`
    "{ \"tools\": {} }"
      `schemaVersion` is missing
    "{ \"schemaVersion\": 1 }"
      `tools` is missing
    "{ \"schemaVersion\": 0, \"tools\": {} }"
      `schemaVersion` is 0, and counts from 1
    "{ \"schemaVersion\": \"1\", \"tools\": {} }"
      `schemaVersion` is "1", and counts from 1
    "{ \"schemaVersion\": 1.5, \"tools\": {} }"
      `schemaVersion` is 1.5, and counts from 1
    "{ \"schemaVersion\": 1, \"tools\": [] }"
      `tools` is an array, and must be an object by name
    "{ \"schemaVersion\": 1, \"tools\": { \"search\": 3 } }"
      what is stored for `search` is a number, and must be an object by name
    "{ \"schemaVersion\": 1, \"script\": \"a.rhai\", \"exports\": [] }"
      `script` has no place in it
    "{ \"name\": \"left-pad\", \"version\": \"1.3.0\" }"
      `name` has no place in it
    "{ \"schemaVersion\": 1, \"tools\": { \"search\": { \"limit\": 1, \"limit\": 2 } } }"
      line 1, column 58: `limit` is given twice
    "{ \"schemaVersion\": 1, \"tools\": { \"search\": { \"limit\": 0.12345678901234567890 } } }"
      line 1, column 55: `0.12345678901234567890` would lose digits; send it as text: `"0.12345678901234567890"`
    "SQLite format 3\0"
      line 1, column 1: expected a JSON value, found `S`
    "#);
    let deep = format!(r#"{{ "schemaVersion": 1, "tools": {}"#, r#"{"a":"#.repeat(100_000));
    insta::assert_snapshot!(problem(&deep), @"line 1, column 667: the text is nested too deep");
}

#[test]
fn the_text_is_for_people() {
    let values =
        SettingsValues::new().set("search", "limit", 20).set("search", "tags", json!(["a"]));
    let document = SettingsDocument { schema_version: 3, values };
    insta::assert_snapshot!(document.to_text(), @r#"
    {
      "schemaVersion": 3,
      "tools": {
        "search": {
          "limit": 20,
          "tags": [
            "a"
          ]
        }
      }
    }
    "#);
    let marked = format!("\u{feff}{}", document.to_text().replace('\n', "\r\n"));
    assert_eq!(SettingsDocument::parse(&marked), Ok(document));
}

fn any_value() -> impl Strategy<Value = Value> {
    let plain = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        proptest::num::f64::NORMAL.prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    plain.prop_recursive(4, 24, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::hash_map(any::<String>(), inner, 0..6)
                .prop_map(|members| members.into_iter().collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn what_is_written_is_read_again(
        version in 1..u64::MAX,
        entries in proptest::collection::vec((any::<String>(), any::<String>(), any_value()), 0..8),
    ) {
        let mut values = SettingsValues::new();
        for (tool, member, value) in entries {
            values.insert(&tool, &member, value);
        }
        let document = SettingsDocument { schema_version: version, values };
        prop_assert_eq!(SettingsDocument::parse(&document.to_text()), Ok(document));
    }

    #[test]
    fn no_text_is_more_than_refused(text in "[ \\{\\}\\[\\]\":,a-z0-9eE.\\\\-]{0,60}") {
        let _ = SettingsDocument::parse(&text);
        let _ = SettingsDocument::parse(&format!(r#"{{"schemaVersion":1,"tools":{text}}}"#));
    }
}

/// The host's own configuration may be JSON, too.
#[test]
fn values_that_are_given_twice_are_refused() {
    let told = |text: &str| serde_json::from_str::<SettingsValues>(text).unwrap_err().to_string();
    insta::assert_snapshot!(told(r#"{ "search": { "limit": 1, "limit": 2 } }"#), @"`limit` is given twice at line 1 column 33");
    insta::assert_snapshot!(told(r#"{ "search": { "limit": 1 }, "search": {} }"#), @"`search` is given twice at line 1 column 36");
    insta::assert_snapshot!(told(r#"{ "search": 1 }"#), @"what is said of `search` is a number, and must be an object");
}

#[test]
fn the_text_of_a_layer_loses_nothing() {
    let told = |text: &str| text.parse::<SettingsValues>().unwrap_err().to_string();
    let cases = [
        "",
        "3",
        r#"{ "search": 1 }"#,
        "{ \"search\": {},\n  \"search\": {} }",
        r#"{ "search": { "price": 0.12345678901234567890 } }"#,
    ];
    insta::assert_snapshot!(cases.map(told).join("\n"), @r#"
    line 1, column 1: expected a JSON value, found the end of the text
    expected an object with tools by name, found `3`
    what is said of `search` is a number, and must be an object
    line 2, column 3: `search` is given twice
    line 1, column 24: `0.12345678901234567890` would lose digits; send it as text: `"0.12345678901234567890"`
    "#);
    let read: SettingsValues =
        "\u{feff}{ \"search\": { \"limit\": 18446744073709551615 } }".parse().unwrap();
    assert_eq!(read.get("search", "limit"), Some(&u64::MAX.into()));
}

#[test]
fn a_version_of_any_length_makes_a_short_message() {
    let text = format!(r#"{{ "schemaVersion": ["{}"], "tools": {{}} }}"#, "1".repeat(5_000_000));
    insta::assert_snapshot!(problem(&text), @"`schemaVersion` is an array, and counts from 1");
}

/// Each that was taken out moved all behind it.
#[test]
fn many_values_are_taken_out_in_no_time() {
    const MANY: u32 = 200_000;
    let mut values = SettingsValues::new();
    let mut changes = SettingsValues::new();
    for number in 0..MANY {
        values.insert("search", &number.to_string(), number);
        changes.insert("search", &number.to_string(), Value::Null);
    }
    changes.insert("search", "limit", 1);
    changes.insert("find", "limit", Value::Null);
    values.apply(changes);
    assert_eq!(values, SettingsValues::new().set("search", "limit", 1));
}
