//! What a server asks in the middle of a call.

use std::time::Duration;

use rulebook::{Answer, Cancellation, Session, ToolCall, Toolkit};
use rulebook_mcp::http::HttpOptions;
use rulebook_mcp::{McpServer, McpToolCollection, ServerUrl};
use serde_json::{Value, json};
use tokio::time::advance;

use crate::asking::support::{Person, accept, asking, call, question, text};
use crate::support::hop::hop;
use crate::support::listener::{Host, given};
use crate::support::raw::at;
use crate::support::scripted::{Scripted, begin, ended, failed, tool};
use crate::support::web::Site;
use crate::support::{Era, connect};

fn four() -> impl Iterator<Item = (Era, Era)> {
    Era::BOTH.into_iter().flat_map(|first| Era::BOTH.map(|second| (first, second)))
}

#[tokio::test]
async fn a_question_reaches_the_person_through_two_hops() {
    for (first, second) in four() {
        let (far, _) = asking([question("size"), question("colour"), question("size")]);
        let relay = McpServer::new(hop(far, first).await);
        let answers = ["large", "red", "small"];
        let person = Person::answering([
            accept(json!({ "size": answers[0] })),
            accept(json!({ "colour": answers[1] })),
            accept(json!({ "size": answers[2] })),
        ]);
        let client = connect(&relay, second, person.clone()).await;
        let result = call(&client, "order", json!({ "of": 1 })).await;
        let said = text(&result);
        let asked = ["`far` asks: Which size?", "`far` asks: Which colour?"];
        // Where each request stands alone, a question that was answered is not asked again.
        if first == Era::Stateless {
            assert_eq!(said, r#"{"answers":[{"size":"large"},{"colour":"red"},{"size":"large"}]}"#);
            assert_eq!(person.messages(), asked, "{first:?} {second:?}");
        } else {
            assert_eq!(said, r#"{"answers":[{"size":"large"},{"colour":"red"},{"size":"small"}]}"#);
            assert_eq!(person.messages(), [asked[0], asked[1], asked[0]], "{first:?} {second:?}");
        }
        assert_eq!(person.asked()[0]["requestedSchema"], question("size").schema);
    }
}

#[tokio::test]
async fn a_question_reaches_the_person_over_http() {
    for second in Era::BOTH {
        let (far, _) = asking([question("size"), question("colour")]);
        let site = Site::start(&McpServer::new(far), HttpOptions::new()).await;
        let server = ServerUrl::new(format!("http://{}/mcp", site.address));
        let far = McpToolCollection::builder("far", server).connect().await.unwrap();
        let relay = McpServer::new(Toolkit::builder().collection(far).build().unwrap());
        let answers = [accept(json!({ "size": "large" })), accept(json!({ "colour": "red" }))];
        let person = Person::answering(answers);
        let client = connect(&relay, second, person.clone()).await;
        let result = call(&client, "order", json!({ "of": 1 })).await;
        assert_eq!(
            text(&result),
            r#"{"answers":[{"size":"large"},{"colour":"red"}]}"#,
            "{second:?}"
        );
        assert_eq!(person.messages(), ["`far` asks: Which size?", "`far` asks: Which colour?"]);
    }
}

#[tokio::test]
async fn that_a_person_refuses_reaches_the_tool() {
    for (first, second) in four() {
        for (answer, expected) in [("decline", "declined"), ("cancel", "cancelled")] {
            let (far, _) = asking([question("size")]);
            let relay = McpServer::new(hop(far, first).await);
            let person = Person::answering([json!({ "action": answer })]);
            let client = connect(&relay, second, person).await;
            let result = call(&client, "order", json!({})).await;
            assert_eq!(
                text(&result),
                format!(r#"{{"answers":["{expected}"]}}"#),
                "{first:?} {second:?}"
            );
        }
    }
}

/// A call that someone has to approve at the server asks the person as well.
#[tokio::test]
async fn an_approval_of_the_server_reaches_the_person_through_two_hops() {
    for (first, second) in four() {
        for (approve, expected) in [(true, r#"{"paid":7}"#), (false, "! ")] {
            let (far, runs) = crate::asking::support::till();
            let relay = McpServer::new(hop(far, first).await);
            let person = Person::answering([accept(json!({ "approve": approve, "reason": "no" }))]);
            let client = connect(&relay, second, person.clone()).await;
            let result = call(&client, "pay_back", json!({ "cents": 7 })).await;
            assert!(text(&result).starts_with(expected), "{first:?} {second:?} {}", text(&result));
            assert!(person.messages()[0].starts_with("`far` asks: May the tool `pay_back` run?\n"));
            assert_eq!(runs.count(), usize::from(approve), "{first:?} {second:?}");
        }
    }
}

/// The same question in two rounds is asked twice, whichever way the person is asked.
#[tokio::test]
async fn a_question_that_comes_again_is_asked_again() {
    for second in Era::BOTH {
        let (mut server, odd) = Scripted::with_tool(Era::Stateless).await;
        let toolkit = Toolkit::builder().collection(odd).build().unwrap();
        let person = Person::answering([accept(json!({ "a": "1" })), accept(json!({ "a": "2" }))]);
        let client = connect(&McpServer::new(toolkit), second, person.clone()).await;
        let going = tokio::spawn(async move { call(&client, "do", json!({})).await });
        let said = json!({ "action": "accept", "content": { "a": "1" } });
        let mut answers = Vec::new();
        while answers.len() < 2 {
            let message = server.hear().await;
            if *at(&message, "/method") != "tools/call" {
                // The call is made again with the answers at hand.
                assert_eq!(*at(&message, "/method"), "notifications/cancelled");
                continue;
            }
            let answer = at(&message, "/params/inputResponses/q");
            if *at(&message, "/params/requestState") == "2" {
                answers = vec![said.clone(), answer.clone()];
                server.give(&message, "done").await;
                break;
            }
            let state = if answer.is_null() { "1" } else { "2" };
            assert!(answer.is_null() || *answer == said, "{answer}");
            let requests = json!({ "q": elicitation(form("a", "Which?")) });
            server.answer(&message, &asked_with(requests, state)).await;
        }
        assert_eq!(
            answers[1],
            json!({ "action": "accept", "content": { "a": "2" } }),
            "{second:?}"
        );
        assert_eq!(text(&going.await.unwrap()), "done");
        assert_eq!(person.messages(), ["`odd` asks: Which?"; 2], "{second:?}");
    }
}

/// A form that asks for one text.
fn form(member: &str, message: &str) -> Value {
    let schema = json!({
        "type": "object", "properties": { member: { "type": "string" } }, "required": [member],
    });
    json!({ "mode": "form", "message": message, "requestedSchema": schema })
}

fn asked_with(requests: Value, state: &str) -> Value {
    json!({ "resultType": "input_required", "inputRequests": requests, "requestState": state })
}

fn elicitation(params: Value) -> Value {
    json!({ "method": "elicitation/create", "params": params })
}

#[tokio::test]
async fn the_questions_of_one_round_are_asked_at_the_same_time() {
    let (mut server, odd) = Scripted::with_tool(Era::Stateless).await;
    let host = Host::thinking([given(json!({ "a": "1" })), Answer::Declined]);
    let going = begin(&odd, "do", host.call());
    let called = server.called().await;
    let requests = json!({
        "one": elicitation(form("a", "First?")), "two": elicitation(form("b", "Second?")),
        "web": elicitation(json!({ "mode": "url", "message": "Here.", "url": "https://a.example" })),
    });
    server.answer(&called, &asked_with(requests, "sealed")).await;
    host.was_asked().await;
    host.was_asked().await;
    assert_eq!(host.messages(), ["`odd` asks: First?", "`odd` asks: Second?"]);
    host.go();
    host.go();
    let again = server.called().await;
    assert_eq!(*at(&again, "/params/requestState"), "sealed");
    assert_eq!(at(&again, "/params/arguments"), at(&called, "/params/arguments"));
    let responses = at(&again, "/params/inputResponses");
    let mut actions = [at(responses, "/one/action"), at(responses, "/two/action")];
    actions.sort_by_key(|action| action.to_string());
    assert_eq!(actions, ["accept", "decline"]);
    assert_eq!(*at(responses, "/web"), json!({ "action": "decline" }));
    server.give(&again, "done").await;
    assert_eq!(ended(going).await.unwrap().value, "done");
}

#[tokio::test]
async fn what_is_not_offered_is_refused() {
    for (request, what) in [
        (json!({ "method": "roots/list" }), "the client's folders"),
        (
            json!({ "method": "sampling/createMessage", "params": { "messages": [], "maxTokens": 1 } }),
            "a model's text",
        ),
    ] {
        let (mut server, odd) = Scripted::with_tool(Era::Stateless).await;
        let going = begin(&odd, "do", Host::answering([]).call());
        let called = server.called().await;
        server.answer(&called, &asked_with(json!({ "it": request }), "s")).await;
        let expected = format!(
            "unavailable: the server asks for {what} in the middle of the call, which is not offered"
        );
        assert_eq!(failed(going).await, expected);

        let (mut server, odd) = Scripted::with_tool(Era::Sessions).await;
        let going = begin(&odd, "do", Host::answering([]).call());
        let called = server.called().await;
        let mut request = request;
        (request["jsonrpc"], request["id"]) = ("2.0".into(), 7.into());
        server.say(&request).await;
        let refused = server.hear().await;
        assert_eq!(*at(&refused, "/error/code"), -32601, "{refused}");
        server.give(&called, "done").await;
        ended(going).await.unwrap();
    }
}

/// A server that has too much to do asks nothing, and is asked again later and later.
#[tokio::test(start_paused = true)]
async fn rounds_without_questions_wait_and_end() {
    let (mut server, odd) = Scripted::with_tool(Era::Stateless).await;
    let going = begin(&odd, "do", ToolCall::default());
    let mut times = Vec::new();
    for round in 0..=10 {
        let called = server.called().await;
        times.push(tokio::time::Instant::now());
        let state = if round > 0 { json!((round - 1).to_string()) } else { Value::Null };
        assert_eq!(*at(&called, "/params/requestState"), state);
        assert_eq!(*at(&called, "/params/inputResponses"), Value::Null);
        let result = json!({ "resultType": "input_required", "requestState": round.to_string() });
        server.answer(&called, &result).await;
    }
    let expected = "unavailable: the call was given up: the server still asked after 10 rounds";
    assert_eq!(failed(going).await, expected);
    let waits: Vec<_> =
        times.windows(2).map(|pair| (pair[1] - pair[0]).as_millis() / 100).collect();
    assert_eq!(waits, [1, 2, 4, 8, 16, 32, 50, 50, 50, 50]);
}

fn request(id: i64, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params })
}

#[tokio::test]
async fn a_request_of_the_server_belongs_to_the_only_call() {
    let (mut server, odd) = Scripted::with_tool(Era::Sessions).await;
    let host = Host::answering([given(json!({ "a": "1", "more": 2 })), given(json!({ "a": "2" }))]);
    // No call.
    server.say(&request(1, &form("a", "Nobody?"))).await;
    let cancel = json!({ "action": "cancel" });
    assert_eq!(*at(&server.hear().await, "/result"), cancel);
    // One.
    let first = begin(&odd, "do", host.call());
    let one = server.called().await;
    server.say(&request(2, &form("a", "First?\u{1b}[2J"))).await;
    let said = json!({ "action": "accept", "content": { "a": "1" } });
    assert_eq!(*at(&server.hear().await, "/result"), said);
    let web = json!({ "mode": "url", "message": "Here.", "url": "https://a.example", "elicitationId": "e" });
    server.say(&request(3, &web)).await;
    assert_eq!(*at(&server.hear().await, "/result"), json!({ "action": "decline" }));
    // Two: nobody knows whose it is.
    let second = begin(&odd, "do", host.call());
    let two = server.called().await;
    server.say(&request(4, &form("a", "Whose?"))).await;
    assert_eq!(*at(&server.hear().await, "/result"), cancel);
    server.give(&one, "one").await;
    ended(first).await.unwrap();
    server.say(&request(5, &form("a", "Second?"))).await;
    let said = json!({ "action": "accept", "content": { "a": "2" } });
    assert_eq!(*at(&server.hear().await, "/result"), said);
    server.give(&two, "two").await;
    ended(second).await.unwrap();
    assert_eq!(host.messages(), ["`odd` asks: First?\\u{1b}[2J", "`odd` asks: Second?"]);
}

/// Every kind of member that the protocol has for a form.
#[tokio::test]
async fn a_form_is_asked_with_all_that_it_has() {
    let titled = json!([{ "const": "r", "title": "Red" }, { "const": "g", "title": "Green" }]);
    let schema = json!({
        "type": "object",
        "properties": {
            "text": { "type": "string", "title": "Text", "minLength": 1, "maxLength": 9, "default": "a" },
            "mail": { "type": "string", "format": "email", "description": "Where to." },
            "whole": { "type": "integer", "minimum": 1, "maximum": 9, "default": 2 },
            "number": { "type": "number", "minimum": 0.5 },
            "sure": { "type": "boolean", "default": false },
            "one": { "type": "string", "enum": ["r", "g"], "default": "r" },
            "named": { "type": "string", "enum": ["r", "g"], "enumNames": ["Red", "Green"] },
            "titled": { "type": "string", "oneOf": titled },
            "some": { "type": "array", "items": { "type": "string", "enum": ["r", "g"] }, "minItems": 1 },
            "several": { "type": "array", "items": { "anyOf": titled }, "default": ["g"] },
        },
        "required": ["whole", "text"],
    });
    let answer = json!({
        "text": "b", "mail": "a@b.example", "whole": 3, "number": 0.5, "sure": true, "one": "g",
        "named": "r", "titled": "g", "some": ["r"], "several": ["r", "g"],
    });
    for era in Era::BOTH {
        let (mut server, odd) = Scripted::with_tool(era).await;
        let host = Host::answering([given(answer.clone())]);
        let going = begin(&odd, "do", host.call());
        let mut called = server.called().await;
        let form = json!({ "message": "What?", "requestedSchema": schema });
        let told = asks(&mut server, era, &mut called, &form).await;
        assert_eq!(told, json!({ "action": "accept", "content": answer }), "{era:?}");
        server.give(&called, "done").await;
        ended(going).await.unwrap();
        assert_eq!(host.asked()[0].schema, schema, "{era:?}");
    }
}

/// The time of a person does not count, so that nothing else ended it.
#[tokio::test]
async fn a_server_does_not_ask_for_ever() {
    let (mut server, odd) = Scripted::with_tool(Era::Sessions).await;
    let host = Host::answering((0..100).map(|_| Answer::Declined));
    let going = begin(&odd, "do", host.call());
    let _called = server.called().await;
    let mut told = Vec::new();
    for n in 1..=65 {
        server.say(&request(n, &form("a", "Again?"))).await;
        if n <= 64 {
            told.push(at(&server.hear().await, "/result/action").clone());
        }
    }
    assert_eq!(told, vec![json!("decline"); 64]);
    let expected = "unavailable: the call was given up: the server asked more than 64 questions";
    assert_eq!(failed(going).await, expected);
    let keys: Vec<_> = host.asked().into_iter().map(|question| question.key).collect();
    assert!(keys.iter().enumerate().all(|(n, key)| !keys[..n].contains(key)), "{keys:?}");
}

#[tokio::test]
async fn a_question_ends_with_its_call_and_its_server() {
    let (mut server, odd) = Scripted::with_tool(Era::Sessions).await;
    let host = Host::thinking([given(json!({ "a": "1" }))]);
    let going = begin(&odd, "do", host.call());
    let called = server.called().await;
    // The server takes one back.
    server.say(&request(1, &form("a", "First?"))).await;
    host.was_asked().await;
    let params = json!({ "requestId": 1 });
    server
        .say(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }))
        .await;
    // The call goes on, and is asked again.
    server.say(&request(2, &form("a", "Second?"))).await;
    host.was_asked().await;
    // The call ends before the person answers.
    server.give(&called, "done").await;
    assert_eq!(ended(going).await.unwrap().value, "done");
    let answer = server.hear().await;
    assert_eq!((at(&answer, "/id"), at(&answer, "/result/action")), (&json!(2), &json!("cancel")));
    assert_eq!(host.messages(), ["`odd` asks: First?", "`odd` asks: Second?"]);
}

