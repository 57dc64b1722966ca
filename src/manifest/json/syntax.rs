//! Why a text is not JSON, in the words of someone who writes one by hand.

use jsonc_parser::errors::{ParseError, ParseErrorKind as Kind};
use jsonc_parser::{CollectOptions, ParseStringErrorKind as StringKind, parse_to_ast};

use super::lexical::{Oddity, Scan};
use super::strict::{STRICT, span};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::source::{Position, Source, Span};

/// The first thing that is wrong.
pub(super) fn explain(source: &Source, error: &serde_json::Error) -> Diagnostic {
    let text = source.text();
    let oddity = Scan::of(text).oddity;
    let readable = match oddity {
        // Reading on would follow the nesting.
        Some(Oddity::TooDeep { at }) => text.get(..at).unwrap_or_default(),
        _ => text,
    };
    let refused = parse_to_ast(readable, &CollectOptions::default(), &STRICT).err();
    match (oddity, refused) {
        (Some(oddity), None) => odd(source, oddity),
        (Some(oddity), Some(refused)) if oddity.at() <= reach(&refused) => odd(source, oddity),
        (_, Some(refused)) => strict(source, &refused),
        (None, None) if text.trim().is_empty() => {
            problem(source, Span::new(0, 0), "the file is empty")
                .help(r#"begin with `{ "schemaVersion": 1, "script": "...", "exports": [ ... ] }`"#)
        }
        (None, None) => {
            let place = Position { line: error.line(), column: 1 };
            // Their columns count bytes.
            unclear(source, source.offset(place) + error.column().saturating_sub(1))
        }
    }
}

/// A refusal without a better reason.
pub(super) fn unclear(source: &Source, at: usize) -> Diagnostic {
    let place = source.word_at(source.position(at));
    if source.slice(place).starts_with(|c: char| c.is_ascii_digit()) {
        return problem(source, number_at(source, place.start), "this number is too large");
    }
    problem(source, place, "this cannot be read as JSON")
}

/// The whole number that has a digit at `at`.
fn number_at(source: &Source, at: usize) -> Span {
    let part = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-');
    let (before, after) = source.text().split_at_checked(at).unwrap_or_default();
    let start = before.trim_end_matches(part).len();
    let end = after.find(|c| !part(c)).unwrap_or(after.len());
    Span::new(start, at + end)
}

/// How far the text was read before it was refused.
fn reach(refused: &ParseError) -> usize {
    match refused.kind() {
        Kind::UnterminatedArray
        | Kind::UnterminatedObject
        | Kind::ExpectedObjectValue
        | Kind::ExpectedColonAfterObjectKey
        | Kind::String(StringKind::UnterminatedStringLiteral) => refused.range().end,
        _ => refused.range().start,
    }
}

fn problem(source: &Source, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::InvalidJson, message).at(source, first_line(source, span))
}

/// The span up to the end of its first line.
fn first_line(source: &Source, span: Span) -> Span {
    let text = source.slice(span);
    let length = text.find(['\n', '\r']).unwrap_or(text.len());
    Span::new(span.start, span.start + length)
}

fn odd(source: &Source, oddity: Oddity) -> Diagnostic {
    let one = |at: usize, c: char| Span::new(at, at + c.len_utf8());
    match oddity {
        Oddity::LineBreak { start, at } => {
            problem(source, Span::new(start, at), "this text has no closing `\"` on its line")
                .help("close it with `\"`; a line break within text is written `\\n`")
        }
        Oddity::Control { at, found } => {
            let written = if found == '\t' { r"\t".to_owned() } else { unicode(found) };
            let what = if found == '\t' { "a tab" } else { "a control character" };
            problem(source, one(at, found), format!("{what} cannot stand in text"))
                .help(format!("write `{written}`, or a space"))
        }
        Oddity::Space { at, found } => {
            let message = format!("an unusual space (U+{:04X}) stands here", u32::from(found));
            problem(source, one(at, found), message).help("replace it by an ordinary space")
        }
        Oddity::TooDeep { at } => {
            problem(source, Span::new(at, at + 1), "lists and objects are nested too deep")
                .help("a manifest has at most four levels; close the brackets before this one")
        }
    }
}

fn unicode(c: char) -> String {
    format!("\\u{:04x}", u32::from(c))
}

