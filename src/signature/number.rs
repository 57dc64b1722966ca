//! The text of a number in a script, read without losing a digit.

use serde_json::Value;

use crate::convert::written;

/// What a number is as a whole one.
#[derive(Debug, PartialEq)]
pub(super) enum Whole {
    Int(i64),
    /// It is written with a point or an exponent.
    Fraction,
    /// 64 bits do not hold it.
    TooLarge,
}

/// Reads a number as an int.
pub(super) fn whole(text: &str) -> Whole {
    let plain = plain(text);
    if !is_whole(text) {
        return Whole::Fraction;
    }
    plain.parse().map_or(Whole::TooLarge, Whole::Int)
}

/// Whether a number is written without point and exponent.
pub(super) fn is_whole(text: &str) -> bool {
    !plain(text).contains(['.', 'e'])
}

/// Reads a number as a float, if it is one.
pub(super) fn float(text: &str) -> Option<Value> {
    written::float(&plain(text))
}

/// Reads a number as a decimal, if it is one.
pub(super) fn decimal(text: &str) -> Option<Value> {
    written::decimal(&plain(text))
}

/// Whether a text is what a script takes for a number.
pub(super) fn is_number(text: &str) -> bool {
    const LONGEST: usize = 40;
    let digits = text.strip_prefix('-').unwrap_or(text);
    text.len() <= LONGEST
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
        && text.parse::<f64>().is_ok()
}

/// The number in decimal digits, without what is there for the eye. One in another
/// base that is larger than 128 bits stays larger than anything.
fn plain(text: &str) -> String {
    let text: String = text.chars().filter(|c| *c != '_').collect();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.as_str()),
    };
    let lower = digits.to_ascii_lowercase();
    let based = [("0x", 16), ("0o", 8), ("0b", 2)].into_iter().find_map(|(mark, base)| {
        Some(u128::from_str_radix(lower.strip_prefix(mark)?, base).unwrap_or(u128::MAX))
    });
    match based {
        Some(number) => format!("{sign}{number}"),
        None => format!("{sign}{lower}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_scripts_write_them() {
        assert_eq!(whole("1_000"), Whole::Int(1000));
        assert_eq!(whole("-0"), Whole::Int(0));
        assert_eq!(whole("007"), Whole::Int(7));
        assert_eq!(whole("0xFF"), Whole::Int(255));
        assert_eq!(whole("-0b1_01"), Whole::Int(-5));
        assert_eq!(whole("0o17"), Whole::Int(15));
        assert_eq!(whole("-9223372036854775808"), Whole::Int(i64::MIN));
        assert_eq!(whole("9223372036854775808"), Whole::TooLarge);
        // A script takes it for -1.
        assert_eq!(whole("0xffff_ffff_ffff_ffff"), Whole::TooLarge);
        assert_eq!(whole("3."), Whole::Fraction);
        assert_eq!(whole("1E3"), Whole::Fraction);
        assert_eq!(float("3"), Some(3.0.into()));
        assert_eq!(float("1_0.50"), Some(10.5.into()));
        assert_eq!(float("3."), Some(3.0.into()));
        assert_eq!(float("1e-7"), Some(1e-7.into()));
        assert_eq!(float("9007199254740993"), None);
        assert_eq!(float("0.10000000000000000001"), None);
        assert_eq!(float("1e999"), None);
        assert_eq!(decimal("19.99"), Some(19.99.into()));
        assert_eq!(decimal("0x10"), Some(16.into()));
        assert_eq!(decimal("0.10"), Some("0.10".into()));
        assert_eq!(decimal("12345678901234567.89"), Some("12345678901234567.89".into()));
        assert_eq!(decimal("1e30"), None);
        assert_eq!(decimal("-0.0"), Some("0.0".into()));
    }
}
