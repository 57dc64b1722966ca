//! End to end, with rig's own client of OpenAI and a server of the test's own.

use insta::{allow_duplicates, assert_snapshot};
use rig_agent::AgentBuilder;
use rulebook::{Session, Toolkit};
use rulebook_rig::{ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use crate::support::desk;
use crate::support::provider::{Provider, Says};
use crate::support::received::{APIS, Api, Received, at, list, text};
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

async fn run_of(api: Api, way: Way, strict: bool) -> Run {
    let kit = desk::kit().await;
    let provider = Provider::serving(script()).await;
    let agent = AgentBuilder::new(provider.model(api, strict)).preamble("Be kind.");
    let agent = agent.toolkit(&kit).unwrap().build();
    let run = agent.prompt("What of order A-7?").run_options(Session::new());
    let response = way.run(run).await.unwrap();
    let stored = serde_json::to_value(&response.messages).unwrap();
    Run { kit, received: provider.received(), stored, output: response.output() }
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
            let Run { kit, received, output, .. } = run_of(api, way, false).await;
            assert_eq!((received.len(), output.as_str()), (3, "All done."), "{api:?} {way:?}");
            let specs = kit.specs();
            for request in received {
                assert_eq!(request.authorization, "Bearer a key");
                // Members in the same order, too: as text.
                let sent = request.tools().into_iter().map(|tool| {
                    assert!(!tool.strict);
                    (tool.name, tool.description, tool.schema.to_string())
                });
                let ours = specs.iter().map(|spec| {
                    let schema = spec.input_schema.to_string();
                    (spec.name.clone(), spec.description.clone(), schema)
                });
                let (sent, ours): (Vec<_>, Vec<_>) = (sent.collect(), ours.collect());
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
                let Run { received, stored, .. } = run_of(api, way, strict).await;
                for (nth, request) in (1..).zip(&received) {
                    let last = request.messages().pop().unwrap();
                    assert_eq!(text(&last, "/role"), "user");
                    // The last part of it: what the user said may come before it.
                    let said = match list(&last, "/content").last() {
                        Some(part) => text(part, "/text"),
                        None => text(&last, "/content"),
                    };
                    assert_eq!(said, context(nth), "{api:?} {way:?}");
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
                let bodies = run_of(api, way, strict).await.received;
                for (before, after) in bodies.iter().zip(bodies.iter().skip(1)) {
                    for member in ["/model", "/tools", "/instructions"] {
                        let [a, b] =
                            [before, after].map(|body| at(&body.json(), member).to_string());
                        assert_eq!(a, b, "{api:?} {way:?} {member}");
                    }
                    let (mut earlier, later) = (before.messages(), after.messages());
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
                let tools = format!(r#""tools":{}"#, at(&bodies.first().unwrap().json(), "/tools"));
                for body in &bodies {
                    let start = prompt.strip_suffix('"').unwrap();
                    assert_eq!(body.body.matches(start).count(), 1, "{}", body.body);
                    assert_eq!(body.body.matches(&tools).count(), 1);
                }
            }
        }
    }
}

/// What a request says of calls, results and images, a line each.
fn exchange(request: &Received) -> String {
    let calls = request.calls().into_iter().map(|call| call.join(" "));
    let results = request.results().into_iter().map(|(id, result)| format!("{id} -> {result}"));
    let parts =
        request.messages().into_iter().flat_map(|message| list(&message, "/content").to_vec());
    let images = parts.filter(|part| text(part, "/type").contains("image"));
    let images = images.map(|image| image.to_string());
    calls.chain(results).chain(images).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn calls_results_errors_and_images_are_as_they_are() {
    for way in WAYS {
        for strict in [false, true] {
            let [chat, responses] = [Api::Chat, Api::Responses].map(|api| run_of(api, way, strict));
            let (chat, responses) = (chat.await.received, responses.await.received);
            allow_duplicates! {
                assert_snapshot!(exchange(chat.last().unwrap()), @r#"
                call_1 scalars {"yes":true,"count":9223372036854775807,"ratio":0.1,"price":"-0.12345678901234567890123","text":"ä"}
                call_2 find_order {"order":"A-7"}
                call_3 photo {}
                call_4 order {"order":{"number":"A-7","lines":[{"sku":"x","price":12.3,"quantity":"-9223372036854775808","note":null}],"gift":null}}
                call_1 -> "{\"count\":9223372036854775807,\"price\":\"-0.12345678901234567890123\",\"ratio\":0.1}"
                call_2 -> "there is no order `A-7`"
                call_3 -> "the parcel\n(see attached image)"
                call_4 -> "{\"number\":\"A-7\",\"lines\":[{\"sku\":\"x\",\"price\":12.3,\"quantity\":-9223372036854775808}]}"
                {"type":"image_url","image_url":{"url":"data:image/png;base64,AQIDBA==","detail":"auto"}}
                "#);
            }
            allow_duplicates! {
                assert_snapshot!(exchange(responses.last().unwrap()), @r#"
                call_1 scalars {"yes":true,"count":9223372036854775807,"ratio":0.1,"price":"-0.12345678901234567890123","text":"ä"}
                call_2 find_order {"order":"A-7"}
                call_3 photo {}
                call_4 order {"order":{"number":"A-7","lines":[{"sku":"x","price":12.30,"quantity":"-9223372036854775808","note":null}],"gift":null}}
                call_1 -> "{\"count\":9223372036854775807,\"price\":\"-0.12345678901234567890123\",\"ratio\":0.1}"
                call_2 -> "there is no order `A-7`"
                call_3 -> [{"type":"input_text","text":"the parcel"},{"type":"input_image","detail":"auto","image_url":"data:image/png;base64,AQIDBA=="}]
                call_4 -> "{\"number\":\"A-7\",\"lines\":[{\"sku\":\"x\",\"price\":12.3,\"quantity\":-9223372036854775808}]}"
                "#);
            }
        }
    }
}

#[tokio::test]
async fn streaming_changes_nothing_but_how_the_answer_comes() {
    for api in APIS {
        for strict in [false, true] {
            let blocking = run_of(api, Way::Blocking, strict).await;
            let streaming = run_of(api, Way::Streaming, strict).await;
            assert_eq!(blocking.stored, streaming.stored);
            for (blocking, streaming) in blocking.received.iter().zip(&streaming.received) {
                let mut body = streaming.json();
                let members = body.as_object_mut().unwrap();
                assert_eq!(members.shift_remove("stream"), Some(true.into()));
                members.shift_remove("stream_options");
                assert_eq!(blocking.body, body.to_string());
                assert_eq!(blocking.api, streaming.api);
            }
        }
    }
}

#[tokio::test]
async fn the_interface_that_rig_chooses_is_sent_the_same() {
    for way in WAYS {
        for strict in [false, true] {
            let kit = desk::kit().await;
            let provider = Provider::serving(script()).await;
            let agent = AgentBuilder::new(provider.chosen(strict)).preamble("Be kind.");
            let agent = agent.toolkit(&kit).unwrap().build();
            let run = agent.prompt("What of order A-7?").run_options(Session::new());
            assert_eq!(way.run(run).await.unwrap().output(), "All done.");
            let expected = run_of(Api::Responses, way, strict).await.received;
            for (sent, expected) in provider.received().iter().zip(&expected) {
                assert_eq!((sent.api, &sent.body), (expected.api, &expected.body));
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
