//! Of a tool, a member or a part of a value that stood twice in what was read through
//! `serde`, the last one counted without a word.

use std::collections::BTreeMap;

use rulebook::{SettingFault, SettingKey, SettingValue, SettingsValues, ToolSettings};
use serde_json::{Value, json};

#[derive(Clone, Debug, SettingValue)]
struct Inner {
    share: u8,
}

#[derive(Default, ToolSettings)]
#[settings(configurable)]
struct Settings {
    inner: Option<Inner>,
    by_name: BTreeMap<String, Vec<u8>>,
    rate: f64,
}

#[test]
fn values_have_no_part_twice() {
    for (text, name) in [
        (r#"{ "a": {}, "b": {}, "a": { "x": 1 } }"#, "`a`"),
        (r#"{ "a": { "x": 1, "y": 2, "x": 1 } }"#, "`x`"),
        (r#"{ "a": { "x": [{ "z": 1, "z": null }] } }"#, "`z`"),
    ] {
        let error = serde_json::from_str::<SettingsValues>(text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{name} is given twice")), "{error}");
    }
    let error = serde_json::from_str::<SettingsValues>(r#"{ "a": 3 }"#).unwrap_err().to_string();
    assert!(error.starts_with("what is said of `a` is a number, and must be an object"), "{error}");
}

#[test]
fn overrides_have_no_part_twice() {
    let Settings { inner, by_name, rate } = Settings::default();
    assert!(inner.is_none_or(|inner| inner.share == 0) && by_name.is_empty() && rate == 0.0);
    for (text, name) in [
        (r#"{ "rate": 1, "rate": 1 }"#, "`rate`"),
        (r#"{ "inner": { "share": 1, "share": 2 } }"#, "`share`"),
        (r#"{ "by_name": { "a": [], "a": [1] } }"#, "`a`"),
    ] {
        let read = serde_json::from_str::<SettingsOverrides>(text);
        let error = read.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.starts_with(&format!("{name} is given twice")), "{error}");
    }
}

/// Every number is what it was, also where `serde_json` keeps the text of numbers.
#[test]
fn numbers_are_read_as_they_are_written() {
    let text = r#"{"a":{"x":[1,-1,18446744073709551615,0.1,-0.0,1e300,null,true,"é",{}]}}"#;
    let values: SettingsValues = serde_json::from_str(text).unwrap();
    let plain: Value = serde_json::from_str(text).unwrap();
    assert_eq!(values.get("a", "x"), plain["a"].get("x"));
    assert_eq!(serde_json::from_value::<SettingsValues>(plain).unwrap(), values);
    let again: SettingsValues =
        serde_json::from_str(&serde_json::to_string(&values).unwrap()).unwrap();
    assert_eq!(again, values);
}

/// Keys that a type takes for one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lower(String);

impl SettingKey for Lower {
    fn key_schema() -> Value {
        json!({ "type": "string" })
    }

    fn to_key(&self) -> String {
        self.0.clone()
    }

    fn from_key(name: &str) -> Result<Self, SettingFault> {
        Ok(Self(name.to_lowercase()))
    }
}

#[test]
fn maps_have_no_key_twice() {
    let fault = BTreeMap::<Lower, u8>::from_json(json!({ "eu": 1, "EU": 2 })).unwrap_err();
    assert_eq!(fault.to_string(), "at `EU`, the key is there already");
}
