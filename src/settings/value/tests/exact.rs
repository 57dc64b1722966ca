//! How values are written, and which spellings are read.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Duration;

use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::SettingValue;

fn json<T: SettingValue>(value: T) -> Value {
    value.to_json()
}

/// The text of a file, read and written again.
fn again<T: SettingValue>(text: &str) -> String {
    match T::from_json(serde_json::from_str(text).unwrap()) {
        Ok(value) => value.to_json().to_string(),
        Err(_) => "refused".to_owned(),
    }
}

#[test]
fn values_are_written_as_people_write_them() {
    let decimal = |text: &str| json(text.parse::<Decimal>().unwrap());
    for (written, expected) in [
        (json(0.1_f32), json!(0.1)),
        (json(f32::MAX), json!(3.402_823_5e38)),
        (json(f64::NAN), Value::Null),
        (json(f32::INFINITY), Value::Null),
        (json(u64::MAX), json!(u64::MAX)),
        (json(i128::MAX), json!("170141183460469231731687303715884105727")),
        (json(-5_i128), json!(-5)),
        (decimal("97.5"), json!(97.5)),
        (decimal("97.50"), json!("97.50")),
        (decimal("0.1234567890123456789"), json!("0.1234567890123456789")),
        (decimal("-0.0"), json!("0.0")),
        (json(Duration::ZERO), json!("0s")),
        (json(Duration::from_secs(90_061)), json!("1d 1h 1m 1s")),
        (json(Duration::new(0, 300_000_000)), json!("300ms")),
        (json(Duration::new(1, 1_002_003)), json!("1s 1ms 2us 3ns")),
        (json(HashSet::from([10, 9, 100])), json!([9, 10, 100])),
        (json(BTreeSet::from(["b".to_owned(), "a".to_owned()])), json!(["a", "b"])),
    ] {
        assert_eq!(written, expected);
    }
    let map = HashMap::from([("b".to_owned(), 1), ("a".to_owned(), 2), ("c".to_owned(), 3)]);
    assert_eq!(json(map).to_string(), r#"{"a":2,"b":1,"c":3}"#);
    let map = BTreeMap::from([("b".to_owned(), 1), ("a".to_owned(), 2)]);
    assert_eq!(json(map).to_string(), r#"{"a":2,"b":1}"#);
}

#[test]
fn a_number_is_taken_when_it_is_exactly_one() {
    for (found, expected) in [
        (again::<u8>("3"), "3"),
        (again::<u8>("3.0"), "3"),
        (again::<u8>("3e0"), "3"),
        (again::<u8>("3.5"), "refused"),
        (again::<u8>("256"), "refused"),
        (again::<u8>("-1"), "refused"),
        (again::<u8>("\"3\""), "refused"),
        (again::<i64>("9223372036854775808"), "refused"),
        (again::<u64>("18446744073709551615"), "18446744073709551615"),
        (again::<u64>("18446744073709551616"), "refused"),
        // A double stands for several ints here.
        (again::<u64>("9007199254740993.0"), "refused"),
        (again::<u128>("18446744073709551616"), "refused"),
        (again::<u128>("\"18446744073709551616\""), "\"18446744073709551616\""),
        (again::<u128>("\"3\""), "3"),
        (again::<u128>("\"03\""), "refused"),
        (again::<u128>("\"+3\""), "refused"),
        (again::<i128>("\"-0\""), "refused"),
        (again::<f32>("0.1"), "0.1"),
        (again::<f32>("0.10000000149011612"), "0.1"),
        (again::<f32>("0.1000000001"), "refused"),
        (again::<f32>("16777217"), "refused"),
        (again::<f32>("1e39"), "refused"),
        (again::<f64>("9007199254740993"), "refused"),
        (again::<f64>("1"), "1.0"),
        (again::<f64>("\"1\""), "refused"),
        (again::<Decimal>("1.5"), "1.5"),
        (again::<Decimal>("\"1.50\""), "\"1.50\""),
        (again::<Decimal>("\"1.5\""), "1.5"),
        (again::<Decimal>("\"1e3\""), "refused"),
        (again::<Decimal>("\"01\""), "refused"),
        (again::<Decimal>("1e40"), "refused"),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn durations_are_read_as_they_are_written_by_hand() {
    for (text, expected) in [
        ("90m", "1h 30m"),
        ("1h30m", "1h 30m"),
        ("007s", "7s"),
        ("1500ms", "1s 500ms"),
        ("5µs", "5us"),
        ("0ns", "0s"),
        ("213503982334601d 7h 15s 999ms", "213503982334601d 7h 15s 999ms"),
        ("213503982334601d 7h 16s", "refused"),
        ("99999999999999999999999999999999999999999d", "refused"),
        ("", "refused"),
        ("5", "refused"),
        ("5 s", "refused"),
        ("1m 1h", "refused"),
        ("1s 1s", "refused"),
        ("1s  1ms", "refused"),
        (" 1s", "refused"),
        ("1s ", "refused"),
        ("-1s", "refused"),
        ("1.5s", "refused"),
        ("1S", "refused"),
        ("٣s", "refused"),
        ("1é", "refused"),
    ] {
        let expected =
            if expected == "refused" { expected.to_owned() } else { format!("\"{expected}\"") };
        assert_eq!(again::<Duration>(&json!(text).to_string()), expected, "{text}");
    }
}

#[cfg(feature = "jiff")]
#[test]
fn nothing_of_a_date_or_a_time_is_left_out() {
    use jiff::civil::{Date, DateTime, Time};
    use jiff::{SignedDuration, Timestamp, Zoned};

    fn one<T: SettingValue>(text: &str) -> String {
        again::<T>(&json!(text).to_string()).replace('"', "")
    }
    for (found, expected) in [
        (one::<Date>("2026-11-30"), "2026-11-30"),
        (one::<Date>("2026-11-30T10:00"), "refused"),
        (one::<Date>("20261130"), "refused"),
        (one::<Date>("2026-02-30"), "refused"),
        (one::<Date>("-000044-03-15"), "-000044-03-15"),
        (one::<Time>("14:30"), "14:30:00"),
        (one::<Time>("14:30:05.250"), "14:30:05.25"),
        (one::<Time>("T14:30"), "refused"),
        (one::<Time>("24:00"), "refused"),
        (one::<Time>("23:59:60"), "refused"),
        (one::<Time>("14:30+01:00"), "refused"),
        (one::<DateTime>("2026-11-30T14:30"), "2026-11-30T14:30:00"),
        (one::<DateTime>("2026-11-30 14:30"), "refused"),
        (one::<DateTime>("2026-11-30"), "refused"),
        (one::<DateTime>("2026-11-30T14:30Z"), "refused"),
        (one::<Timestamp>("2026-11-30T14:30:00+02:00"), "2026-11-30T12:30:00Z"),
        (one::<Timestamp>("2026-11-30T14:30:00"), "refused"),
        (one::<Timestamp>("2026-11-30T14:30:00Z[UTC]"), "refused"),
        (one::<Zoned>("2026-11-30T14:30:00+02:00"), "2026-11-30T14:30:00+02:00"),
        (one::<Zoned>("2026-11-30T14:30-07:30"), "2026-11-30T14:30:00-07:30"),
        (one::<Zoned>("2026-11-30T14:30:00Z"), "2026-11-30T14:30:00+00:00"),
        (one::<Zoned>("2026-11-30T14:30:00+02:00[Europe/Berlin]"), "refused"),
        (one::<Zoned>("2026-11-30T14:30:00+02:00:30"), "refused"),
        (one::<Zoned>("2026-11-30T14:30:00"), "refused"),
        (one::<SignedDuration>("-90m"), "-1h 30m"),
        (one::<SignedDuration>("--90m"), "refused"),
        (one::<SignedDuration>("-0s"), "0s"),
    ] {
        assert_eq!(found, expected);
    }
    let berlin = jiff::tz::TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap();
    assert_eq!(Timestamp::UNIX_EPOCH.to_zoned(berlin).to_json(), Value::Null);
}

#[cfg(feature = "url")]
#[test]
fn urls_are_absolute() {
    assert_eq!(again::<url::Url>("\"https://example.org\""), "\"https://example.org/\"");
    assert_eq!(again::<url::Url>("\"example.org\""), "refused");
}
