//! Arguments that a host holds as text.

use serde_json::{Map, Value};

use super::reader::read;
use super::words::kind;
use crate::error::{ErrorCode, ToolError};

/// The arguments of a call, from the text of a JSON object.
///
/// Stricter than reading it with `serde_json`: two members with one name, and
/// a number that would lose digits, are refused.
///
/// ```
/// let arguments = rulebook::parse_arguments(r#"{ "days": 3 }"#).unwrap();
/// assert_eq!(arguments["days"], 3);
///
/// let error = rulebook::parse_arguments("{ \"days\": 3,\n  \"days\": 4 }").unwrap_err();
/// assert_eq!(error.message, "line 2, column 3: `days` is given twice");
/// ```
///
/// # Errors
/// `invalid_arguments`, with the line and column, when the text is not JSON,
/// not an object, or nested more than 128 levels deep.
pub fn parse_arguments(text: &str) -> Result<Map<String, Value>, ToolError> {
    const DEPTH: usize = 128;
    // Editors on Windows put a byte order mark in front.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let message = match read(text, DEPTH) {
        Ok(Value::Object(arguments)) => return Ok(arguments),
        Ok(other) => format!("the arguments are {}, and must be an object", kind(&other)),
        Err(fault) => fault.in_text(text),
    };
    Err(ToolError::new(ErrorCode::InvalidArguments, message))
}
