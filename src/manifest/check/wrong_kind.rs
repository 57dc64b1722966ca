//! A field holds the kind of value that belongs there.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::manifest::json::{Value, place};
use crate::quote::quoted;
use crate::source::Source;

/// The kind of value that belongs somewhere.
#[derive(Clone, Copy, Debug)]
pub(in crate::manifest) enum Expected {
    Text,
    Name,
    Number,
    Flag,
    Texts,
    TextsByName,
    Objects,
    Object,
}

impl Expected {
    const fn words(self) -> &'static str {
        match self {
            Self::Text | Self::Name => "text",
            Self::Number => "a number",
            Self::Flag => "`true` or `false`",
            Self::Texts | Self::Objects => "a list",
            Self::TextsByName | Self::Object => "an object",
        }
    }

    const fn example(self) -> &'static str {
        match self {
            Self::Text | Self::Name => "`\"...\"`",
            Self::Number => "`1`",
            Self::Flag => "`true` or `false`",
            Self::Texts => "`[\"...\"]`",
            Self::Objects => "`[ { \"name\": \"...\" } ]`",
            Self::TextsByName => "`{ \"parameter\": \"...\" }`",
            Self::Object => "`{ ... }`",
        }
    }
}

/// `what` names the value in a message.
pub(in crate::manifest) fn problem(
    source: &Source,
    what: &str,
    expected: Expected,
    found: &Value<'_>,
) -> Diagnostic {
    let found_words = match found {
        Value::StringLit(_) => "text",
        Value::NumberLit(_) => "a number",
        Value::BooleanLit(flag) if flag.value => "`true`",
        Value::BooleanLit(_) => "`false`",
        Value::Object(_) => "an object",
        Value::Array(_) => "a list",
        Value::NullKeyword(_) => "`null`",
    };
    let place = place(found);
    let written = source.slice(place);
    let help = match (expected, found) {
        (
            Expected::Text | Expected::Flag | Expected::Texts | Expected::TextsByName,
            Value::NullKeyword(_),
        ) => format!("write {}, or leave it out", expected.example()),
        (Expected::Text | Expected::Name, Value::NumberLit(_) | Value::BooleanLit(_)) => {
            format!("put it in double quotes: {}", quoted(&format!("\"{written}\"")))
        }
        (Expected::Flag, Value::StringLit(text))
            if matches!(text.value.as_ref(), "true" | "false") =>
        {
            format!("write `{}` without quotes", text.value)
        }
        (Expected::Number, Value::StringLit(_)) => "write the number without quotes".to_owned(),
        (Expected::Texts, Value::StringLit(_)) => {
            format!("write a list: {}", quoted(&format!("[{written}]")))
        }
        _ => format!("write {}", expected.example()),
    };
    let message = format!("{what} must be {}, not {found_words}", expected.words());
    Diagnostic::new(Code::InvalidValue, message).at(source, place).help(help)
}
