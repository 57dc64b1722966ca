//! Results of a server, as those of a tool.

use rmcp::model::{CallToolResult, ServerResult};
use rulebook::wording::quoted;
use rulebook::{ContentBlock, ErrorCode, ToolError, ToolOutput, ToolSpec, parse_arguments};
use serde_json::{Map, Value};

use super::refused;
use crate::listing::{RESULT, ResultSchema};
use crate::remote::messages::whole::{OF_CALLS, taken_out};

/// The kinds of content that are known.
const KINDS: [&str; 5] = ["text", "image", "audio", "resource", "resource_link"];

const TASK: &str = "the server made a task of the call, which it was not asked for";

/// What a server answered a call with.
pub(in crate::remote) struct Answer {
    pub(in crate::remote) content: Vec<Value>,
    pub(in crate::remote) structured: Option<Value>,
    pub(in crate::remote) is_error: bool,
    /// What kind of error, where the server is one of ours.
    pub(in crate::remote) code: Option<ErrorCode>,
}

/// What a call gave by what its server answered.
///
/// # Errors
/// What the server calls an error, and `invalid_result` for what does not fit the tool's
/// output schema or cannot be read.
pub(in crate::remote) fn read(
    result: ServerResult,
    spec: &ToolSpec,
) -> Result<ToolOutput, ToolError> {
    let answer = match result {
        ServerResult::CallToolResult(result) => Answer::of(&result)?,
        // As it was written, and as `rmcp` gives what it does not know.
        ServerResult::CustomResult(result) => Answer::written(taken_out(result.0))?,
        // Nothing but a `resultType` and metadata, if anything at all.
        ServerResult::EmptyResult(_) | ServerResult::TaskAckResult(_) => {
            Answer::written(Value::Object(Map::new()))?
        }
        ServerResult::CreateTaskResult(_) => return Err(invalid(TASK)),
        _ => return Err(invalid("the server's answer is none to a call, or cannot be read")),
    };
    if answer.is_error { Err(refused::error(answer)) } else { answer.output(spec) }
}

impl Answer {
    fn of(result: &CallToolResult) -> Result<Self, ToolError> {
        let block = |block| {
            let written = serde_json::to_value(block).map_err(|error| unreadable(&error))?;
            Ok::<_, ToolError>(with_short_priority(written))
        };
        Ok(Self {
            content: result.content.iter().map(block).collect::<Result<_, _>>()?,
            structured: result.structured_content.clone(),
            is_error: result.is_error == Some(true),
            code: result.meta.as_ref().and_then(|meta| refused::code(&meta.0)),
        })
    }

    /// Reads an answer as it was written.
    fn written(result: Value) -> Result<Self, ToolError> {
        let Value::Object(mut members) = result else {
            return Err(invalid("the server's answer is no object"));
        };
        match members.get("resultType") {
            None => {}
            Some(Value::String(kind)) if kind == "complete" => {}
            Some(Value::String(kind)) if kind == "input_required" => {
                return Err(invalid("the server asks something in a way that cannot be read"));
            }
            Some(Value::String(kind)) => {
                let kind = quoted(kind);
                let text =
                    format!("the server gave an answer of the type {kind}, which is not known");
                return Err(invalid(&text));
            }
            Some(_) => return Err(invalid("the `resultType` of the server's answer is no text")),
        }
        is_to_call(&members)?;
        let structured = members.shift_remove("structuredContent");
        let is_error = match members.get("isError") {
            None | Some(Value::Null) => None,
            Some(Value::Bool(is_error)) => Some(*is_error),
            Some(_) => return Err(invalid("`isError` in the server's answer is no boolean")),
        };
        let content = match members.shift_remove("content") {
            Some(Value::Array(content)) => content,
            None | Some(Value::Null) => Vec::new(),
            Some(_) => return Err(invalid("`content` in the server's answer is no list")),
        };
        let is_error = is_error.unwrap_or_default();
        let code = members.get("_meta").and_then(Value::as_object).and_then(refused::code);
        Ok(Self { content, structured, is_error, code })
    }

    fn output(self, spec: &ToolSpec) -> Result<ToolOutput, ToolError> {
        let schema = ResultSchema::of(spec);
        let blocks = self.content.into_iter().map(block).collect::<Result<Vec<_>, _>>()?;
        let value = match self.structured {
            Some(value) => value,
            None if !schema.is_known() => return Ok(ToolOutput::blocks(blocks)),
            None => meant(&blocks, schema).ok_or_else(|| {
                invalid(
                    "the server gave no structured content, and the output schema of its tool \
                     says that there is some",
                )
            })?,
        };
        schema.takes(&value).map_err(|problem| invalid(&problem))?;
        Ok(ToolOutput::json(value).with_content(blocks))
    }
}

