//! Requests that cannot be read, or not in one way only: none is left without an answer, and
//! none is read as something that it does not say.

use rulebook_mcp::McpServer;
use serde_json::{Value, json};

use crate::support::Era;
use crate::support::raw::{Raw, at, request};
use crate::support::tools::{echo, tool, toolkit};

/// The text of a call, where the arguments or the rest are not what they should be.
fn written(client: &Raw, id: &str, arguments: &str, rest: &str) -> String {
    let meta = client.meta();
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"_meta":{meta},"name":"echo","arguments":{arguments}{rest}}}}}"#
    )
}

/// They were dropped like garbage, and the client waited for ever.
#[tokio::test]
async fn a_request_that_is_no_json_is_refused() {
    for era in Era::BOTH {
        let mut client = Raw::new(&McpServer::new(toolkit([echo()])), era).await;
        let line = |arguments: &str, rest: &str| written(&client, "7", arguments, rest);
        let not_utf8 = {
            let text = line(r#"{"text":"?"}"#, "");
            text.bytes().map(|byte| if byte == b'?' { 0xff } else { byte }).collect::<Vec<_>>()
        };
        let lines = [
            line(r#"{"n":NaN}"#, "").into_bytes(),
            line(r#"{"n":-Infinity}"#, "").into_bytes(),
            line("{\"text\":\"\u{0}\"}", "").into_bytes(),
            line("{}", r#","rest":undefined"#).into_bytes(),
            line("{}", "").trim_end_matches('}').as_bytes().to_vec(),
            not_utf8,
        ];
        for line in lines {
            client.write(&line).await;
            client.write(b"\n").await;
            let answer = client.answer(7).await;
            let line = String::from_utf8_lossy(&line);
            assert_eq!(answer["error"]["code"], -32700, "{era:?} {line} {answer}");
        }
        client.call(8, "echo", json!({})).await;
    }
}

#[tokio::test]
async fn the_refusal_says_where_the_text_is_wrong() {
    let mut client = Raw::new(&McpServer::new(toolkit([echo()])), Era::Sessions).await;
    client.say(r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"n":NaN}}"#).await;
    insta::assert_snapshot!(client.answer(7).await["error"]["message"].as_str().unwrap(), @"the message is no JSON: line 1, column 61: expected a JSON value, found `N`");
    client.say(r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"é":1},"a":1,"\u0061":2}}"#).await;
    insta::assert_snapshot!(client.answer(7).await["error"]["message"].as_str().unwrap(), @"line 1, column 97: `a` is given twice");
}

/// The last of two equal members won, wherever it stood outside of the arguments.
#[tokio::test]
async fn a_request_that_gives_a_member_twice_is_refused() {
    for era in Era::BOTH {
        let mut client = Raw::new(&McpServer::new(toolkit([echo()])), era).await;
        for rest in [
            r#","arguments":{}"#,
            r#","argu\u006dents":{}"#,
            r#","name":"other""#,
            r#","inputResponses":{"a":{"action":"decline","content":{"x":false,"x":true}}}"#,
            r#","rest":{"deep":[{"a":1,"\u0061":2}]}"#,
        ] {
            let line = written(&client, "7", "{}", rest);
            client.say(&line).await;
            let answer = client.answer(7).await;
            assert_eq!(answer["error"]["code"], -32600, "{era:?} {rest} {answer}");
            let message = answer["error"]["message"].as_str().unwrap();
            assert!(message.contains("is given twice"), "{era:?} {rest} {message}");
        }
    }
}

/// Only one of the two was answered, and neither could be cancelled any more.
#[tokio::test]
async fn a_request_with_the_id_of_an_open_one_is_refused() {
    let hangs = || tool("hangs", |_| std::future::pending());
    for era in Era::BOTH {
        let mut client = Raw::new(&McpServer::new(toolkit([hangs(), echo()])), era).await;
        client.ask(7, "tools/call", json!({ "name": "hangs", "arguments": {} })).await;
        client.ask(7, "tools/call", json!({ "name": "echo", "arguments": {} })).await;
        let refused = client.hear().await;
        assert_eq!(refused.get("id").unwrap_or(&Value::Null), &Value::Null, "{era:?}");
        let expected = "a request with the id `7` is not answered yet: give each its own";
        assert_eq!(*at(&refused, "/error/message"), expected, "{era:?}");
        // A call that has its answer leaves its id to others, as some clients use it again.
        for _ in 0..2 {
            let answer = client.call(8, "echo", json!({ "n": 1 })).await;
            assert_eq!(*at(&answer, "/result/structuredContent"), json!({ "n": 1 }), "{era:?}");
        }
    }
}

/// It was an error in the words of a library, and only before the client had begun.
#[tokio::test]
async fn a_client_that_is_gone_before_its_first_answer_is_no_error() {
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "raw", "version": "1" },
    });
    for (method, params) in [("initialize", params), ("ping", json!({})), ("tools/list", json!({}))]
    {
        let (output, gone) = tokio::io::duplex(64);
        drop(gone);
        let input = std::io::Cursor::new(request(1, method, &params).into_bytes());
        McpServer::new(toolkit([echo()])).serve(input, output).await.unwrap();
    }
}
