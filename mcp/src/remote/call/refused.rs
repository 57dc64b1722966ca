//! What a server calls an error, as that of a tool.

use std::fmt::Write;

use rulebook::{ErrorCode, ToolError};
use serde_json::{Map, Value};

use super::output::Answer;
use crate::code::CODE;
use crate::remote::messages::said::said;

/// What a server calls an error: its text, and a word of what else there is.
pub(in crate::remote) fn error(answer: Answer) -> ToolError {
    let texts: Vec<_> = answer.content.iter().filter_map(text).collect();
    let mut message = said(texts.join("\n").trim());
    if message.is_empty()
        && let Some(structured) = &answer.structured
    {
        message = said(&structured.to_string());
    }
    let rest = rest(&answer.content);
    match (message.is_empty(), rest) {
        (false, None) => {}
        (false, Some(rest)) => {
            let _ = write!(message, "\n(and {rest})");
        }
        (true, None) => "the tool failed, and its server does not say why".clone_into(&mut message),
        (true, Some(rest)) => {
            message = format!("the tool failed, and its server gave {rest} alone")
        }
    }
    ToolError::new(answer.code.unwrap_or(ErrorCode::ScriptFailed), message)
}

/// The code that a server of ours gives an error, where it says something of the tool alone:
/// what a person decides, and what is held, is known here better.
pub(in crate::remote) fn code(meta: &Map<String, Value>) -> Option<ErrorCode> {
    let code = serde_json::from_value(meta.get(CODE)?.clone()).ok()?;
    let of_the_tool = matches!(
        code,
        ErrorCode::InvalidArguments
            | ErrorCode::InvalidResult
            | ErrorCode::LimitExceeded
            | ErrorCode::TimedOut
            | ErrorCode::Unavailable
    );
    of_the_tool.then_some(code)
}

fn text(block: &Value) -> Option<&str> {
    let is_text = block.get("type").and_then(Value::as_str) == Some("text");
    block.get("text").and_then(Value::as_str).filter(|_| is_text)
}

/// What there is beside text: `an image and 2 resources`.
fn rest(content: &[Value]) -> Option<String> {
    const KINDS: [(&str, &str, &str); 4] = [
        ("image", "an image", "images"),
        ("audio", "a sound", "sounds"),
        ("resource", "a resource", "resources"),
        ("resource_link", "a link to a resource", "links to resources"),
    ];
    let kind =
        |block: &Value| block.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    let named = KINDS.iter().filter_map(|(name, one, many)| {
        match content.iter().filter(|block| kind(block) == *name).count() {
            0 => None,
            1 => Some((*one).to_owned()),
            count => Some(format!("{count} {many}")),
        }
    });
    let other = content.iter().any(|block| {
        let kind = kind(block);
        kind != "text" && KINDS.iter().all(|(name, ..)| kind != *name)
    });
    let mut all: Vec<_> = named.collect();
    if other {
        all.push("content of another kind".to_owned());
    }
    let last = all.pop()?;
    Some(if all.is_empty() { last } else { format!("{} and {last}", all.join(", ")) })
}
