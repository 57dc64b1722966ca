//! What to say about a type that cannot be read, and what to write instead.
//!
//! Each looks at the tokens where reading stopped and reports one problem.

use std::fmt;

use super::problems::{quoted, shortened};
use super::reader::Reader;
use super::recover::Closer;
use super::syntax::{Node, Shape};
use super::tokens::Kind;
use crate::source::Span;

pub(super) const TOO_LARGE: &str =
    "write `map` or `array`, without a type for what they hold, in place of the inner part";
const STRINGS_ONLY: &str = "a union holds strings only";
const HOW_TO_UNITE: &str =
    "write strings in double quotes, as in `\"open\" | \"closed\"`, or one type";

/// What a type belongs to, as in "the type of …".
#[derive(Clone, Copy)]
pub(super) struct Owner<'a> {
    pub(super) what: &'static str,
    pub(super) name: &'a str,
}

impl fmt::Display for Owner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.what, self.name) {
            (what, "") => f.write_str(what),
            ("", name) => f.write_str(&quoted(name)),
            (what, name) => write!(f, "{what} {}", quoted(name)),
        }
    }
}

/// The next token does not begin a type. Gives the bracket that was taken.
pub(super) fn no_type(reader: &mut Reader<'_>, owner: Owner<'_>) -> Option<Closer> {
    let span = reader.span(0);
    let text = reader.text(0);
    match text {
        "{" if reader.is_field(1) => {
            reader.malformed(span, "a record begins with `#{`", "write `#{` in place of `{`");
            reader.next();
            return Some('}');
        }
        "# {" => {
            reader.malformed(span, "a record begins with `#{`", "leave out the space in `# {`");
            reader.next();
            return Some('}');
        }
        "[" => {
            let item = if reader.is_word(1) { shortened(reader.text(1)) } else { "T".to_owned() };
            let help = format!("write `array<{item}>`");
            reader.malformed(span, "an array type is not written in square brackets", help);
        }
        "(" => reader.malformed(
            span,
            "a type is not put in brackets",
            "leave the brackets out; a `?` after a union is about all of it",
        ),
        "true" | "false" => reader.malformed(span, STRINGS_ONLY, "write `bool`"),
        "fn" => reader.malformed(
            span,
            "a function cannot be passed in or out",
            "write the type of a value, or leave a helper's parameter untyped",
        ),
        "||" => one_bar(reader, span),
        ":" => reader.malformed(span, "one `:` stands before a type", "leave out the second"),
        _ => match reader.kind(0) {
            Kind::Number => {
                reader.malformed(span, STRINGS_ONLY, "write `int`, `float` or `decimal`")
            }
            _ if is_quoted(text) => double_quotes(reader, span),
            _ => missing(reader, span, owner),
        },
    }
    None
}

fn missing(reader: &mut Reader<'_>, span: Span, owner: Owner<'_>) {
    let before = reader.last;
    // What ends the annotation is no part of the mistake.
    let ends = reader.kind(0) == Kind::End
        || matches!(reader.text(0), "," | ")" | "}" | "]" | "{" | ";" | ">" | "=")
        || reader.kind(0) == Kind::Keyword;
    if ends {
        let help = "write it here, as in `int`, `string` or `array<int>`";
        reader.malformed(before, format!("the type of {owner} is missing"), help);
    } else {
        let found = quoted(reader.slice(span));
        let help = "write one, as in `int`, `string` or `array<int>`";
        reader.malformed(span, format!("{found} is not a type for {owner}"), help);
    }
}

/// A union goes on with something that is not a string.
pub(super) fn no_string(reader: &mut Reader<'_>) {
    let span = reader.span(0);
    let text = reader.text(0);
    match reader.kind(0) {
        _ if is_quoted(text) => double_quotes(reader, span),
        _ if text == "||" || text == "|" => one_bar(reader, span),
        Kind::Name | Kind::Reserved if is_nothing(text) => {
            reader.malformed(span, STRINGS_ONLY, "put `?` after the union to allow null");
        }
        Kind::Name | Kind::Reserved | Kind::Number => {
            reader.malformed(span, STRINGS_ONLY, HOW_TO_UNITE);
        }
        Kind::End | Kind::Symbol if !matches!(text, "#{" | "(" | "()" | "[") => {
            let bar = reader.last;
            reader.malformed(bar, "a string is missing after this `|`", HOW_TO_UNITE);
        }
        _ => reader.malformed(span, STRINGS_ONLY, HOW_TO_UNITE),
    }
}

