//! Tools that can run as a task alone, which is more than a call.

use rmcp::model::{ServerJsonRpcMessage, ServerResult};
use serde_json::{Map, Value};

/// The member of a tool's metadata that is set for such a tool: the types of `rmcp` have
/// no place for what the server says.
const ONLY_AS_TASK: &str = "rulebook/only-as-task";

/// Marks the tools in a list of which its text says that they run as a task alone.
///
/// Whoever has the text of a message gives both, before the message goes on.
pub(super) fn mark(message: &mut ServerJsonRpcMessage, text: &str) {
    let ServerJsonRpcMessage::Response(response) = message else { return };
    let ServerResult::ListToolsResult(list) = &mut response.result else { return };
    if !text.contains("taskSupport") {
        return;
    }
    let Ok(Value::Object(message)) = serde_json::from_str(text) else { return };
    let listed = message.get("result").and_then(|result| result.get("tools")?.as_array());
    for (tool, listed) in list.tools.iter_mut().zip(listed.into_iter().flatten()) {
        if listed.as_object().is_some_and(is_said) {
            let meta = tool.meta.get_or_insert_default();
            meta.insert(ONLY_AS_TASK.to_owned(), true.into());
        }
    }
}

/// Whether a tool was marked.
pub(super) fn is_marked(tool: &rmcp::model::Tool) -> bool {
    tool.meta.as_ref().is_some_and(|meta| meta.contains_key(ONLY_AS_TASK))
}

/// Whether a server says so of a tool.
pub(super) fn is_said(tool: &Map<String, Value>) -> bool {
    tool.get("execution").and_then(|execution| execution.get("taskSupport"))
        == Some(&Value::String("required".to_owned()))
}