/// Asks a call something in the way of an era, and gives what the server is told.
async fn asks(server: &mut Scripted, era: Era, called: &mut Value, params: &Value) -> Value {
    match era {
        Era::Sessions => {
            server.say(&request(1, params)).await;
            at(&server.hear().await, "/result").clone()
        }
        Era::Stateless => {
            let requests = json!({ "q": elicitation(params.clone()) });
            server.answer(called, &asked_with(requests, "s")).await;
            *called = server.called().await;
            at(called, "/params/inputResponses/q").clone()
        }
    }
}

#[tokio::test]
async fn the_server_is_told_cancel_where_there_is_nobody() {
    for era in Era::BOTH {
        let (mut server, odd) = Scripted::with_tool(era).await;
        let going = begin(&odd, "do", ToolCall::default());
        let mut called = server.called().await;
        let told = asks(&mut server, era, &mut called, &form("a", "Anybody?")).await;
        assert_eq!(told, json!({ "action": "cancel" }), "{era:?}");
        server.give(&called, "done").await;
        ended(going).await.unwrap();
    }
}

#[tokio::test]
async fn an_answer_that_does_not_fit_is_not_sent() {
    for era in Era::BOTH {
        for (answer, expected) in [
            (
                given(json!({ "b": "1" })),
                "unavailable: the answer to what the server asks does not fit: `a` is missing",
            ),
            (
                given(json!({ "a": 1 })),
                "unavailable: the answer to what the server asks does not fit: `a` is no text",
            ),
        ] {
            let (mut server, odd) = Scripted::with_tool(era).await;
            let host = Host::answering([answer]);
            let going = begin(&odd, "do", host.call());
            let called = server.called().await;
            match era {
                Era::Sessions => server.say(&request(1, &form("a", "What?"))).await,
                Era::Stateless => {
                    let requests = json!({ "q": elicitation(form("a", "What?")) });
                    server.answer(&called, &asked_with(requests, "s")).await;
                }
            }
            assert_eq!(failed(going).await, expected, "{era:?}");
        }
    }
}

