//! What has no JSON, such as a float that is not finite, was written as null, which says
//! nothing: an override of it was left to the layer below, and a default became `None`.

use std::collections::BTreeMap;

use rulebook::{SettingValue, SettingsLayers, SettingsMember, SettingsValues, ToolSettings};
use serde_json::Value;

#[derive(Clone, Debug, SettingValue)]
struct Inner {
    share: Option<f64>,
    rest: u8,
}

#[derive(Clone, Debug, SettingValue)]
struct Rate(f32);

#[derive(ToolSettings)]
#[settings(configurable)]
struct Odd {
    rate: f64,
    share: Option<f64>,
    inner: Option<Inner>,
    rates: Vec<Rate>,
    by_name: BTreeMap<String, f64>,
    when: Option<jiff::Zoned>,
}

fn inner() -> Inner {
    Inner { share: Some(f64::INFINITY), rest: 1 }
}

impl Default for Odd {
    fn default() -> Self {
        Self {
            rate: f64::NAN,
            share: Some(f64::NAN),
            inner: Some(inner()),
            rates: vec![Rate(1.0), Rate(f32::NAN)],
            by_name: BTreeMap::from([("a".to_owned(), f64::NEG_INFINITY)]),
            when: Some(jiff::Zoned::new(jiff::Timestamp::UNIX_EPOCH, odd_zone())),
        }
    }
}

/// An offset that no text has.
fn odd_zone() -> jiff::tz::TimeZone {
    jiff::tz::TimeZone::fixed(jiff::tz::Offset::from_seconds(3601).unwrap())
}

#[test]
fn such_a_default_is_no_default() {
    let error = Odd::record().resolve("odd", SettingsLayers::default()).unwrap_err();
    insta::assert_snapshot!(error, @"
    the code settings of `odd`: `rate`: this value cannot be stored: floats are finite, and a date and time has an offset in whole minutes in the place of a time zone
    the code settings of `odd`: `share`: this value cannot be stored: floats are finite, and a date and time has an offset in whole minutes in the place of a time zone
    the code settings of `odd`: `inner`: this value cannot be stored: floats are finite, and a date and time has an offset in whole minutes in the place of a time zone
    the code settings of `odd`: `rates`: this value cannot be stored: floats are finite, and a date and time has an offset in whole minutes in the place of a time zone
    the code settings of `odd`: `by_name`: this value cannot be stored: floats are finite, and a date and time has an offset in whole minutes in the place of a time zone
    the code settings of `odd`: `when`: this value cannot be stored: floats are finite, and a date and time has an offset in whole minutes in the place of a time zone
    ");
    let share = SettingsMember::of("share", &Some(f64::NAN));
    let record = rulebook::SettingsRecord::new("Odd", vec![share]);
    assert!(record.resolve("odd", SettingsLayers::default()).is_err());
    let share = SettingsMember::of("share", &None::<f64>);
    let record = rulebook::SettingsRecord::new("Odd", vec![share]);
    assert!(record.resolve("odd", SettingsLayers::default()).is_ok());
}

#[test]
fn such_overrides_are_no_overrides() {
    let none = OddOverrides::default;
    let mut told = String::new();
    for overrides in [
        OddOverrides { rate: Some(f64::NAN), ..none() },
        OddOverrides { share: Some(f64::NAN), ..none() },
        OddOverrides { inner: Some(inner()), ..none() },
        OddOverrides { rates: Some(Odd::default().rates), ..none() },
        OddOverrides { by_name: Some(Odd::default().by_name), ..none() },
        OddOverrides { when: Odd::default().when, ..none() },
    ] {
        let error = SettingsValues::new().overrides("odd", &overrides).unwrap_err();
        told.push_str(&format!("{error}\n"));
    }
    insta::assert_snapshot!(told, @"
    at `rate`, this value cannot be stored: floats are finite, and a date and time has an offset in whole minutes in the place of a time zone
    at `share`, this value cannot be stored: floats are finite, and a date and time has an offset in whole minutes in the place of a time zone
    at `inner`, this value cannot be stored: floats are finite, and a date and time has an offset in whole minutes in the place of a time zone
    at `rates`, this value cannot be stored: floats are finite, and a date and time has an offset in whole minutes in the place of a time zone
    at `by_name`, this value cannot be stored: floats are finite, and a date and time has an offset in whole minutes in the place of a time zone
    at `when`, this value cannot be stored: floats are finite, and a date and time has an offset in whole minutes in the place of a time zone
    ");
    assert_eq!(serde_json::to_string(&none()).unwrap(), "{}");
}

#[test]
fn what_holds_such_a_value_has_no_json() {
    assert_eq!(inner().to_json(), Value::Null);
    assert_eq!([f64::NAN].to_json(), Value::Null);
    assert_eq!(Inner { share: None, rest: 1 }.to_json(), serde_json::json!({ "rest": 1 }));
}
