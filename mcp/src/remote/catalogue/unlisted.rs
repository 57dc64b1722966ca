//! What the types of `rmcp` do not read of a list of tools.

use rmcp::model::{CustomResult, ServerJsonRpcMessage, ServerResult, Tool};
use serde_json::{Map, Value};

/// The member of a tool's metadata that is set for one that can run as a task alone.
const ONLY_AS_TASK: &str = "rulebook/only-as-task";

/// Puts back into a list of tools what its text says and its type does not: that a tool runs
/// as a task alone, and all of a list that holds something odd.
///
/// Whoever has the text of a message gives both, before the message goes on.
pub(in crate::remote) fn put_back(message: &mut ServerJsonRpcMessage, text: &str) {
    let ServerJsonRpcMessage::Response(response) = message else { return };
    match &mut response.result {
        ServerResult::ListToolsResult(list) if text.contains("taskSupport") => {
            let Some(Value::Array(listed)) = listed(text).and_then(|mut of| of.remove("tools"))
            else {
                return;
            };
            for (tool, listed) in list.tools.iter_mut().zip(&listed) {
                if listed.as_object().is_some_and(says_only_as_task) {
                    let meta = tool.meta.get_or_insert_default();
                    meta.insert(ONLY_AS_TASK.to_owned(), true.into());
                }
            }
        }
        // A list that is not read as one is read as what has the type of a result alone.
        result @ ServerResult::TaskAckResult(_) if text.contains("\"tools\"") => {
            if let Some(list) = listed(text).filter(|list| list.contains_key("tools")) {
                *result = ServerResult::CustomResult(CustomResult::new(Value::Object(list)));
            }
        }
        // A list would do for an object of no members.
        result @ ServerResult::EmptyResult(_) => {
            if let Some(other) = written(text).filter(|written| !written.is_object()) {
                *result = ServerResult::CustomResult(CustomResult::new(other));
            }
        }
        _ => {}
    }
}

/// The result of a message.
fn written(text: &str) -> Option<Value> {
    serde_json::from_str::<Map<String, Value>>(text).ok()?.remove("result")
}

/// The result of a message, where it is an object.
fn listed(text: &str) -> Option<Map<String, Value>> {
    match written(text)? {
        Value::Object(result) => Some(result),
        _ => None,
    }
}

/// Whether a tool runs as a task alone.
pub(in crate::remote) fn is_only_as_task(tool: &Tool) -> bool {
    tool.meta.as_ref().is_some_and(|meta| meta.contains_key(ONLY_AS_TASK))
}

/// Whether a server says so of a tool.
pub(in crate::remote) fn says_only_as_task(tool: &Map<String, Value>) -> bool {
    let said = tool.get("execution").and_then(|execution| execution.get("taskSupport")?.as_str());
    said == Some("required")
}