#[tokio::test]
async fn that_the_person_cannot_be_asked_ends_the_call() {
    let (mut server, odd) = Scripted::with_tool(Era::Sessions).await;
    let going = begin(&odd, "do", Host::answering([]).call());
    let called = server.called().await;
    server.say(&request(1, &form("a", "What?"))).await;
    assert_eq!(failed(going).await, "unavailable: nobody is at the desk");
    let mut heard = [server.hear().await, server.hear().await];
    heard.sort_by_key(|message| message["method"].is_null());
    assert_eq!(at(&heard[0], "/params/requestId"), at(&called, "/id"), "{heard:?}");
    assert_eq!(*at(&heard[1], "/result/action"), "cancel", "{heard:?}");
}

/// The time in which a person thinks is not the server's.
#[tokio::test(start_paused = true)]
async fn the_time_of_a_person_does_not_count() {
    for era in Era::BOTH {
        let slow =
            |odd: rulebook_mcp::McpToolCollectionBuilder| odd.timeout(Duration::from_secs(7));
        let (mut server, odd) = Scripted::with(era, json!([tool("do")]), slow).await;
        let host = Host::thinking([given(json!({ "a": "1" }))]);
        let going = begin(&odd, "do", host.call());
        let mut called = server.called().await;
        advance(Duration::from_secs(5)).await;
        let person = host.clone();
        let thinking = tokio::spawn(async move {
            person.was_asked().await;
            tokio::time::sleep(Duration::from_secs(10)).await;
            person.go();
        });
        let told = asks(&mut server, era, &mut called, &form("a", "What?")).await;
        thinking.await.unwrap();
        assert_eq!(told["action"], "accept", "{era:?}");
        assert!(!going.is_finished());
        let since = tokio::time::Instant::now();
        assert!(failed(going).await.starts_with("timed_out: "), "{era:?}");
        assert_eq!(since.elapsed().as_secs(), 2, "{era:?}");
        odd.close().await;
    }
}