fn strict(source: &Source, refused: &ParseError) -> Diagnostic {
    let place = span(refused.range());
    let found = source.slice(first_line(source, place));
    let problem = |message: &str| problem(source, place, message);
    match refused.kind() {
        Kind::CommentsNotAllowed | Kind::UnterminatedCommentBlock => {
            problem("JSON has no comments").help("remove it")
        }
        Kind::TrailingCommasNotAllowed => {
            problem("nothing follows this comma").help("remove the comma")
        }
        Kind::ExpectedComma if starts_with_zero(source, place.start) => {
            let zero = Span::new(place.start.saturating_sub(1), place.start);
            self::problem(source, zero, "a number cannot begin with `0`").help("remove the zero")
        }
        Kind::ExpectedComma => {
            problem("a comma is missing here").help("write `,` between one entry and the next")
        }
        Kind::SingleQuotedStringsNotAllowed => {
            problem("text stands in double quotes").help("write `\"` instead of `'`")
        }
        Kind::ExpectedStringObjectProperty => {
            problem(&format!("the name {} has no quotes", quoted(found)))
                .help(format!("write {}", in_quotes(found)))
        }
        Kind::UnexpectedWord => word(source, place),
        Kind::ExpectedColonAfterObjectKey => {
            problem("a `:` is missing before this").help("write each field as `\"name\": value`")
        }
        Kind::ExpectedObjectValue => problem("a value is missing here"),
        Kind::UnterminatedObject => unclosed(source, place, '{', '}'),
        Kind::UnterminatedArray => unclosed(source, place, '[', ']'),
        Kind::MultipleRootJsonValues if matches!(found, "}" | "]") => {
            problem(&format!("there is one `{found}` too many")).help("remove it")
        }
        Kind::MultipleRootJsonValues => problem("the manifest has already ended before this")
            .help("remove what follows, or the bracket that ends it too early"),
        Kind::String(kind) => string(source, place, kind),
        Kind::BareDecimalPointNumbersNotAllowed
        | Kind::ExpectedDigit
        | Kind::ExpectedDigitFollowingNegativeSign
        | Kind::ExpectedPlusMinusOrDigitInNumberLiteral
        | Kind::HexadecimalNumbersNotAllowed
        | Kind::NonFiniteNumbersNotAllowed
        | Kind::UnaryPlusNumbersNotAllowed => {
            problem("this is not a number").help("write decimal digits, such as `12` or `0.5`")
        }
        _ => unexpected(source, place),
    }
}

/// Whether a comma seems to be missing only because of digits after a zero.
fn starts_with_zero(source: &Source, at: usize) -> bool {
    let around = source.slice(Span::new(at.saturating_sub(1), at + 1));
    let mut chars = around.chars();
    chars.next() == Some('0') && chars.next().is_some_and(|c| c.is_ascii_digit())
}

fn unclosed(source: &Source, place: Span, open: char, close: char) -> Diagnostic {
    let bracket = Span::new(place.start, place.start + 1);
    problem(source, bracket, format!("this `{open}` is never closed"))
        .help(format!("write `{close}` where it ends"))
}

fn in_quotes(word: &str) -> String {
    quoted(&format!("\"{word}\""))
}

fn word(source: &Source, place: Span) -> Diagnostic {
    let found = source.slice(place);
    let error = problem(source, place, format!("{} is not a value", quoted(found)));
    let meant = match found.to_lowercase().as_str() {
        "yes" | "on" => Some("true"),
        "no" | "off" => Some("false"),
        // Shorter ones are like everything.
        word if word.len() >= 3 => nearest(word, ["true", "false"]),
        _ => None,
    };
    match meant {
        Some(meant) => error.help(format!("write `{meant}`, or put text in double quotes")),
        None => error.help(format!("put text in double quotes: {}", in_quotes(found))),
    }
}

fn string(source: &Source, place: Span, kind: &StringKind) -> Diagnostic {
    match kind {
        StringKind::UnterminatedStringLiteral => {
            problem(source, place, "this text is never closed").help("close it with `\"`")
        }
        StringKind::InvalidUnicodeEscapeSequence(_) | StringKind::ExpectedFourHexDigits => {
            let escape = source.slice(place).trim_end_matches('"');
            let place = Span::new(place.start, place.start + escape.len());
            problem(source, place, "this `\\u` does not make a character")
                .help("write the character itself")
        }
        _ => {
            let message = format!("{} means nothing in text", quoted(source.slice(place)));
            problem(source, place, message)
                .help("write a backslash as `\\\\`, and `/` between the folders of a path")
        }
    }
}

/// A character that cannot stand where it is.
fn unexpected(source: &Source, place: Span) -> Diagnostic {
    let found = source.slice(place).chars().next();
    let before = source.slice(Span::new(0, place.start));
    if before.trim_end().ends_with(':') && matches!(found, Some(',' | '}' | ']')) {
        return problem(source, place, "a value is missing before this");
    }
    match (found, Scan::of(before).open.last()) {
        (Some('#'), _) => problem(source, place, "JSON has no comments").help("remove it"),
        (Some('“' | '”' | '„' | '«' | '»' | '‘' | '’' | '`'), _) => {
            problem(source, place, "text stands in straight double quotes")
                .help("write `\"` at both ends")
        }
        (Some('}' | ']'), Some((at, bracket))) if !closes(found, *bracket) => {
            let close = if *bracket == '{' { '}' } else { ']' };
            let line = source.position(*at).line;
            let message = format!("the `{bracket}` of line {line} is not closed before this");
            problem(source, place, message).help(format!("write `{close}` before it"))
        }
        (Some(found), _) if found.is_alphabetic() => word(source, place),
        (Some(found), _) => {
            let message = format!("{} cannot stand here", quoted(&found.to_string()));
            problem(source, place, message)
        }
        (None, _) => problem(source, place, "the file ends too early"),
    }
}

fn closes(found: Option<char>, bracket: char) -> bool {
    matches!((bracket, found), ('{', Some('}')) | ('[', Some(']')))
}
