//! Answers to calls, read with all that they hold: the types of `rmcp` drop what they do not
//! know, and take an answer whose content is new to them for an empty one.

use std::borrow::Cow;

use rmcp::model::{CustomResult, RequestId, ServerJsonRpcMessage, ServerResult};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The members that only the answer to a call has.
const OF_CALLS: [&str; 3] = ["content", "structuredContent", "isError"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Response<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    id: RequestId,
    result: Map<String, Value>,
}

/// The answer to a call as it is written; nothing where the message is another.
pub(super) fn whole(text: &str) -> Option<ServerJsonRpcMessage> {
    let Response { jsonrpc, id, result } = serde_json::from_str(text).ok()?;
    let is_complete = result.get("resultType").is_none_or(|kind| kind == "complete");
    let is_of_call = OF_CALLS.iter().any(|member| result.contains_key(*member));
    let result = ServerResult::CustomResult(CustomResult::new(Value::Object(result)));
    (jsonrpc == "2.0" && is_complete && is_of_call)
        .then(|| ServerJsonRpcMessage::response(result, id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_to_calls_are_kept_as_they_are() {
        for result in [
            r#"{"content":[{"type":"video","x":0.7,"n":9007199254740993}],"more":{}}"#,
            r#"{"resultType":"complete","structuredContent":null}"#,
            r#"{"isError":true}"#,
        ] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":7,"result":{result}}}"#);
            let read = whole(&text).map(|message| serde_json::to_string(&message).unwrap());
            assert_eq!(read, Some(text));
        }
    }

    #[test]
    fn other_messages_are_left_to_others() {
        for text in [
            r#"{"jsonrpc":"2.0","id":7,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{"resultType":"input_required","content":[]}}"#,
            r#"{"jsonrpc":"1.0","id":7,"result":{"content":[]}}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"content","params":{"content":[]}}"#,
            r#"{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"content"}}"#,
            "content",
        ] {
            assert!(whole(text).is_none(), "{text}");
        }
    }
}
