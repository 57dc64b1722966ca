//! Strings and numbers of JSON text.

use serde_json::Number;

use super::cursor::{Cursor, Fault, Read};
use super::digits::is_text_of;
use super::words::shorten;

/// Reads the string that begins here.
pub(super) fn string(cursor: &mut Cursor<'_>) -> Read<String> {
    let start = cursor.at();
    cursor.take("\"");
    let mut string = String::new();
    loop {
        string.push_str(cursor.take_while(|c| !matches!(c, '"' | '\\' | '\0'..='\u{1f}')));
        match cursor.peek() {
            Some(b'"') => {
                cursor.take("\"");
                return Ok(string);
            }
            Some(b'\\') => string.push(escape(cursor)?),
            Some(_) => return Err(cursor.unexpected("`\\n` or another escape in a string")),
            None => return Err(Cursor::fault(start, "the string does not end")),
        }
    }
}

fn escape(cursor: &mut Cursor<'_>) -> Read<char> {
    const ESCAPES: [(&str, char); 8] = [
        ("\\\"", '"'),
        ("\\\\", '\\'),
        ("\\/", '/'),
        ("\\b", '\u{8}'),
        ("\\f", '\u{c}'),
        ("\\n", '\n'),
        ("\\r", '\r'),
        ("\\t", '\t'),
    ];
    if let Some((_, c)) = ESCAPES.into_iter().find(|(escape, _)| cursor.take(escape)) {
        return Ok(c);
    }
    let start = cursor.at();
    if cursor.rest().starts_with("\\u") {
        let message = "`\\u` stands before four hexadecimal digits of a character";
        return character(cursor).ok_or_else(|| Cursor::fault(start, message));
    }
    cursor.take("\\");
    Err(cursor.unexpected("one of `\"\\/bfnrtu` after `\\`"))
}

/// One character, from one escape or from the two of a surrogate pair.
fn character(cursor: &mut Cursor<'_>) -> Option<char> {
    let first = unit(cursor)?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first.into());
    }
    let second = unit(cursor)?;
    char::decode_utf16([first, second]).next()?.ok()
}

fn unit(cursor: &mut Cursor<'_>) -> Option<u16> {
    let digits = cursor.rest().strip_prefix("\\u")?.get(..4)?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let unit = u16::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
    cursor.take("\\u");
    cursor.take(digits);
    Some(unit)
}

/// Reads the number that begins here, unless it would lose digits.
pub(super) fn number(cursor: &mut Cursor<'_>) -> Read<Number> {
    let start = cursor.at();
    cursor.take("-");
    let whole = digits(cursor)?;
    if whole.len() > 1 && whole.starts_with('0') {
        return Err(Cursor::fault(start, "a number does not begin with a needless `0`"));
    }
    if cursor.take(".") {
        digits(cursor)?;
    }
    if cursor.take("e") || cursor.take("E") {
        if !cursor.take("+") {
            cursor.take("-");
        }
        digits(cursor)?;
    }
    let text = cursor.since(start);
    lossless(text).ok_or_else(|| lossy(text, start))
}

fn digits<'t>(cursor: &mut Cursor<'t>) -> Read<&'t str> {
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    if digits.is_empty() { Err(cursor.unexpected("a digit")) } else { Ok(digits) }
}

/// The number, unless a double would have to stand for other digits.
fn lossless(text: &str) -> Option<Number> {
    // As elsewhere, `-0` is the double.
    if text != "-0" {
        if let Ok(int) = text.parse::<i64>() {
            return Some(int.into());
        }
        if let Ok(int) = text.parse::<u64>() {
            return Some(int.into());
        }
    }
    let float: f64 = text.parse().ok()?;
    Number::from_f64(float).filter(|_| is_text_of(text, float))
}

fn lossy(text: &str, at: usize) -> Fault {
    let short = shorten(text);
    let message = if text.parse::<f64>().is_ok_and(f64::is_finite) {
        format!("`{short}` would lose digits; send it as text: `\"{short}\"`")
    } else {
        format!("`{short}` is larger than any number can be")
    };
    Cursor::fault(at, message)
}
