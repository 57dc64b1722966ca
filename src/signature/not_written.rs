//! What is said of a default that is no value as it is written, by what it looks like.

use rust_decimal::Decimal;

use super::number;
use super::problems::{quoted, shortened};

/// The names that other languages have for nothing, in lower case.
const NOTHING: [&str; 5] = ["null", "nil", "none", "undefined", "nothing"];

/// What is wrong with a default that a script would have to work out, and what to write;
/// `texts` tells whether its type may hold a text.
pub(super) fn words(written: &str, texts: bool) -> (String, String) {
    let is_word = rhai::is_valid_identifier(written);
    let lower = if is_word { written.to_lowercase() } else { String::new() };
    let text = shortened(written);
    if matches!(lower.as_str(), "true" | "false") {
        return (format!("{} is written in small letters", quoted(&lower)), write(&lower));
    }
    if NOTHING.contains(&lower.as_str()) {
        let mut help = "write `()` for nothing".to_owned();
        if texts {
            help += &format!("; a text is put in quotes: `\"{text}\"`");
        }
        return ("there is no such value".to_owned(), help);
    }
    if is_word && texts && written.chars().any(char::is_lowercase) {
        let help = format!("put it in quotes: `\"{text}\"`");
        return (format!("{} is a name, and no text", quoted(written)), help);
    }
    if is_word {
        let mut help = "write its value in its place".to_owned();
        if texts {
            help += &format!("; if it is a text, put it in quotes: `\"{text}\"`");
        }
        let message =
            format!("a default is a value that is written down, and {} is a name", quoted(written));
        return (message, help);
    }
    if let Some(number) = written.strip_suffix('%').map(str::trim_end)
        && let Some(share) = share(number)
    {
        let help = format!("write `{share}`, or `{number}` if the rule counts in percent");
        return ("a number has no `%`".to_owned(), help);
    }
    let message = "a default is a value that is written down, and this has to be worked out";
    let help = match converted(written) {
        Some(value) => write(value),
        None => "write the value itself, as in `600`, `\"text\"`, `[1, 2]` or \
                 `#{ name: \"text\" }`"
            .to_owned(),
    };
    (message.to_owned(), help)
}

/// What is wrong with a default of which not a word can be read, and what to write.
pub(super) fn unreadable(written: &str) -> (String, String) {
    const QUOTES: [char; 9] = ['“', '”', '„', '‟', '«', '»', '‘', '’', '‚'];
    let first = written.chars().next().unwrap_or_default();
    if first == '\'' || QUOTES.contains(&first) {
        let inner = written.trim_matches(|c: char| c == '\'' || QUOTES.contains(&c));
        let help = format!("write `\"{}\"`", shortened(inner));
        return ("a text stands in straight double quotes".to_owned(), help);
    }
    let help = match first {
        '"' if written.contains('\\') => {
            "write `\\\\` for a backslash that stands for itself, and close the text in the same line"
        }
        '"' => "close the text with `\"` in the same line",
        '`' => "close the text with another backtick",
        '-' => "write a number below zero in decimal digits",
        c if c.is_ascii_digit() => "write a number in digits, with at most one point",
        _ => "write a value, as in `600`, `\"text\"`, `true`, `[1, 2]` or `#{ name: \"text\" }`",
    };
    ("this cannot be read".to_owned(), help.to_owned())
}

fn write(value: &str) -> String {
    format!("write {}", quoted(value))
}

/// A number of percent as a part of one.
fn share(number: &str) -> Option<Decimal> {
    let number: Decimal = number::is_number(number).then(|| number.parse().ok())??;
    Some(number.checked_div(Decimal::ONE_HUNDRED)?.normalize())
}

/// The number in `parse_decimal("19.90")` and the like.
fn converted(written: &str) -> Option<&str> {
    let (name, rest) = written.split_once('(')?;
    let name = name.trim_end();
    let of_number =
        ["decimal", "int", "float", "number"].iter().any(|ty| name.to_lowercase().contains(ty));
    let inner = rest.strip_suffix(')')?.trim().trim_matches('"');
    let is = rhai::is_valid_identifier(name) && of_number && number::is_number(inner);
    is.then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_are_parts_of_one() {
        for (number, part) in [("75", "0.75"), ("7.5", "0.075"), ("100", "1"), ("-5", "-0.05")] {
            assert_eq!(share(number).unwrap().to_string(), part, "{number}");
        }
        assert_eq!(share("1e3"), None);
    }
}
