//! Answers to calls, read with all that they hold: the types of `rmcp` drop what they do not
//! know, shorten numbers, and take an answer that has a member of another for that.

use rmcp::model::{CustomResult, RequestId, ServerJsonRpcMessage, ServerResult};
use serde_json::{Map, Value};

/// The members that only the answer to a call has.
pub(in crate::remote) const OF_CALLS: [&str; 3] = ["content", "structuredContent", "isError"];

/// The member that carries an answer.
const CARRIED: &str = "rulebook/answer";

/// The answer to a call, by the members of its message; nothing where that is another.
pub(in crate::remote) fn whole(mut members: Map<String, Value>) -> Option<ServerJsonRpcMessage> {
    // Some write null for what is not there.
    let is_there = |name: &str| members.get(name).is_some_and(|value| !value.is_null());
    let is_answer = members.get("jsonrpc").is_some_and(|version| version == "2.0")
        && !is_there("error")
        && !is_there("method");
    let result = members.get("result").and_then(Value::as_object).filter(|_| is_answer)?;
    let is_complete = result.get("resultType").is_none_or(|kind| kind == "complete");
    if !is_complete || !OF_CALLS.iter().any(|member| result.contains_key(*member)) {
        return None;
    }
    let id: RequestId = serde_json::from_value(members.shift_remove("id")?).ok()?;
    let result = CustomResult::new(members.shift_remove("result")?);
    Some(ServerJsonRpcMessage::response(ServerResult::CustomResult(result), id))
}

/// Such an answer as a text which `rmcp` reads without a loss, where it reads texts itself;
/// nothing where the message is another.
#[cfg(feature = "http-client")]
pub(in crate::remote) fn carried(message: &ServerJsonRpcMessage) -> Option<String> {
    let ServerJsonRpcMessage::Response(response) = message else { return None };
    let ServerResult::CustomResult(answer) = &response.result else { return None };
    let carried = serde_json::json!({ CARRIED: answer.0 });
    let result = ServerResult::CustomResult(CustomResult::new(carried));
    serde_json::to_string(&ServerJsonRpcMessage::response(result, response.id.clone())).ok()
}

/// An answer out of what carried it.
pub(in crate::remote) fn taken_out(answer: Value) -> Value {
    match answer {
        Value::Object(mut members) if members.len() == 1 => {
            members.shift_remove(CARRIED).unwrap_or(Value::Object(members))
        }
        answer => answer,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn whole(text: &str) -> Option<ServerJsonRpcMessage> {
        super::whole(rulebook::parse_arguments(text).ok()?)
    }

    #[test]
    fn answers_are_carried_without_a_loss() {
        let answer = r#"{"resultType":"complete","content":[{"type":"video","n":0.7}]}"#;
        let text = format!(r#"{{"jsonrpc":"2.0","id":7,"result":{answer}}}"#);
        let carried = carried(&whole(&text).unwrap()).unwrap();
        let ServerJsonRpcMessage::Response(read) = serde_json::from_str(&carried).unwrap() else {
            panic!("{carried}");
        };
        let ServerResult::CustomResult(result) = read.result else { panic!("{carried}") };
        assert_eq!(taken_out(result.0).to_string(), answer);
        assert_eq!(taken_out(json!({ "a": 1 })), json!({ "a": 1 }));
    }

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

    /// They were read by types that shorten numbers and drop what they do not know.
    #[test]
    fn answers_with_more_members_are_kept_too() {
        let answer = r#"{"content":[{"type":"video","x":0.7}]}"#;
        for more in [r#","error":null"#, r#","method":null,"more":{"a":1}"#] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":7,"result":{answer}{more}}}"#);
            let read = whole(&text).map(|message| serde_json::to_string(&message).unwrap());
            assert_eq!(read, Some(format!(r#"{{"jsonrpc":"2.0","id":7,"result":{answer}}}"#)));
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
            r#"{"jsonrpc":"2.0","id":7,"result":{"content":[]},"error":{"code":1,"message":"no"}}"#,
            "content",
        ] {
            assert!(whole(text).is_none(), "{text}");
        }
    }
}
