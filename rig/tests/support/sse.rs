//! How the two interfaces put an answer on the wire.

use serde_json::{Value, json};

use super::provider::Answer;

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
    let mut message = json!({ "role": "assistant", "content": null });
    if !answer.text.is_empty() {
        message["content"] = answer.text.into();
    }
    if !calls.is_empty() {
        message["tool_calls"] = calls.into();
    }
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
        let (kind, field) = if item["type"] == "message" {
            ("response.output_text.delta", "/content/0/text")
        } else {
            ("response.function_call_arguments.delta", "/arguments")
        };
        let id = item["id"].clone();
        let mut begun = item.clone();
        begun["status"] = "in_progress".into();
        let text = item.pointer(field).and_then(Value::as_str).unwrap().to_owned();
        if item["type"] == "message" {
            begun["content"] = json!([]);
        } else {
            begun["arguments"] = "".into();
        }
        events.push(json!({
            "type": "response.output_item.added", "output_index": index, "item": begun
        }));
        events.extend(halves(&text).map(|part| {
            json!({
                "type": kind, "item_id": id, "output_index": index, "content_index": 0,
                "delta": part
            })
        }));
        events.push(json!({
            "type": "response.output_item.done", "output_index": index, "item": item
        }));
    }
    events.push(json!({ "type": "response.completed", "response": whole_response(answer) }));
    let numbered = events.into_iter().enumerate().map(|(number, mut event)| {
        event["sequence_number"] = number.into();
        format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap())
    });
    numbered.collect()
}

/// A text in two pieces, as deltas come.
fn halves(text: &str) -> impl Iterator<Item = &str> {
    let (first, second) = text.split_at(text.floor_char_boundary(text.len() / 2));
    [first, second].into_iter().filter(|part| !part.is_empty())
}
