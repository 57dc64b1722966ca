//! What is wrong with the text of a script, without its place.

use rhai::{LexError, ParseErrorType};

use super::text::plain;
use crate::quote::quoted;

const NO_EVAL: &str = "`eval` is turned off: a rule cannot run text as code";

/// An error while a script was compiled, without its place.
pub(in crate::script) fn message(error: &ParseErrorType) -> String {
    use ParseErrorType as P;
    match error {
        P::UnexpectedEOF => "the script ends in the middle of something".to_owned(),
        P::BadInput(error) => input(error),
        P::MissingToken(token, place) => {
            format!("expected {} {}", quoted(token), plain(place))
        }
        P::Reserved(word) if word == "eval" => NO_EVAL.to_owned(),
        P::Reserved(word) if rhai::is_valid_identifier(word) => {
            format!("{} is a word of the language", quoted(word))
        }
        P::Reserved(sign) => format!("{} means nothing here", quoted(sign)),
        P::VariableUndefined(name) => format!("{} is not defined", quoted(name)),
        P::ExprTooDeep => "the expression is nested too deep".to_owned(),
        P::FnDuplicatedDefinition(name, count) => {
            format!("the function {} with {count} parameters is defined twice", quoted(name))
        }
        P::FnMissingName => "`fn` is not followed by the name of a function".to_owned(),
        P::FnMissingParams(name) => {
            format!("the function {} has no list of parameters", quoted(name))
        }
        P::FnDuplicatedParam(name, parameter) => {
            format!("the function {} has two parameters {}", quoted(name), quoted(parameter))
        }
        P::FnMissingBody(name) if name.is_empty() => "the function has no body".to_owned(),
        P::FnMissingBody(name) => format!("the function {} has no body", quoted(name)),
        P::DuplicatedProperty(name) => format!("the field {} is given twice", quoted(name)),
        P::DuplicatedVariable(name) => format!("the variable {} is named twice", quoted(name)),
        P::AssignmentToConstant(name) if name.is_empty() => "a constant cannot be set".to_owned(),
        P::AssignmentToConstant(name) => {
            format!("{} is a constant and cannot be set", quoted(name))
        }
        P::LiteralTooLarge(what, limit) => too_large(what, *limit),
        P::TooManyFunctions => "the script has too many functions".to_owned(),
        P::LoopBreak => "`break` and `continue` stand in a loop only".to_owned(),
        other => plain(&other.to_string()),
    }
}

/// The engine names what is too large in words of its own.
fn too_large(what: &str, limit: usize) -> String {
    if what.contains("string") {
        format!("the text is longer than {limit} bytes")
    } else if what.contains("map") {
        format!("the map has more than {limit} entries")
    } else {
        format!("the array has more than {limit} items")
    }
}

fn input(error: &LexError) -> String {
    match error {
        LexError::UnterminatedString => "a text has no closing quote".to_owned(),
        LexError::UnexpectedInput(text) => match text.chars().next() {
            Some(c) if c.is_whitespace() => {
                format!("an unusual space (U+{:04X}) stands here", u32::from(c))
            }
            _ => format!("{} means nothing here", quoted(text)),
        },
        LexError::ImproperSymbol(word, _) if word == "eval" => NO_EVAL.to_owned(),
        LexError::MalformedEscapeSequence(text) => {
            format!("{} is no character of a text", quoted(text))
        }
        LexError::MalformedNumber(_) => "this number cannot be read".to_owned(),
        LexError::MalformedChar(text) => format!("{} is not one character", quoted(text)),
        LexError::MalformedIdentifier(text) => format!("{} is not a name", quoted(text)),
        other => plain(&other.to_string()),
    }
}

/// What to write instead, for the mistakes that are made most.
pub(in crate::script) fn help(error: &ParseErrorType) -> Option<String> {
    use ParseErrorType as P;
    let help = match error {
        P::MissingToken(token, _) if token == ";" => "end the statement before this place with `;`",
        P::MissingToken(token, _) if token == "}" => "close the block; each `{` needs its `}`",
        P::UnexpectedEOF => "a `}`, a `)` or a quote is probably missing further up",
        P::BadInput(LexError::UnterminatedString) => {
            "close the text with the quote that began it; a text over several lines is written in \
             back-ticks"
        }
        P::BadInput(LexError::UnexpectedInput(text)) => {
            return text.chars().next().and_then(unexpected).map(str::to_owned);
        }
        P::Reserved(word) if matches!(word.as_str(), "null" | "nil") => "nothing is written `()`",
        P::BadInput(LexError::MalformedEscapeSequence(_)) => {
            "after `\\` write `n`, `r`, `t`, `\\`, a quote, or `x`, `u`, `U` with the digits of a \
             character"
        }
        P::BadInput(LexError::MalformedNumber(_)) => {
            "write its digits, and at most 64 bits of them"
        }
        P::BadInput(LexError::MalformedChar(_)) => "write a text in double quotes",
        P::FnMissingName => {
            "a name has the letters a to z, digits and `_`, and is no word of the language"
        }
        P::Reserved(word) if word != "eval" && rhai::is_valid_identifier(word) => {
            "use another name"
        }
        P::ExprTooDeep => {
            "divide it: give parts of it names with `let`, or move them into functions of their own"
        }
        P::TooManyFunctions => "divide it into several scripts, and import them",
        P::WrongFnDefinition => "move the function out of the block, to the top level",
        _ => return None,
    };
    Some(help.to_owned())
}

/// What to write in place of a character that means nothing.
fn unexpected(c: char) -> Option<&'static str> {
    match c {
        _ if c.is_whitespace() => Some("replace it by an ordinary space"),
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' => {
            Some("text stands in straight quotes: `\"`")
        }
        _ if c.is_alphabetic() => {
            Some("names have the letters a to z, digits and `_`; text stands in double quotes")
        }
        _ => None,
    }
}