#[tokio::test]
async fn forms_are_declared() {
    let (server, _odd) = Scripted::with_tool(Era::Sessions).await;
    let begun = server.begun();
    assert_eq!(*at(&begun, "/params/capabilities"), json!({ "elicitation": { "form": {} } }));

    let (mut server, odd) = Scripted::with_tool(Era::Stateless).await;
    let declared = "/params/_meta/io.modelcontextprotocol~1clientCapabilities";
    // A server need not ask where nobody hears it.
    for (call, expected) in [
        (Host::answering([]).call(), json!({ "elicitation": { "form": {} } })),
        (ToolCall::default(), json!({})),
    ] {
        let going = begin(&odd, "do", call);
        let called = server.called().await;
        assert_eq!(*at(&called, declared), expected);
        server.give(&called, "done").await;
        ended(going).await.unwrap();
    }
}

/// Through a toolkit, whose own clock counts the same way.
#[tokio::test]
async fn a_toolkit_asks_through_its_caller() {
    let (mut server, odd) = Scripted::with_tool(Era::Sessions).await;
    let toolkit = Toolkit::builder().collection(odd).build().unwrap();
    let host = Host::answering([given(json!({ "a": "1" }))]);
    let caller = host.caller();
    let going = tokio::spawn(async move {
        let options = rulebook::CallOptions::new(&rulebook::Session::new()).caller(&caller);
        toolkit.call("do", json!({}), options).await
    });
    let mut called = server.called().await;
    let told = asks(&mut server, Era::Sessions, &mut called, &form("a", "What?")).await;
    assert_eq!(told, json!({ "action": "accept", "content": { "a": "1" } }));
    server.give(&called, "done").await;
    assert_eq!(going.await.unwrap().unwrap().done().unwrap().value, "done");
}