/// The next token does not name a field.
pub(super) fn no_field(reader: &mut Reader<'_>) {
    let span = reader.span(0);
    let text = reader.text(0);
    match reader.kind(0) {
        Kind::Reserved | Kind::Keyword => reader.malformed(
            span,
            format!("{} is a word of the language", quoted(text)),
            format!("put the field's name in quotes: `\"{}\"`", shortened(text)),
        ),
        _ if is_quoted(text) => double_quotes(reader, span),
        Kind::Bad => odd_name(reader, span),
        _ => reader.malformed(
            span,
            format!("expected the name of a field, found {}", quoted(text)),
            "write fields as in `#{ sku: string, note?: string }`",
        ),
    }
}

/// A field's name is not followed by a colon.
pub(super) fn no_colon(reader: &mut Reader<'_>, name: Span) {
    let next = reader.span(0);
    if reader.kind(0) == Kind::Bad && next.start == name.end {
        return odd_name(reader, name.to(next));
    }
    let name_text = shortened(reader.slice(name));
    reader.malformed(
        name,
        format!("the field `{name_text}` has no type"),
        format!("write `{name_text}: ` and a type; `{name_text}?: ` if it may be absent"),
    );
}

/// A type is complete, and what follows it does not belong there; `declared` tells
/// whether it is what a `type` stands for.
pub(super) fn unexpected(
    reader: &mut Reader<'_>,
    before: Option<&Node>,
    expected: &str,
    declared: bool,
) {
    let span = reader.span(0);
    let whole = before.map_or(span, |node| node.span);
    let ty = shortened(reader.slice(whole));
    let choice = before.is_some_and(|node| matches!(node.shape, Shape::Choice(_)));
    match reader.text(0) {
        "[" | "?[" => {
            let help = format!("write `array<{ty}>`");
            let end = if reader.is(1, "]") { reader.span(1) } else { span };
            reader.malformed(
                whole.to(end),
                "an array type is not written in square brackets",
                help,
            );
        }
        "|" if before.is_some_and(|node| matches!(node.shape, Shape::Nullable(_))) => reader
            .malformed(span, "a union ends with its `?`", "move the `?` behind the last string"),
        "|" => {
            let help = if is_nothing(reader.text(1)) {
                format!("write `{ty}?` to allow null")
            } else {
                HOW_TO_UNITE.to_owned()
            };
            let end = if reader.kind(1) == Kind::Symbol { span } else { reader.span(1) };
            reader.malformed(whole.to(end), STRINGS_ONLY, help);
        }
        "||" => one_bar(reader, span),
        "&" | "+" => reader.malformed(
            span,
            "types cannot be combined",
            "write one record with all the fields",
        ),
        "=" if expected.starts_with("`,`") => reader.malformed(
            span,
            "there are no default values here",
            match declared {
                true => {
                    "leave it out, or write `settings` in place of `type` if these are settings"
                }
                false => "leave it out; write `T?` and use `??` where the value is used",
            },
        ),
        _ if choice && reader.kind(0) == Kind::Text => {
            reader.malformed(
                span,
                "the strings of a union are joined by `|`",
                "write `|` before it",
            );
        }
        text => {
            let message = format!("expected {expected} after `{ty}`, found {}", quoted(text));
            reader.malformed(span, message, format!("write {expected} after the type"));
        }
    }
}

fn odd_name(reader: &mut Reader<'_>, span: Span) {
    let message = "a name is made of the letters a to z, digits and `_`";
    reader.malformed(span, message, "put the field's name in double quotes");
}

fn one_bar(reader: &mut Reader<'_>, span: Span) {
    reader.malformed(span, "the strings of a union are joined by one `|`", "write `|`");
}

fn double_quotes(reader: &mut Reader<'_>, span: Span) {
    if reader.kind(0) == Kind::Bad && reader.slice(span).starts_with('"') {
        let help = "close it with `\"` in the same line, and write `\\\\` for a backslash";
        return reader.malformed(span, "this string cannot be read", help);
    }
    let inner = reader.slice(span).trim_matches(|c| matches!(c, '\'' | '`' | '"' | '#'));
    let help = format!("write `\"{}\"`", shortened(inner));
    reader.malformed(span, "a string in a type stands in double quotes, on one line", help);
}

fn is_nothing(text: &str) -> bool {
    matches!(text, "null" | "nil" | "none" | "None" | "undefined")
}

fn is_quoted(text: &str) -> bool {
    text.starts_with(['\'', '`', '"']) || text.starts_with("#\"") || text.starts_with("##")
}
