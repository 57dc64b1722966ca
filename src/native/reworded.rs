//! What `serde` says is wrong with a value, in the words of the other messages.

use crate::convert::words::{missing, shorten};
use crate::quote::one_line;

const INTS: [&str; 12] =
    ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

/// The message without the name of any Rust type. What a type says of its own is
/// left as it is.
pub(super) fn reworded(message: &str) -> String {
    let message = unplaced(message);
    for (start, int) in [("invalid type: ", "int"), ("invalid value: ", "int of another size")] {
        if let Some((found, expected)) = parts(message, start) {
            let expected = if INTS.contains(&expected) { int.to_owned() } else { wanted(expected) };
            return format!("expected {expected}, found {}", given(found));
        }
    }
    if let Some((length, expected)) = parts(message, "invalid length ") {
        return format!("expected {}, found {length} of them", wanted(expected));
    }
    let named = |start: &str| message.strip_prefix(start)?.split_once('`');
    if let Some((name, _)) = named("missing field `") {
        return missing(name);
    }
    if let Some((name, _)) = named("duplicate field `") {
        return format!("`{}` is given twice", shorten(name));
    }
    if let Some((name, rest)) = named("unknown variant `") {
        let known =
            rest.strip_prefix(", expected ").map(|known| known.trim_start_matches("one of "));
        return match known {
            Some(known) => format!("`{}` is not one of {known}", shorten(name)),
            None => format!("`{}` is not taken here", shorten(name)),
        };
    }
    if let Some((name, _)) = named("unknown field `") {
        return format!("`{}` is not a field", shorten(name));
    }
    // All that is said when numbers keep their text.
    if message == "invalid number" {
        return "expected another number".to_owned();
    }
    if message.starts_with("data did not match any variant of untagged enum") {
        return "the value fits none of the forms that are taken".to_owned();
    }
    one_line(message)
}

/// Names of members are read as texts of their own, whose lines nobody has written.
fn unplaced(message: &str) -> &str {
    let is_count = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let placed = message.rsplit_once(" at line ");
    let place = placed.and_then(|(_, place)| place.split_once(" column "));
    match (placed, place) {
        (Some((told, _)), Some((line, column))) if is_count(line) && is_count(column) => told,
        _ => message,
    }
}

fn parts<'m>(message: &'m str, start: &str) -> Option<(&'m str, &'m str)> {
    message.strip_prefix(start)?.rsplit_once(", expected ")
}

/// What is wanted; names of types and of what they are made with are left out.
fn wanted(expected: &str) -> String {
    let is_of = |kinds: &[&str]| kinds.iter().any(|kind| expected.starts_with(kind));
    let plain = match expected {
        "f32" | "f64" => "float",
        "a boolean" => "bool",
        "a string" | "string" | "str" | "a borrowed string" => "string",
        "unit" | "unit struct" => "null",
        "a sequence" => "an array",
        "a map" => "an object",
        "string or map" => "string or an object",
        "fewer elements in array" => "fewer items",
        "fewer elements in map" => "fewer members",
        _ if expected.starts_with("a nonzero ") => "int other than `0`",
        _ if is_of(&["unit struct ", "unit variant "]) => "null",
        _ if is_of(&["tuple struct ", "tuple variant ", "a tuple "]) => {
            "an array of another length"
        }
        _ if is_of(&["struct ", "struct variant "]) => "an object with other fields",
        _ if is_of(&["an array of length "]) => "an array of another length",
        _ if is_of(&["enum ", "internally tagged enum ", "adjacently tagged enum "]) => {
            "a value of another form"
        }
        _ if is_of(&["variant identifier", "variant of", "variant index"]) => "the name of a form",
        _ if is_of(&["newtype struct ", "newtype variant ", "any valid"]) => "another value",
        other => return one_line(other),
    };
    plain.to_owned()
}

fn given(found: &str) -> String {
    let (kind, value) = found.split_once([' ', '\u{a0}']).unwrap_or((found, ""));
    match (kind, value) {
        ("string" | "str", text) => {
            // It is quoted as Rust does it.
            let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            format!("the string `{}`", shorten(text.unwrap_or_default()))
        }
        ("integer", int) => shorten(int),
        ("floating", point) => shorten(point.strip_prefix("point ").unwrap_or(point)),
        ("boolean", _) => "a boolean".to_owned(),
        ("null" | "unit", "" | "value") => "null".to_owned(),
        ("number", "") => "a number".to_owned(),
        ("sequence", _) => "an array".to_owned(),
        ("map", _) => "an object".to_owned(),
        _ => one_line(found),
    }
}
