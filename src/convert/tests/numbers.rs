use proptest::prelude::*;
use rust_decimal::Decimal;

use super::super::decimal::{from_number, from_text, to_json};
use super::super::digits::{Digits, is_text_of};
use super::super::number::{Numeral, keeps_text, numeral};
use super::super::parse_arguments;
use super::*;

fn number(text: &str) -> serde_json::Number {
    serde_json::from_str(text).unwrap()
}

/// Whatever the build of `serde_json`, a number is read the same.
#[test]
fn numbers_are_read_the_same_in_every_build() {
    let cases = [
        ("0", Numeral::Int(0)),
        ("-1", Numeral::Int(-1)),
        ("9223372036854775807", Numeral::Int(i64::MAX)),
        ("9223372036854775808", Numeral::Unsigned(1 << 63)),
        ("18446744073709552000", Numeral::Float(18_446_744_073_709_552_000.0)),
        ("3.0", Numeral::Float(3.0)),
        ("1e3", Numeral::Float(1000.0)),
        ("0.1", Numeral::Float(0.1)),
    ];
    for (text, expected) in cases {
        assert_eq!(numeral(&number(text)), expected, "{text}");
    }
    match numeral(&number("-0")) {
        Numeral::Float(zero) => assert!(zero == 0.0 && zero.is_sign_negative()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn numbers_that_no_double_is() {
    if keeps_text() {
        assert_eq!(numeral(&number("1e400")), Numeral::Other);
        let table = [
            "1e400",
            "1e-400",
            "0e400",
            "3.00000000000000000001",
            "-9223372036854775809",
            "0.1000000000000000055",
        ]
        .map(|text| {
            [Ty::Int, Ty::Float, Ty::Decimal, Ty::Array(None)]
                .map(|ty| table_in(&ty, &[text, &format!("[{text}]")]))
                .concat()
        });
        insta::assert_snapshot!(table.concat(), @r#"
    1e400 => ! `x`: `1e+400` does not fit in 64 bits
    [1e400] => ! `x`: expected int, found an array
    1e400 => ! `x`: `1e+400` is not exactly a float; write at most 15 digits
    [1e400] => ! `x`: expected float, found an array
    1e400 => ! `x`: `1e+400` does not fit a decimal, which holds 28 digits
    [1e400] => ! `x`: expected decimal, found an array
    1e400 => ! `x`: expected an array, found a number
    [1e400] => ! `x[0]`: `1e+400` is not exactly a float; write at most 15 digits
    1e-400 => ! `x`: expected int, found `1e-400`; write a whole number
    [1e-400] => ! `x`: expected int, found an array
    1e-400 => ! `x`: `1e-400` is not exactly a float; write at most 15 digits
    [1e-400] => ! `x`: expected float, found an array
    1e-400 => ! `x`: `1e-400` does not fit a decimal, which holds 28 digits
    [1e-400] => ! `x`: expected decimal, found an array
    1e-400 => ! `x`: expected an array, found a number
    [1e-400] => ! `x[0]`: `1e-400` is not exactly a float; write at most 15 digits
    0e400 => 0
    [0e400] => ! `x`: expected int, found an array
    0e400 => 0.0f
    [0e400] => ! `x`: expected float, found an array
    0e400 => 0d
    [0e400] => ! `x`: expected decimal, found an array
    0e400 => ! `x`: expected an array, found a number
    [0e400] => [0.0f]
    3.00000000000000000001 => ! `x`: expected int, found `3.00000000000000000001`; write a whole number
    [3.00000000000000000001] => ! `x`: expected int, found an array
    3.00000000000000000001 => ! `x`: `3.00000000000000000001` is not exactly a float; write at most 15 digits
    [3.00000000000000000001] => ! `x`: expected float, found an array
    3.00000000000000000001 => 3.00000000000000000001d
    [3.00000000000000000001] => ! `x`: expected decimal, found an array
    3.00000000000000000001 => ! `x`: expected an array, found a number
    [3.00000000000000000001] => ! `x[0]`: `3.00000000000000000001` is not exactly a float; write at most 15 digits
    -9223372036854775809 => ! `x`: `-9223372036854775809` does not fit in 64 bits
    [-9223372036854775809] => ! `x`: expected int, found an array
    -9223372036854775809 => ! `x`: `-9223372036854775809` is not exactly a float; write at most 15 digits
    [-9223372036854775809] => ! `x`: expected float, found an array
    -9223372036854775809 => -9223372036854775809d
    [-9223372036854775809] => ! `x`: expected decimal, found an array
    -9223372036854775809 => ! `x`: expected an array, found a number
    [-9223372036854775809] => ! `x[0]`: `-9223372036854775809` is not exactly a float; write at most 15 digits
    0.1000000000000000055 => ! `x`: expected int, found `0.1000000000000000055`; write a whole number
    [0.1000000000000000055] => ! `x`: expected int, found an array
    0.1000000000000000055 => ! `x`: `0.1000000000000000055` is not exactly a float; write at most 15 digits
    [0.1000000000000000055] => ! `x`: expected float, found an array
    0.1000000000000000055 => 0.1000000000000000055d
    [0.1000000000000000055] => ! `x`: expected decimal, found an array
    0.1000000000000000055 => ! `x`: expected an array, found a number
    [0.1000000000000000055] => ! `x[0]`: `0.1000000000000000055` is not exactly a float; write at most 15 digits
    "#);
    } else {
        assert!(serde_json::from_str::<Value>("1e400").is_err());
    }
}

/// A decimal that came through a double may have lost digits; kept text has not.
#[test]
fn decimals_that_lost_digits_on_the_way() {
    for text in [
        "0.30000000000000004",
        "12345678901234567.89",
        "1234567890123456.7",
        "79228162514264337593543950335",
    ] {
        let read = give(&Ty::Decimal, json(text));
        if keeps_text() {
            assert_eq!(show(&read.unwrap()), format!("{text}d"));
        } else {
            let told = told(&read.unwrap_err());
            assert!(told.contains("may have lost digits on the way; send it as text"), "{told}");
        }
    }
}

#[test]
fn digits_of_odd_texts() {
    let of = |text: &str| Digits::of(text).map(|d| (d.negative, d.mantissa, d.exponent));
    assert_eq!(of("0"), Some((false, 0, 0)));
    assert_eq!(of("-0.00e7"), Some((true, 0, 0)));
    assert_eq!(of("100"), Some((false, 1, 2)));
    assert_eq!(of("1.50"), Some((false, 15, -1)));
    assert_eq!(of("0.0500e-3"), Some((false, 5, -5)));
    assert_eq!(of("1e99999999999999999999"), Some((false, 1, 1_000_000_000_000)));
    assert_eq!(of("1E+2"), Some((false, 1, 2)));
    assert_eq!(of(&"9".repeat(39)), None);
    assert_eq!(of(&format!("0.{}1", "0".repeat(1000))), Some((false, 1, -1001)));
    assert_eq!(of(&format!("1{}", "0".repeat(1000))), Some((false, 1, 1000)));
    assert_eq!(of("x"), None);
}

proptest! {
    #[test]
    fn ints_come_back(int in any::<i64>()) {
        let value = give(&Ty::Int, json(&int.to_string())).unwrap();
        prop_assert_eq!(result(&Ty::Int, value, DEPTH).unwrap(), Value::from(int));
        let value = give(&Ty::Int, Value::String(int.to_string())).unwrap();
        prop_assert_eq!(value.as_int().unwrap(), int);
    }

    #[test]
    fn floats_come_back(float in any::<f64>()) {
        let value = give(&Ty::Float, Value::from(float)).unwrap();
        prop_assert_eq!(value.as_float().unwrap().to_bits(), float.to_bits());
        for text in [json(&Value::from(float).to_string()).to_string(), float.to_string()] {
            if text != "-0" {
                let value = give(&Ty::Float, Value::String(text)).unwrap();
                prop_assert_eq!(value.as_float().unwrap().to_bits(), float.to_bits());
            }
        }
    }

    /// The text of a decimal is that decimal, digit for digit.
    #[test]
    fn decimals_come_back_from_text(parts in any::<(u32, u32, u32, bool)>(), scale in 0_u32..=28) {
        let (low, middle, high, negative) = parts;
        let decimal = Decimal::from_parts(low, middle, high, negative, scale);
        let text = decimal.to_string();
        let read = from_text(&text).unwrap();
        prop_assert_eq!((read, read.scale()), (decimal, scale));
        let out = to_json(decimal);
        let back = match &out {
            Value::String(text) => from_text(text).unwrap(),
            Value::Number(number) => from_text(&number.to_string()).unwrap(),
            other => panic!("{other}"),
        };
        prop_assert_eq!(back, decimal);
    }

    /// A decimal of few digits is a JSON number, both ways, and by way of JSON text.
    #[test]
    fn short_decimals_come_back_as_numbers(whole in -999_999_999_999_999_i64..=999_999_999_999_999, scale in 0_u32..=28) {
        let decimal = Decimal::new(whole, scale);
        let out = to_json(decimal);
        prop_assert!(out.is_number());
        let through_text = json(&out.to_string());
        for value in [out, through_text] {
            let read = give(&Ty::Decimal, value).unwrap().as_decimal().unwrap();
            prop_assert_eq!(read, decimal);
        }
        let written = number(&decimal.to_string());
        let read = from_number(&written).unwrap();
        prop_assert_eq!((read, read.scale()), (decimal, decimal.normalize().scale()));
    }

    /// What becomes a number is written with the very digits of the decimal.
    #[test]
    fn long_decimals_are_numbers_only_where_a_double_keeps_them(
        mantissa in 1_i64 << 46..=i64::MAX,
        scale in 1_u32..=28,
    ) {
        let decimal = Decimal::new(mantissa, scale);
        match to_json(decimal) {
            Value::Number(number) => {
                prop_assert_eq!(from_text(&number.to_string()).unwrap(), decimal);
                prop_assert!(number.is_i64() || is_text_of(&decimal.to_string(), number.as_f64().unwrap()));
            }
            Value::String(text) => prop_assert_eq!(from_text(&text).unwrap(), decimal),
            other => prop_assert!(false, "{}", other),
        }
    }

    /// Doubles half-way between two texts that are as short.
    #[test]
    fn doubles_with_two_texts(whole in 1_i64 << 46..1_i64 << 50, eighths in prop_oneof![Just(1), Just(3), Just(5), Just(7)]) {
        let float = whole as f64 + f64::from(eighths) / 8.0;
        let written = [float.to_string(), Value::from(float).to_string()];
        for text in &written {
            let read = parse_arguments(&format!("{{\"n\":{text}}}")).unwrap();
            prop_assert_eq!(read.get("n"), Some(&Value::from(float)));
            prop_assert!(give(&Ty::Float, Value::String(text.clone())).is_ok());
            let decimal = from_text(text).unwrap();
            let out = to_json(decimal);
            prop_assert_eq!(out.is_number(), written[0] == written[1], "{}", text);
        }
    }
}

/// -123921183616924.625 is as near to …62 as to …63.
#[test]
fn a_double_with_two_texts() {
    for text in ["-123921183616924.62", "-123921183616924.63"] {
        assert!(parse_arguments(&format!("{{\"n\":{text}}}")).is_ok());
        assert_eq!(to_json(from_text(text).unwrap()), Value::from(text));
    }
}
