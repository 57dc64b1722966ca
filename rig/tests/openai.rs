//! End to end, with rig's own client of OpenAI and a server of the test's own.

use insta::{allow_duplicates, assert_snapshot};
use rig_agent::AgentBuilder;
use rulebook::{Session, Toolkit};
use rulebook_rig::{ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use crate::support::desk;
use crate::support::provider::{APIS, Api, Provider, Received, Says};
use crate::support::way::{WAYS, Way};

/// What a model says in a conversation: several calls, one more, and an answer.
fn script() -> [Says; 3] {
    let scalars = r#"{"yes":true,"count":9223372036854775807,"ratio":0.1,"price":"-0.12345678901234567890123","text":"ä"}"#;
    let order = r#"{"order":{"number":"A-7","lines":[{"sku":"x","price":12.30,"quantity":"-9223372036854775808","note":null}],"gift":null}}"#;
    [
        Says::Calls(vec![
            ("scalars", scalars.to_owned()),
            ("find_order", json!({ "order": "A-7" }).to_string()),
            ("photo", "{}".to_owned()),
        ]),
        Says::written("order", order),
        Says::Text("All done."),
    ]
}

struct Run {
    kit: Toolkit,
    received: Vec<Received>,
    /// The messages that are stored.
    stored: Value,
    output: String,
}

async fn run(api: Api, way: Way, strict: bool) -> Run {
    let kit = desk::kit().await;
    let provider = Provider::serving(script()).await;
    let agent = AgentBuilder::new(provider.model(api, strict)).preamble("Be kind.");
    let agent = agent.toolkit(&kit).unwrap().build();
    let run = agent.prompt("What of order A-7?").run_options(&Session::new());
    let response = way.run(run).await.unwrap();
    let stored = serde_json::to_value(&response.messages).unwrap();
    Run { kit, received: provider.received(), stored, output: response.output() }
}

/// The messages of a request, in whichever interface.
fn messages(api: Api, body: &Value) -> Vec<Value> {
    let member = if api == Api::Chat { "messages" } else { "input" };
    body[member].as_array().unwrap().clone()
}

/// Name and schema of each tool in a request.
fn tools(api: Api, body: &Value) -> Vec<(String, Value)> {
    let tools = body["tools"].as_array().unwrap().iter();
    let of = |tool: &Value| if api == Api::Chat { tool["function"].clone() } else { tool.clone() };
    let named = tools
        .map(of)
        .map(|tool| (tool["name"].as_str().unwrap().to_owned(), tool["parameters"].clone()));
    named.collect()
}

/// The context that goes with the nth request, counted from 1.
fn context(nth: usize) -> String {
    format!(
        "<live_context>\nWhat holds at this moment. It is not part of the request, and an \
         earlier one no longer counts.\n<from collection=\"desk\">\nIt is {nth} past nine.\n\
         </from>\n</live_context>"
    )
}

#[tokio::test]
async fn every_request_has_the_tools_with_their_schemas() {
    for api in APIS {
        for way in WAYS {
            let Run { kit, received, output, .. } = run(api, way, false).await;
            assert_eq!((received.len(), output.as_str()), (3, "All done."), "{api:?} {way:?}");
            let specs = kit.specs();
            for request in received {
                assert_eq!(request.authorization, "Bearer a key");
                // Members in the same order, too: as text.
                let sent = tools(api, &request.json());
                let sent: Vec<_> =
                    sent.iter().map(|(name, schema)| (name.as_str(), schema.to_string())).collect();
                let ours: Vec<_> = specs
                    .iter()
                    .map(|spec| (spec.name.as_str(), spec.input_schema.to_string()))
                    .collect();
                assert_eq!(sent, ours, "{api:?} {way:?}");
            }
        }
    }
}

#[tokio::test]
async fn the_context_is_last_in_each_request_and_is_not_stored() {
    for api in APIS {
        for way in WAYS {
            for strict in [false, true] {
                let Run { received, stored, .. } = run(api, way, strict).await;
                for (nth, request) in (1..).zip(&received) {
                    let last = messages(api, &request.json()).pop().unwrap();
                    assert_eq!(last["role"], "user");
                    // The last part of it: what the user said may come before it.
                    let text = match &last["content"] {
                        Value::String(text) => text.clone(),
                        parts => {
                            let parts = parts.as_array().unwrap();
                            parts.last().unwrap()["text"].as_str().unwrap().to_owned()
                        }
                    };
                    assert_eq!(text, context(nth), "{api:?} {way:?}");
                    // And there is no other.
                    assert_eq!(request.body.matches("<live_context>").count(), 1);
                }
                assert!(!stored.to_string().contains("live_context"), "{stored}");
            }
        }
    }
}

#[tokio::test]
async fn what_goes_before_the_context_stays_to_the_byte() {
    for api in APIS {
        for way in WAYS {
            for strict in [false, true] {
                let bodies: Vec<_> = run(api, way, strict).await.received;
                let json: Vec<_> = bodies.iter().map(Received::json).collect();
                for (before, after) in json.iter().zip(json.iter().skip(1)) {
                    for member in ["model", "tools", "instructions"] {
                        let (a, b) = (before[member].to_string(), after[member].to_string());
                        assert_eq!(a, b, "{api:?} {way:?} {member}");
                    }
                    let (mut earlier, later) = (messages(api, before), messages(api, after));
                    // The last one is the context, or ends with it.
                    let with_context = earlier.pop().unwrap();
                    let same = later.iter().zip(&earlier);
                    for (later, earlier) in same {
                        assert_eq!(later.to_string(), earlier.to_string(), "{api:?} {way:?}");
                    }
                    assert!(with_context.to_string().contains("<live_context>"));
                }
                // To the byte in the text as well: the prompt and the tools are the same.
                let prompt = json!(
                    "Be kind.\n\n# Instructions\n\n- Look an order up before you say anything about it.\n\n# Constraints\n\n- Never promise money."
                );
                let prompt = prompt.to_string();
                let tools = format!(r#""tools":{}"#, json[0]["tools"]);
                for body in &bodies {
                    let start = prompt.strip_suffix('"').unwrap();
                    assert_eq!(body.body.matches(start).count(), 1, "{}", body.body);
                    assert_eq!(body.body.matches(&tools).count(), 1);
                }
            }
        }
    }
}

/// What a request says of calls and results, a line each.
fn exchange(api: Api, body: &Value) -> String {
    let mut lines = Vec::new();
    for message in messages(api, body) {
        if let Some(calls) = message["tool_calls"].as_array() {
            for call in calls {
                let (name, given) = (&call["function"]["name"], &call["function"]["arguments"]);
                lines.push(format!("{} {} {}", call["id"], name, given.as_str().unwrap()));
            }
        }
        let line = match (message["role"].as_str(), message["type"].as_str()) {
            (_, Some("function_call")) => {
                let (id, name) = (&message["call_id"], &message["name"]);
                format!("{id} {name} {}", message["arguments"].as_str().unwrap())
            }
            (_, Some("function_call_output")) => {
                format!("{} -> {}", message["call_id"], message["output"])
            }
            (Some("tool"), _) => {
                format!("{} -> {}", message["tool_call_id"], message["content"])
            }
            (Some("user"), _) if message.to_string().contains("image_url") => {
                message["content"][1].to_string()
            }
            _ => continue,
        };
        lines.push(line);
    }
    lines.join("\n")
}

#[tokio::test]
async fn calls_results_errors_and_images_are_as_they_are() {
    for way in WAYS {
        for strict in [false, true] {
            let chat = run(Api::Chat, way, strict).await.received;
            let responses = run(Api::Responses, way, strict).await.received;
            allow_duplicates! {
                assert_snapshot!(exchange(Api::Chat, &chat[2].json()), @r#"
                "call_1" "scalars" {"yes":true,"count":9223372036854775807,"ratio":0.1,"price":"-0.12345678901234567890123","text":"ä"}
                "call_2" "find_order" {"order":"A-7"}
                "call_3" "photo" {}
                "call_1" -> "{\"count\":9223372036854775807,\"price\":\"-0.12345678901234567890123\",\"ratio\":0.1}"
                "call_2" -> "there is no order `A-7`"
                "call_3" -> "the parcel\n(see attached image)"
                {"type":"image_url","image_url":{"url":"data:image/png;base64,AQIDBA==","detail":"auto"}}
                "call_4" "order" {"order":{"number":"A-7","lines":[{"sku":"x","price":12.3,"quantity":"-9223372036854775808","note":null}],"gift":null}}
                "call_4" -> "{\"number\":\"A-7\",\"lines\":[{\"sku\":\"x\",\"price\":12.3,\"quantity\":-9223372036854775808}]}"
                "#);
            }
            allow_duplicates! {
                assert_snapshot!(exchange(Api::Responses, &responses[2].json()), @r#"
                "call_1" "scalars" {"yes":true,"count":9223372036854775807,"ratio":0.1,"price":"-0.12345678901234567890123","text":"ä"}
                "call_2" "find_order" {"order":"A-7"}
                "call_3" "photo" {}
                "call_1" -> "{\"count\":9223372036854775807,\"price\":\"-0.12345678901234567890123\",\"ratio\":0.1}"
                "call_2" -> "there is no order `A-7`"
                "call_3" -> [{"type":"input_text","text":"the parcel"},{"type":"input_image","detail":"auto","image_url":"data:image/png;base64,AQIDBA=="}]
                "call_4" "order" {"order":{"number":"A-7","lines":[{"sku":"x","price":12.30,"quantity":"-9223372036854775808","note":null}],"gift":null}}
                "call_4" -> "{\"number\":\"A-7\",\"lines\":[{\"sku\":\"x\",\"price\":12.3,\"quantity\":-9223372036854775808}]}"
                "#);
            }
        }
    }
}

#[tokio::test]
async fn streaming_changes_nothing_but_how_the_answer_comes() {
    for api in APIS {
        for strict in [false, true] {
            let blocking = run(api, Way::Blocking, strict).await;
            let streaming = run(api, Way::Streaming, strict).await;
            assert_eq!(blocking.stored, streaming.stored);
            for (blocking, streaming) in blocking.received.iter().zip(&streaming.received) {
                let mut body = streaming.json();
                let members = body.as_object_mut().unwrap();
                assert_eq!(members.shift_remove("stream"), Some(true.into()));
                members.shift_remove("stream_options");
                assert_eq!(blocking.body, body.to_string());
                assert_eq!(blocking.path, streaming.path);
            }
        }
    }
}

#[tokio::test]
async fn an_error_of_the_provider_is_the_error_of_the_run() {
    for api in APIS {
        for way in WAYS {
            let kit = desk::kit().await;
            let bad = "Invalid schema for function 'list': array schema missing items.";
            let provider = Provider::serving([Says::Fails(400, bad)]).await;
            let agent = AgentBuilder::new(provider.model(api, true)).toolkit(&kit).unwrap().build();
            let error = way.run(agent.prompt("Go.")).await.unwrap_err().to_string();
            assert!(error.contains(bad), "{api:?} {way:?}: {error}");
        }
    }
}
