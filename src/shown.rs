//! Text and JSON as a person sees them who has to decide: nothing in them is unseen,
//! and nothing can pass for a line of the message around them.

use std::fmt::Write;

use serde_json::Value;

/// The longest text within arguments that is shown to its end, in characters.
const LONGEST_TEXT: usize = 500;

/// The most of the arguments that is shown, in characters.
const LONGEST: usize = 6_000;

/// JSON that a person reads, and whether that is all of it.
pub(crate) struct Shown {
    pub(crate) text: String,
    pub(crate) complete: bool,
}

/// The text on one line, with what is not seen spelled out.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        push(&mut line, c);
    }
    line
}

/// The text on one line, cut where it is long.
pub(crate) fn brief(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", one_line(text.get(..end).unwrap_or_default())),
        None => one_line(text),
    }
}

/// A value over several lines, each indented.
pub(crate) fn json(value: &Value) -> Shown {
    let mut shown = Shown { text: String::new(), complete: true };
    write(value, 1, &mut shown);
    if let Some((end, _)) = shown.text.char_indices().nth(LONGEST) {
        shown.text.truncate(end);
        shown.text.push('…');
        shown.complete = false;
    }
    shown.text.insert_str(0, INDENT);
    shown
}

const INDENT: &str = "  ";

fn write(value: &Value, depth: usize, shown: &mut Shown) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            let members = members.iter().map(|(name, value)| (Some(name.as_str()), value));
            block(['{', '}'], members, depth, shown);
        }
        Value::Array(items) if !items.is_empty() => {
            block(['[', ']'], items.iter().map(|item| (None, item)), depth, shown);
        }
        Value::String(text) => quoted(text, shown),
        // A number, a word or empty brackets.
        plain => {
            let _ = write!(shown.text, "{plain}");
        }
    }
}

fn block<'a>(
    [open, close]: [char; 2],
    entries: impl Iterator<Item = (Option<&'a str>, &'a Value)>,
    depth: usize,
    shown: &mut Shown,
) {
    shown.text.push(open);
    for (number, (name, value)) in entries.enumerate() {
        // What is cut off below need not be written.
        if shown.text.len() > LONGEST.saturating_mul(4) {
            shown.complete = false;
            break;
        }
        if number > 0 {
            shown.text.push(',');
        }
        line(depth.saturating_add(1), shown);
        if let Some(name) = name {
            quoted(name, shown);
            shown.text.push_str(": ");
        }
        write(value, depth.saturating_add(1), shown);
    }
    line(depth, shown);
    shown.text.push(close);
}

fn line(depth: usize, shown: &mut Shown) {
    // Deep JSON is not to be pushed out of sight.
    const DEEPEST: usize = 20;
    shown.text.push('\n');
    shown.text.push_str(&INDENT.repeat(depth.min(DEEPEST)));
}

fn quoted(text: &str, shown: &mut Shown) {
    shown.text.push('"');
    let mut left = text.chars();
    for c in left.by_ref().take(LONGEST_TEXT) {
        match c {
            '"' | '\\' => shown.text.extend(['\\', c]),
            '\n' => shown.text.push_str("\\n"),
            '\r' => shown.text.push_str("\\r"),
            '\t' => shown.text.push_str("\\t"),
            c => push(&mut shown.text, c),
        }
    }
    shown.text.push('"');
    let more = left.count();
    if more > 0 {
        shown.complete = false;
        let _ = write!(shown.text, "… (and {more} characters that are not shown)");
    }
}

fn push(line: &mut String, c: char) {
    if is_unseen(c) || (is_mark(c) && !bears_mark(line)) {
        let _ = write!(line, "\\u{{{:x}}}", u32::from(c));
    } else {
        line.push(c);
    }
}

/// Whether a character is drawn over the one before it, as an accent is.
fn is_mark(c: char) -> bool {
    const MARKS: [std::ops::RangeInclusive<char>; 5] = [
        '\u{300}'..='\u{36F}',
        '\u{1AB0}'..='\u{1AFF}',
        '\u{1DC0}'..='\u{1DFF}',
        '\u{20D0}'..='\u{20FF}',
        '\u{FE20}'..='\u{FE2F}',
    ];
    MARKS.iter().any(|range| range.contains(&c))
}