/// The person was left with it, and the time of the call stood still: it never ended.
#[tokio::test(start_paused = true)]
async fn a_question_that_is_taken_back_does_not_hold_up_the_call() {
    let tools = json!([tool("do")]);
    let limit =
        |builder: rulebook_mcp::McpToolCollectionBuilder| builder.timeout(Duration::from_secs(5));
    let (mut server, odd) = Scripted::with(Era::Sessions, tools, limit).await;
    let host = Host::thinking([]);
    let going = begin(&odd, "do", host.call());
    let _called = server.called().await;
    server.say(&request(1, &form("a", "First?"))).await;
    host.was_asked().await;
    let params = json!({ "requestId": 1 });
    server
        .say(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }))
        .await;
    assert!(failed(going).await.starts_with("timed_out: "));
}

/// It was put to whoever had the only call that was left, and the answer was taken for theirs.
#[tokio::test(start_paused = true)]
async fn a_question_of_a_call_that_was_given_up_is_not_put_to_another_conversation() {
    let (mut server, odd) = Scripted::with_tool(Era::Sessions).await;
    let (one, other) = (Session::new(), Session::new());
    let host = Host::answering((0..9).map(|_| given(json!({ "a": "1" }))));
    let wish = Cancellation::new();
    let mut call = host.call().in_session(&one);
    call.cancellation = Some(wish.clone());
    let going = begin(&odd, "do", call);
    let given_up = server.called().await;
    wish.cancel();
    failed(going).await;
    server.hear_of("notifications/cancelled").await;

    let second = begin(&odd, "do", host.call().in_session(&other));
    let called = server.called().await;
    server.say(&request(1, &form("a", "Whose?"))).await;
    assert_eq!(*at(&server.hear().await, "/result/action"), "cancel");
    assert_eq!(host.messages(), Vec::<String>::new());
    server.give(&called, "done").await;
    ended(second).await.unwrap();
    // Their own conversation goes on.
    let third = begin(&odd, "do", host.call().in_session(&one));
    let called = server.called().await;
    server.say(&request(2, &form("a", "Again?"))).await;
    assert_eq!(*at(&server.hear().await, "/result/action"), "accept");
    server.give(&called, "done").await;
    ended(third).await.unwrap();
    // Now the server is no longer at the first, and others are asked again.
    server.give(&given_up, "late").await;
    let fourth = begin(&odd, "do", host.call().in_session(&other));
    let called = server.called().await;
    server.say(&request(3, &form("a", "Now?"))).await;
    assert_eq!(*at(&server.hear().await, "/result/action"), "accept");
    server.give(&called, "done").await;
    ended(fourth).await.unwrap();
    assert_eq!(host.messages(), ["`odd` asks: Again?", "`odd` asks: Now?"]);
}

