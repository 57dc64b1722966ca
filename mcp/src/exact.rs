//! Messages read as they are written, the arguments of a call above all.

use std::borrow::Cow;
use std::ops::Range;

use rulebook::ToolError;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The arguments of a `tools/call`, read from the text of its message.
///
/// The messages of `rmcp` read numbers as floats, and let the last of two equal members
/// win: an answer would then be wrong without an error. Whoever has the text puts this
/// into the extensions of the request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ExactArguments(pub(crate) Result<Map<String, Value>, ToolError>);

/// The members of a message that tell whether it is a call.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow)]
    params: &'a RawValue,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
}

impl ExactArguments {
    /// The arguments in a message, and where they stand, if they do; nothing where it is no
    /// `tools/call`, or no message.
    pub(crate) fn found(text: &str) -> Option<(Self, Option<Range<usize>>)> {
        let message: Message<'_> =
            serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).ok()?;
        // A list would do for the members of a struct, in their order.
        let is_object = |text: &str| text.trim_start().starts_with('{');
        if message.method != "tools/call" || !is_object(message.params.get()) {
            return None;
        }
        let params: Params<'_> = serde_json::from_str(message.params.get()).ok()?;
        // A client may write null for what it leaves out.
        let Some(written) = params.arguments.map(RawValue::get).filter(|text| *text != "null")
        else {
            return Some((Self(Ok(Map::new())), None));
        };
        let start = written.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
        let place = start..start.checked_add(written.len())?;
        Some((Self(rulebook::parse_arguments(written)), Some(place)))
    }
}

/// What is said of JSON that is something else.
pub(crate) const NO_MESSAGE: &str =
    "this is JSON, and no message of JSON-RPC 2.0 that a client sends";

/// The text with no arguments, and with everything else in its place.
pub(crate) fn without(text: &str, place: Range<usize>) -> Option<String> {
    let blank = " ".repeat(text.get(place.clone())?.chars().count().saturating_sub("{}".len()));
    Some([text.get(..place.start)?, "{}", &blank, text.get(place.end..)?].concat())
}

/// Reads what the types of `rmcp` would read wrongly without an error: of two equal members
/// they take the last, whoever has looked at the first, and numbers lose digits.
pub(crate) fn exactly(text: &str) -> Result<(), Cow<'static, str>> {
    // A list is no message, and not wrong in itself.
    if !text.trim_start().starts_with('{') {
        return Err(NO_MESSAGE.into());
    }
    match rulebook::parse_arguments(text) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.message.into()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn arguments(text: &str) -> Result<Value, String> {
        let message = format!(r#"{{"method":"tools\/call","params":{{"arguments":{text}}}}}"#);
        let (read, _) = ExactArguments::found(&message).unwrap();
        read.0.map(Value::Object).map_err(|error| error.message)
    }

    #[test]
    fn arguments_are_read_as_they_are_written() {
        let given = arguments(r#"{"n":9007199254740993,"d":0.1}"#).unwrap();
        assert_eq!(given.to_string(), r#"{"n":9007199254740993,"d":0.1}"#);
        assert_eq!(arguments("null"), Ok(json!({})));
        assert_eq!(arguments(" {} "), Ok(json!({})));
    }

    #[test]
    fn what_would_be_read_wrongly_is_refused() {
        for text in [
            r#"{"days":3,"days":4}"#,
            r#"{"a":{"b":1,"b":2}}"#,
            r#"{"n":123456789012345678901234567890}"#,
            r#"{"n":1e999}"#,
            r#"{"s":"\ud800"}"#,
            "[1]",
            "\"{}\"",
        ] {
            assert!(arguments(text).is_err(), "{text}");
        }
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(arguments(&deep).is_err());
    }

    #[test]
    fn other_messages_have_none() {
        for text in [
            "",
            "{",
            "[]",
            r#"{"method":"tools/list","params":{"arguments":{}}}"#,
            r#"{"result":{"method":"tools/call","params":{}}}"#,
            r#"{"method":"tools/call"}"#,
            r#"{"method":"tools/call","params":[]}"#,
            r#"{"method":"tools/call","params":{"arguments":{},"arguments":{}}}"#,
        ] {
            assert_eq!(ExactArguments::found(text), None, "{text}");
        }
    }

    #[test]
    fn the_place_of_the_arguments_is_theirs_alone() {
        let text = r#"{"params":{"name":"é","arguments": {"é":1} },"method":"tools/call"}"#;
        let (_, place) = ExactArguments::found(text).unwrap();
        assert_eq!(text.get(place.unwrap()), Some(r#"{"é":1}"#));
    }
}