/// Whether a text ends with a letter or digit of few marks. A pile of them covers what stands
/// around it, and one over a quotation mark hides where a text ends.
fn bears_mark(text: &str) -> bool {
    const MOST: usize = 2;
    let marks = text.chars().rev().take_while(|c| is_mark(*c)).count();
    marks < MOST && text.chars().rev().nth(marks).is_some_and(char::is_alphanumeric)
}

/// Whether a character shows nothing or a mere blank, or turns the order of the text
/// around it.
fn is_unseen(c: char) -> bool {
    const ELSE: [std::ops::RangeInclusive<char>; 24] = [
        '\u{AD}'..='\u{AD}',
        '\u{34F}'..='\u{34F}',
        '\u{61C}'..='\u{61C}',
        '\u{115F}'..='\u{1160}',
        '\u{17B4}'..='\u{17B5}',
        '\u{180B}'..='\u{180F}',
        '\u{200B}'..='\u{200F}',
        '\u{2028}'..='\u{202E}',
        '\u{2060}'..='\u{206F}',
        '\u{2800}'..='\u{2800}',
        '\u{3164}'..='\u{3164}',
        '\u{E000}'..='\u{F8FF}',
        '\u{FE00}'..='\u{FE0F}',
        '\u{FEFF}'..='\u{FEFF}',
        '\u{FFA0}'..='\u{FFA0}',
        '\u{FDD0}'..='\u{FDEF}',
        '\u{FFF0}'..='\u{FFFC}',
        '\u{FFFE}'..='\u{FFFF}',
        '\u{13430}'..='\u{1345F}',
        '\u{16FE4}'..='\u{16FE4}',
        '\u{1BCA0}'..='\u{1BCA3}',
        '\u{1D159}'..='\u{1D159}',
        '\u{1D173}'..='\u{1D17A}',
        '\u{E0000}'..='\u{10FFFF}',
    ];
    let blank = c.is_whitespace() && c != ' ';
    c.is_control() || blank || ELSE.iter().any(|range| range.contains(&c))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_is_unseen_and_nothing_leaves_its_line() {
        let tricky = json!({
            "a\nApprove?": "x\r\n\"}\u{2028}\u{202e}\u{85}\u{1b}[2J\u{e0041}\u{a0}é",
            "rest": [1.5, null, [], {}, { "deep": true }],
        });
        let shown = json(&tricky);
        assert!(shown.complete);
        insta::assert_snapshot!(shown.text, @r#"
        {
          "a\nApprove?": "x\r\n\"}\u{2028}\u{202e}\u{85}\u{1b}[2J\u{e0041}\u{a0}é",
          "rest": [
            1.5,
            null,
            [],
            {},
            {
              "deep": true
            }
          ]
        }
        "#);
    }

    /// They were drawn over the lines around them, and over the quotation marks.
    #[test]
    fn marks_cover_nothing() {
        assert_eq!(one_line("e\u{301} a\u{323}\u{302}"), "e\u{301} a\u{323}\u{302}");
        let tricky =
            json!({ "\u{338}a": "x\u{300}\u{301}\u{302}\u{303} \u{20e0}\u{fffc}\u{ffff}" });
        let expected =
            "\"\\u{338}a\": \"x\u{300}\u{301}\\u{302}\\u{303} \\u{20e0}\\u{fffc}\\u{ffff}\"";
        assert!(json(&tricky).text.contains(expected), "{}", json(&tricky).text);
    }

    #[test]
    fn what_is_cut_is_told() {
        let shown = json(&json!({ "long": "é".repeat(LONGEST_TEXT + 7), "next": 1 }));
        assert!(!shown.complete);
        assert!(
            shown.text.contains("é\"… (and 7 characters that are not shown),\n    \"next\": 1")
        );
        let shown = json(&json!(vec!["é"; 2 * LONGEST]));
        assert!(!shown.complete && shown.text.ends_with('…'));
        assert!(shown.text.chars().count() <= LONGEST + 3);
    }
}
