//! The engine's own errors in the words of a rule author.

use rhai::{EvalAltResult, LexError, ParseErrorType};

/// An error while a script ran, without its place.
pub(super) fn runtime(error: &EvalAltResult) -> String {
    use EvalAltResult as E;
    match error {
        E::ErrorVariableNotFound(name, _) => format!("`{name}` is not defined here"),
        E::ErrorFunctionNotFound(signature, _) => {
            format!("no function fits the call `{}`", types(signature))
        }
        E::ErrorModuleNotFound(name, _) => format!("`{name}` is not imported"),
        E::ErrorPropertyNotFound(name, _) => format!("`{name}` is not a field of this map"),
        E::ErrorDotExpr(text, _) => property(text),
        E::ErrorIndexNotFound(index, _) => format!("`{index}` is not an index of this value"),
        E::ErrorMismatchDataType(wanted, found, _) if wanted.is_empty() => {
            format!("a value of type {} does not fit here", types(found))
        }
        E::ErrorMismatchDataType(wanted, found, _)
        | E::ErrorMismatchOutputType(wanted, found, _) => {
            format!("expected {}, found {}", types(wanted), types(found))
        }
        E::ErrorIndexingType(found, _) => format!("`{}` cannot be indexed", types(found)),
        E::ErrorUnboundThis(_) => "`this` has no value here".to_owned(),
        E::ErrorFor(_) => "`for` needs an array, a range or a string".to_owned(),
        E::ErrorAssignmentToConstant(name, _) => format!("`{name}` is a constant"),
        E::ErrorArithmetic(text, _) if text.is_empty() => "the arithmetic failed".to_owned(),
        E::ErrorParsing(error, _) => parse(error),
        other => plain(&without_place(&other.to_string())),
    }
}

/// A property of something that is no map, which the engine tells by the name of
/// the type in Rust.
fn property(text: &str) -> String {
    let Some((name, rest)) = text.split_once('\'').and_then(|(_, rest)| rest.split_once('\''))
    else {
        return plain(text);
    };
    match rest.split('\'').nth(1) {
        Some("()") => format!("`{name}` is asked of `()`, which is nothing"),
        Some(of) => format!("`{name}` is not a field: this is no map, but of type {}", types(of)),
        None => plain(text),
    }
}

/// An error while a script was compiled, without its place.
pub(super) fn parse(error: &ParseErrorType) -> String {
    use ParseErrorType as P;
    match error {
        P::UnexpectedEOF => "the script ends in the middle of something".to_owned(),
        P::BadInput(LexError::UnterminatedString) => "a text has no closing quote".to_owned(),
        P::BadInput(LexError::UnexpectedInput(text)) => format!("`{text}` means nothing here"),
        P::MissingToken(token, place) => {
            format!("expected `{token}` {}", place.replace('\'', "`"))
        }
        P::Reserved(word) if word == "eval" => {
            "`eval` is turned off: a rule cannot run text as code".to_owned()
        }
        P::BadInput(LexError::ImproperSymbol(word, _)) if word == "eval" => {
            "`eval` is turned off: a rule cannot run text as code".to_owned()
        }
        P::Reserved(word) => format!("`{word}` is a word of the language"),
        P::VariableUndefined(name) => format!("`{name}` is not defined"),
        P::ExprTooDeep => "the expression is nested too deep".to_owned(),
        P::FnDuplicatedDefinition(name, count) => {
            format!("the function `{name}` with {count} parameters is defined twice")
        }
        other => plain(&other.to_string()),
    }
}

/// What to write instead, for the mistakes that are made most.
pub(super) fn parse_help(error: &ParseErrorType) -> Option<String> {
    use ParseErrorType as P;
    let help = match error {
        P::MissingToken(token, _) if token == ";" => "end the statement before this place with `;`",
        P::MissingToken(token, _) if token == "}" => "close the block; each `{` needs its `}`",
        P::UnexpectedEOF => "a `}`, a `)` or a quote is probably missing further up",
        P::BadInput(LexError::UnterminatedString) => {
            "close the text with the quote that began it; a text over several lines is written in \
             back-ticks"
        }
        P::WrongFnDefinition => "move the function out of the block, to the top level",
        _ => return None,
    };
    Some(help.to_owned())
}

/// Lower case, no full stop, back-ticks for quotes.
fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches('.').replace('\'', "`");
    let mut characters = text.chars();
    let second_is_upper = text.chars().nth(1).is_some_and(char::is_uppercase);
    match characters.next() {
        Some(first) if !second_is_upper => first.to_lowercase().chain(characters).collect(),
        _ => text,
    }
}

/// The engine puts the place behind the message; here it has a field of its own.
fn without_place(text: &str) -> String {
    match text.rfind(" (line ") {
        Some(at) => text.get(..at).unwrap_or(text).to_owned(),
        None => text.to_owned(),
    }
}

/// Type names as signatures write them.
fn types(text: &str) -> String {
    const NAMES: [(&str, &str); 7] = [
        ("&str | ImmutableString | String", "string"),
        ("ImmutableString", "string"),
        ("rust_decimal::Decimal", "decimal"),
        ("Decimal", "decimal"),
        ("i64", "int"),
        ("f64", "float"),
        ("Dynamic", "value"),
    ];
    NAMES.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}
