//! What is said of values that are none.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::time::Duration;

use rust_decimal::Decimal;
use serde_json::json;
use uuid::Uuid;

use super::fault;

#[test]
fn a_fault_says_what_was_expected_and_what_was_found() {
    let told = [
        fault::<u8>(json!(300)),
        fault::<i64>(json!(1.5)),
        fault::<u128>(json!(1e30)),
        fault::<NonZero<u8>>(json!(0)),
        fault::<NonZero<u8>>(json!([])),
        fault::<NonZero<i8>>(json!(0)),
        fault::<f64>(json!("1")),
        fault::<f32>(json!(0.1000000001)),
        fault::<Decimal>(json!("1,5")),
        fault::<Decimal>(json!(1e40)),
        fault::<bool>(json!("true")),
        fault::<String>(json!(1)),
        fault::<Uuid>(json!("67e5504410b1426f9247bb680e5fe0c8")),
        fault::<Duration>(json!(5)),
        fault::<Duration>(json!("5")),
        fault::<[u8; 2]>(json!([1])),
        fault::<[u8; 2]>(json!({})),
        fault::<Vec<Vec<u8>>>(json!([[1], [2, "x"]])),
        fault::<BTreeSet<u8>>(json!([1, 2, 1])),
        fault::<BTreeMap<String, u8>>(json!({ "a b": -1 })),
        fault::<Vec<BTreeMap<String, u8>>>(json!([{}, { "a": null }])),
    ];
    insta::assert_snapshot!(told.join("\n"), @"
    expected int from 0 to 255, found `300`
    expected int from -9223372036854775808 to 9223372036854775807, found `1.5`
    expected int from 0 to 340282366920938463463374607431768211455, in quotes where it is past 64 bits, found `1e+30`
    expected int from 1 to 255, found `0`
    expected int from 1 to 255, found an array
    expected int from -128 to 127 but 0, found `0`
    expected float, found the string `1`
    expected float, and no such float is `0.1000000001`
    expected decimal, found the string `1,5`
    `1e+40` may not be the decimal that was meant; write it in quotes, as a string
    expected `true` or `false`, found the string `true`
    expected string, found `1`
    expected uuid such as `67e55044-10b1-426f-9247-bb680e5fe0c8`, found the string `67e5504410b1426f9247bb680e5fe0c8`
    expected duration such as `1h 30m`, `2s` or `300ms`, found `5`
    expected duration such as `1h 30m`, `2s` or `300ms`, found the string `5`
    expected array of 2 items, found 1
    expected array of 2 items, found an object
    at `[1][1]`, expected int from 0 to 255, found the string `x`
    at `[2]`, the item is there already
    at `a b`, expected int from 0 to 255, found `-1`
    at `[1].a`, expected int from 0 to 255, found null
    ");
}

#[cfg(feature = "jiff")]
#[test]
fn dates_show_how_they_are_written() {
    let told = [
        fault::<jiff::civil::Date>(json!("30.11.2026")),
        fault::<jiff::civil::Time>(json!("2 pm")),
        fault::<jiff::civil::DateTime>(json!("2026-11-30 14:30")),
        fault::<jiff::Timestamp>(json!(0)),
        fault::<jiff::Zoned>(json!("2026-11-30T14:30:00")),
        fault::<jiff::SignedDuration>(json!("")),
    ];
    insta::assert_snapshot!(told.join("\n"), @"
    expected date such as `2026-11-30`, found the string `30.11.2026`
    expected time such as `14:30` or `14:30:05.25`, found the string `2 pm`
    expected date and time such as `2026-11-30T14:30:00`, found the string `2026-11-30 14:30`
    expected date, time and offset such as `2026-11-30T14:30:00Z`, found `0`
    expected date, time and offset such as `2026-11-30T14:30:00+02:00`, found the string `2026-11-30T14:30:00`
    expected duration such as `1h 30m`, `-2s` or `300ms`, found the string ``
    ");
}

#[cfg(feature = "url")]
#[test]
fn a_url_shows_how_it_is_written() {
    insta::assert_snapshot!(fault::<url::Url>(json!("example.org")), @"expected URL such as `https://example.org/`, found the string `example.org`");
}
