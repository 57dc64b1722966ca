//! How the two interfaces put an answer on the wire.

use serde_json::{Value, json};

use super::provider::Answer;
use super::received::{at, text};

/// The body of a whole answer of `chat/completions`.
pub(crate) fn whole_chat(answer: &Answer) -> Value {
    let calls: Vec<_> = answer
        .calls
        .iter()
        .map(|(id, name, arguments)| {
            json!({
                "id": id, "type": "function",
                "function": { "name": name, "arguments": arguments }
            })
        })
        .collect();
    let text = Some(answer.text).filter(|text| !text.is_empty());
    let message = if calls.is_empty() {
        json!({ "role": "assistant", "content": text })
    } else {
        json!({ "role": "assistant", "content": text, "tool_calls": calls })
    };
    json!({
        "id": format!("chatcmpl-{}", answer.number), "object": "chat.completion",
        "created": 1, "model": "gpt-4.1",
        "choices": [{ "index": 0, "message": message, "finish_reason": finish(answer) }],
        "usage": { "prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15 }
    })
}

fn finish(answer: &Answer) -> &'static str {
    if answer.calls.is_empty() { "stop" } else { "tool_calls" }
}

/// The same as a stream of chunks.
pub(crate) fn chat(answer: &Answer) -> String {
    let mut deltas = vec![json!({ "role": "assistant", "content": "" })];
    deltas.extend(halves(answer.text).map(|text| json!({ "content": text })));
    for (index, (id, name, arguments)) in answer.calls.iter().enumerate() {
        let start = json!({ "name": name, "arguments": "" });
        deltas.push(json!({ "tool_calls": [
            { "index": index, "id": id, "type": "function", "function": start }
        ] }));
        deltas.extend(halves(arguments).map(
            |part| json!({ "tool_calls": [{ "index": index, "function": { "arguments": part } }] }),
        ));
    }
    let chunk = |choices: Value, usage: Value| {
        json!({
            "id": format!("chatcmpl-{}", answer.number), "object": "chat.completion.chunk",
            "created": 1, "model": "gpt-4.1", "choices": choices, "usage": usage
        })
    };
    let choice = |delta: Value, finish: Value| json!([{ "index": 0, "delta": delta, "finish_reason": finish }]);
    let mut chunks: Vec<_> =
        deltas.into_iter().map(|delta| chunk(choice(delta, Value::Null), Value::Null)).collect();
    chunks.push(chunk(choice(json!({}), finish(answer).into()), Value::Null));
    let usage = json!({ "prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15 });
    chunks.push(chunk(json!([]), usage));
    let mut lines: String = chunks.iter().map(|chunk| format!("data: {chunk}\n\n")).collect();
    lines.push_str("data: [DONE]\n\n");
    lines
}

/// The output items of an answer of `responses`.
fn items(answer: &Answer) -> Vec<Value> {
    let mut items = Vec::new();
    if !answer.text.is_empty() {
        items.push(json!({
            "type": "message", "id": format!("msg_{}", answer.number), "status": "completed",
            "role": "assistant",
            "content": [{ "type": "output_text", "text": answer.text, "annotations": [] }]
        }));
    }
    items.extend(answer.calls.iter().map(|(id, name, arguments)| {
        json!({
            "type": "function_call", "id": format!("fc_{id}"), "call_id": id, "name": name,
            "arguments": arguments, "status": "completed"
        })
    }));
    items
}

/// The body of a whole answer of `responses`.
pub(crate) fn whole_response(answer: &Answer) -> Value {
    response(answer, "completed", items(answer))
}

fn response(answer: &Answer, status: &str, output: Vec<Value>) -> Value {
    json!({
        "id": format!("resp_{}", answer.number), "object": "response", "created_at": 1,
        "status": status, "error": null, "incomplete_details": null, "model": "gpt-4.1",
        "output": output,
        "usage": {
            "input_tokens": 10, "input_tokens_details": { "cached_tokens": 0 },
            "output_tokens": 5, "output_tokens_details": { "reasoning_tokens": 0 },
            "total_tokens": 15
        }
    })
}

/// The same as a stream of events.
pub(crate) fn responses(answer: &Answer) -> String {
    let mut events = vec![
        json!({ "type": "response.created", "response": response(answer, "in_progress", Vec::new()) }),
    ];
    for (index, item) in items(answer).into_iter().enumerate() {
        let is_message = text(&item, "/type") == "message";
        let (kind, written) = if is_message {
            ("response.output_text.delta", text(&item, "/content/0/text"))
        } else {
            ("response.function_call_arguments.delta", text(&item, "/arguments"))
        };
        let mut begun = item.as_object().cloned().unwrap_or_default();
        begun.insert("status".to_owned(), "in_progress".into());
        let (member, empty) =
            if is_message { ("content", json!([])) } else { ("arguments", json!("")) };
        begun.insert(member.to_owned(), empty);
        events.push(json!({
            "type": "response.output_item.added", "output_index": index, "item": begun
        }));
        events.extend(halves(written).map(|part| {
            json!({
                "type": kind, "item_id": at(&item, "/id"), "output_index": index,
                "content_index": 0, "delta": part
            })
        }));
        events.push(json!({
            "type": "response.output_item.done", "output_index": index, "item": item
        }));
    }
    events.push(json!({ "type": "response.completed", "response": whole_response(answer) }));
    let lines =
        events.iter().map(|event| format!("event: {}\ndata: {event}\n\n", text(event, "/type")));
    lines.collect()
}

/// A text in two pieces, as deltas come.
fn halves(text: &str) -> impl Iterator<Item = &str> {
    let (first, second) = text.split_at(text.floor_char_boundary(text.len() / 2));
    [first, second].into_iter().filter(|part| !part.is_empty())
}