/// Whether an answer is one to a call. There may be nothing in it at all, but no answer to
/// something else passes for that.
fn is_to_call(members: &Map<String, Value>) -> Result<(), ToolError> {
    if OF_CALLS.iter().any(|name| members.contains_key(*name)) {
        return Ok(());
    }
    if members.contains_key("task") {
        return Err(invalid(TASK));
    }
    match members.keys().find(|name| !matches!(name.as_str(), "resultType" | "_meta")) {
        None => Ok(()),
        Some(other) => Err(invalid(&format!(
            "the server's answer is none to a call: it has no content, and has {}",
            quoted(other)
        ))),
    }
}

/// One block. Content of a kind that is not known is told of in its place: the rest of the
/// answer is still worth having, and what the call did is done.
fn block(written: Value) -> Result<ContentBlock, ToolError> {
    match written.get("type").and_then(Value::as_str) {
        Some(kind) if !KINDS.contains(&kind) => {
            let kind = quoted(kind);
            let text =
                format!("(content of the type {kind} was left out, which is not known here)");
            Ok(ContentBlock::text(text))
        }
        _ => ContentBlock::from_json(written).map_err(|error| unreadable(&error.message)),
    }
}

/// The JSON that an answer without structured content has as its only text, where the output
/// schema names a type that it is of. Servers of before there was structured content have it
/// there, and so the protocol says that all others do.
fn meant(blocks: &[ContentBlock], schema: ResultSchema<'_>) -> Option<Value> {
    let [only] = blocks else { return None };
    // Read as exactly as any JSON, for which it has to be a member of something.
    let text = format!("{{\"{RESULT}\":{}}}", only.as_text()?);
    let mut read = parse_arguments(&text).ok()?;
    let value = read.shift_remove(RESULT).filter(|_| read.is_empty())?;
    (schema.names_a_type() && schema.takes(&value).is_ok()).then_some(value)
}

/// Single precision is all that `rmcp` keeps of a priority; its shortest text is what the
/// server wrote.
fn with_short_priority(mut block: Value) -> Value {
    if let Some(priority) = block.pointer_mut("/annotations/priority")
        && let Some(wide) = priority.as_f64()
    {
        #[expect(clippy::cast_possible_truncation, reason = "it was made of a single one")]
        let single = wide as f32;
        if let Ok(short) = single.to_string().parse::<f64>() {
            *priority = short.into();
        }
    }
    block
}

fn unreadable(error: &dyn std::fmt::Display) -> ToolError {
    invalid(&format!("the server's answer holds content that cannot be read: {error}"))
}

fn invalid(message: &str) -> ToolError {
    ToolError::new(ErrorCode::InvalidResult, message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// What `rmcp` itself makes of an answer, as a client of a host has it.
    fn given(answer: Value) -> String {
        let result = serde_json::from_value(answer).unwrap();
        match read(result, &ToolSpec::new("do", "Does.")) {
            Ok(output) => format!("{} {}", output.value, json!(output.content)),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_cannot_be_read_does_not_pass_for_nothing() {
        for (answer, expected) in [
            (
                json!({ "resultType": "complete", "content": [{ "type": "text" }] }),
                "invalid_result: the server's answer holds content that cannot be read: `text`: \
                 is missing",
            ),
            (
                json!({ "resultType": "complete", "tools": [] }),
                "invalid_result: the server's answer is none to a call, or cannot be read",
            ),
        ] {
            assert_eq!(given(answer), expected);
        }
        let task = json!({
            "resultType": "task", "taskId": "1", "status": "working", "ttl": null,
            "createdAt": "2026-07-28T00:00:00Z", "lastUpdatedAt": "2026-07-28T00:00:00Z",
        });
        assert!(given(task).starts_with("invalid_result: "));
    }

    #[test]
    fn what_is_read_is_what_was_written() {
        assert_eq!(given(json!({})), "null []");
        assert_eq!(given(json!({ "resultType": "complete" })), "null []");
        assert_eq!(given(json!({ "_meta": { "a": 1 } })), "null []");
        let block = json!({
            "type": "text", "text": "a", "annotations": { "priority": 0.7 }, "_meta": { "n": 0.1 },
        });
        let answer = json!({ "content": [block], "structuredContent": null });
        let expected =
            r#"null [{"type":"text","text":"a","annotations":{"priority":0.7},"_meta":{"n":0.1}}]"#;
        assert_eq!(given(answer), expected);
        let unknown = given(json!({ "content": [{ "type": "video" }] }));
        assert!(unknown.contains("content of the type `video` was left out"), "{unknown}");
    }
}
