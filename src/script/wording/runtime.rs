//! What went wrong while a script ran, without its place.

use rhai::EvalAltResult;

use super::parse;
use super::text::plain;
use super::types::types;
use crate::quote::quoted;

/// An error while a script ran, without its place.
pub(in crate::script) fn message(error: &EvalAltResult) -> String {
    use EvalAltResult as E;
    match error {
        E::ErrorVariableNotFound(name, _) => format!("{} is not defined here", quoted(name)),
        E::ErrorFunctionNotFound(call, _) => no_function(call),
        E::ErrorModuleNotFound(name, _) => format!("{} is not imported", quoted(name)),
        E::ErrorPropertyNotFound(name, _) => no_field(name),
        E::ErrorDotExpr(text, _) => no_property(text),
        E::ErrorIndexNotFound(index, _) => {
            format!("{} is not an index of this value", quoted(&index.to_string()))
        }
        E::ErrorMismatchDataType(wanted, found, _) if wanted.is_empty() => {
            format!("a value of type {} does not fit here", types(found))
        }
        E::ErrorMismatchDataType(wanted, found, _)
        | E::ErrorMismatchOutputType(wanted, found, _) => {
            format!("expected {}, found {}", types(wanted), types(found))
        }
        E::ErrorIndexingType(found, _) => no_index(found),
        E::ErrorUnboundThis(_) => "`this` has no value here".to_owned(),
        E::ErrorFor(_) => "`for` needs an array, a range or a string".to_owned(),
        E::ErrorAssignmentToConstant(name, _) => {
            // Only `this` has no name.
            let name = if name.is_empty() { "this" } else { name.as_str() };
            format!("{} is a constant", quoted(name))
        }
        E::ErrorNonPureMethodCallOnConstant(name, _) => {
            let name = name.rsplit('$').next().unwrap_or(name);
            format!("{} would change a constant", quoted(name))
        }
        E::ErrorVariableExists(name, _) => format!("{} is defined already", quoted(name)),
        E::ErrorForbiddenVariable(name, _) => {
            format!("{} cannot be the name of a variable", quoted(name))
        }
        E::ErrorDataRace(..) => {
            "this value is in use by the function that it is given to".to_owned()
        }
        E::ErrorArithmetic(text, _) if text.is_empty() => "the arithmetic failed".to_owned(),
        E::ErrorArithmetic(text, _) => arithmetic(text),
        E::ErrorParsing(error, _) => parse::message(error),
        E::ErrorSystem(text, _) if !text.is_empty() => text.clone(),
        E::LoopBreak(..) => "`break` and `continue` stand in a loop only".to_owned(),
        other => plain(&without_place(&other.to_string())),
    }
}

/// What went wrong with a number; the engine tells what Rust says of its text.
fn arithmetic(text: &str) -> String {
    let number = text.strip_prefix("Error parsing ").and_then(|rest| {
        let (kind, rest) = rest.split_once(" number '")?;
        Some((kind, rest.rsplit_once("': ")?.0))
    });
    match number {
        Some(("integer", text)) => format!("{} is not a whole number of 64 bits", quoted(text)),
        Some(("decimal", text)) => format!("{} is not a decimal of 28 digits", quoted(text)),
        Some((_, text)) => format!("{} is not a number", quoted(text)),
        None => plain(&text.replace("Decimal", "a decimal")),
    }
}

/// `name (type, type)`, or a name alone.
fn no_function(call: &str) -> String {
    match call.split_once(" (") {
        Some((name, of)) if name.starts_with("anon$") => {
            format!("this closure does not take what it is called with: `({}`", types(of))
        }
        Some((name, of)) => {
            let name = quoted(name);
            let name = name.strip_suffix('`').unwrap_or(&name);
            let of = types(of);
            format!("no function fits the call {name} ({of}`{}", advice(&of))
        }
        None => format!("there is no function {}", quoted(call)),
    }
}

/// What to write instead, for the values that are most often not meant.
fn advice(types: &str) -> &'static str {
    let has = |name| types.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
    if has("decimal") && has("float") {
        "; a decimal and a float do not mix: write the number as `parse_decimal(\"...\")`"
    } else if types.contains("()") {
        "; a value is nothing there: `value ?? other` gives another in its place"
    } else {
        ""
    }
}

/// A misspelt field, or one that is there at times.
fn no_field(name: &str) -> String {
    let name = quoted(name);
    let plain = name.trim_matches('`');
    format!(
        "{name} is not a field of this map; if it may be absent, write `map.get(\"{plain}\") ?? \
         other`, or ask `\"{plain}\" in map`"
    )
}

/// The engine's text has the property and the type of its owner in quotes.
fn no_property(text: &str) -> String {
    let mut quotes = text.split('\'').skip(1).step_by(2);
    match (quotes.next(), quotes.next()) {
        (Some(property), Some("()")) => {
            format!("{} is asked of `()`, which is nothing", quoted(property))
        }
        (Some(property), Some(owner)) => {
            let (property, owner) = (quoted(property), types(owner));
            format!("{property} is not a field: this is no map, but of type {owner}")
        }
        _ => plain(text),
    }
}

/// The owner and the index, as `type [type]`.
fn no_index(found: &str) -> String {
    let owner = found.split_once(" [").map_or(found, |(owner, _)| owner);
    format!("{} cannot be indexed", of_type(owner))
}

fn of_type(name: &str) -> String {
    match types(name).as_str() {
        "()" => "`()`, which is no value".to_owned(),
        name => format!("a value of type {name}"),
    }
}

/// The engine puts the place behind the message; here it has a field of its own.
fn without_place(text: &str) -> String {
    match text.rfind(" (line ") {
        Some(at) => text.get(..at).unwrap_or(text).to_owned(),
        None => text.to_owned(),
    }
}
