//! A length of time as text: `1h 30m`, `2s`, `300ms`.

use std::fmt::Write;

const SECOND: u128 = 1_000_000_000;

/// The units, longest first, in nanoseconds.
const UNITS: [(&str, u128); 7] = [
    ("d", 86_400 * SECOND),
    ("h", 3_600 * SECOND),
    ("m", 60 * SECOND),
    ("s", SECOND),
    ("ms", 1_000_000),
    ("us", 1_000),
    ("ns", 1),
];

/// The pattern of such texts, for a JSON Schema. It says nothing of the order of units.
pub(super) const PATTERN: &str = "[0-9]+(d|h|m|s|ms|[uµ]s|ns)( ?[0-9]+(d|h|m|s|ms|[uµ]s|ns))*";

/// The text of as many nanoseconds.
pub(super) fn write(mut nanoseconds: u128) -> String {
    let mut text = String::new();
    for (unit, per_unit) in UNITS {
        let number = nanoseconds / per_unit;
        nanoseconds %= per_unit;
        if number > 0 {
            let space = if text.is_empty() { "" } else { " " };
            // Writing to a string does not fail.
            let _ = write!(text, "{space}{number}{unit}");
        }
    }
    if text.is_empty() { "0s".to_owned() } else { text }
}

/// The nanoseconds of a text: whole numbers with their units, the longer ones first,
/// each unit once, with or without a space between them.
pub(super) fn read(text: &str) -> Option<u128> {
    let (mut rest, mut units) = (text, UNITS.iter());
    let mut nanoseconds = 0_u128;
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at_checked(digits)?;
        let end = after.find(|c: char| c == ' ' || c.is_ascii_digit()).unwrap_or(after.len());
        let (unit, after) = after.split_at_checked(end)?;
        let unit = if unit == "µs" { "us" } else { unit };
        let (_, per_unit) = units.find(|(name, _)| *name == unit)?;
        let part = number.parse::<u128>().ok()?.checked_mul(*per_unit)?;
        nanoseconds = nanoseconds.checked_add(part)?;
        if after.is_empty() {
            return Some(nanoseconds);
        }
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
}