/// A server that does as it is told never answers a call that was given up.
#[tokio::test(start_paused = true)]
async fn a_call_that_was_given_up_long_ago_keeps_no_question_from_others() {
    let (mut server, odd) = Scripted::with_tool(Era::Sessions).await;
    let host = Host::answering([given(json!({ "a": "1" }))]);
    let (going, wish) = crate::support::scripted::begin_until(&odd, "do");
    server.called().await;
    wish.cancel();
    failed(going).await;
    server.hear_of("notifications/cancelled").await;
    advance(Duration::from_secs(31)).await;
    let going = begin(&odd, "do", host.call().in_session(&Session::new()));
    let called = server.called().await;
    server.say(&request(1, &form("a", "Now?"))).await;
    assert_eq!(*at(&server.hear().await, "/result/action"), "accept");
    server.give(&called, "done").await;
    ended(going).await.unwrap();
}

/// Where each request stands alone, each question gives up its call, and others would wait
/// for their own again and again.
#[tokio::test(start_paused = true)]
async fn a_call_that_was_given_up_while_it_asked_soon_keeps_no_question_from_others() {
    let (mut server, odd) = Scripted::with_tool(Era::Sessions).await;
    let asking = Host::thinking([]);
    let wish = Cancellation::new();
    let mut call = asking.call();
    call.cancellation = Some(wish.clone());
    let going = begin(&odd, "do", call);
    server.called().await;
    server.say(&request(1, &form("a", "Which?"))).await;
    asking.was_asked().await;
    wish.cancel();
    failed(going).await;
    let told = [server.hear().await, server.hear().await];
    assert!(told.iter().any(|told| *at(told, "/result/action") == "cancel"), "{told:?}");
    advance(Duration::from_secs(6)).await;
    let host = Host::answering([given(json!({ "a": "1" }))]);
    let going = begin(&odd, "do", host.call().in_session(&Session::new()));
    let called = server.called().await;
    server.say(&request(2, &form("a", "Now?"))).await;
    assert_eq!(*at(&server.hear().await, "/result/action"), "accept");
    server.give(&called, "done").await;
    ended(going).await.unwrap();
}
