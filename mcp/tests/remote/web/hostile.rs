//! Servers that do over HTTP what no server should: each call ends, and nothing grows.

use std::future::pending;
use std::time::Duration;

use rulebook::{ErrorCode, Toolkit};
use rulebook_mcp::McpToolCollection;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

use super::echo;
use crate::support::Era;
use crate::support::rude::{Rude, forever, json_response, response, stream_response};
use crate::support::web::LONG;

const EVENTS: &str = "text/event-stream";

async fn ended(rude: &Rude, time: Duration) -> (ErrorCode, String) {
    let far = McpToolCollection::builder("far", rude.url()).timeout(time).connect().await.unwrap();
    let toolkit = Toolkit::builder().collection(far).build().unwrap();
    let error = timeout(LONG, echo(&toolkit)).await.expect("it does not end").unwrap_err();
    (error.code, error.message)
}

#[tokio::test]
async fn an_answer_without_an_end_is_given_up() {
    for era in Era::BOTH {
        for (kind, begin, part) in [
            ("application/json", "{\"jsonrpc\":\"2.0\",\"id\":", "1"),
            ("application/json", "", " "),
            (EVENTS, "data: ", "x"),
            (EVENTS, "", "data: x\n"),
            (EVENTS, "", "id"),
        ] {
            let part = part.repeat(1 << 16);
            let rude = Rude::to(era, "tools/call", move |_, mut stream| {
                let (begin, part) = (stream_response(kind, begin), part.clone());
                async move { forever(&mut stream, &begin, &part).await }
            })
            .await;
            let (code, message) = ended(&rude, LONG).await;
            assert_eq!(code, ErrorCode::InvalidResult, "{era:?} {kind} {begin}: {message}");
        }
    }
}

#[tokio::test]
async fn an_answer_that_never_comes_ends_with_the_time_of_the_call() {
    for era in Era::BOTH {
        for begin in [
            String::new(),
            "HTTP/1.1 200 OK\r\ncontent-ty".to_owned(),
            stream_response("application/json", "{\"jsonrpc\""),
            stream_response(EVENTS, ": wait\n\n"),
            stream_response(EVENTS, "data: {\"jsonrpc\""),
        ] {
            let wait = begin.clone();
            let rude = Rude::to(era, "tools/call", move |_, mut stream| {
                let begin = wait.clone();
                async move {
                    let _ = stream.write_all(begin.as_bytes()).await;
                    pending::<()>().await;
                }
            })
            .await;
            let (code, message) = ended(&rude, Duration::from_millis(300)).await;
            assert_eq!(code, ErrorCode::TimedOut, "{era:?} {begin}: {message}");
        }
    }
}

#[tokio::test]
async fn comments_without_an_end_end_with_the_time_of_the_call() {
    let rude = Rude::to(Era::Stateless, "tools/call", |_, mut stream| async move {
        forever(&mut stream, &stream_response(EVENTS, ": "), &"x".repeat(1 << 16)).await;
    })
    .await;
    let (code, _) = ended(&rude, Duration::from_millis(500)).await;
    assert_eq!(code, ErrorCode::TimedOut);
}

#[tokio::test]
async fn a_stream_of_garbage_is_given_up() {
    for era in Era::BOTH {
        let rude = Rude::to(era, "tools/call", |_, mut stream| async move {
            forever(&mut stream, &stream_response(EVENTS, ""), &"data: garbage\n\n".repeat(100))
                .await;
        })
        .await;
        let (code, message) = ended(&rude, LONG).await;
        assert_eq!(code, ErrorCode::InvalidResult, "{era:?}: {message}");
    }
}

#[tokio::test]
async fn what_is_no_answer_is_an_error_of_its_call() {
    let json = |body: &str| response("200 OK", &[("content-type", "application/json")], body);
    let event = |data: &str| stream_response(EVENTS, &format!("data: {data}\n\n"));
    for era in Era::BOTH {
        for (name, answer, code) in [
            (
                "two members",
                json(r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[],"content":[]}}"#),
                ErrorCode::InvalidResult,
            ),
            (
                "two members",
                event(r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[],"content":[]}}"#),
                ErrorCode::InvalidResult,
            ),
            (
                "a number",
                json(
                    r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[],"structuredContent":{"n":1e999}}}"#,
                ),
                ErrorCode::InvalidResult,
            ),
            (
                "a number",
                event(
                    r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[],"structuredContent":{"n":1e999}}}"#,
                ),
                ErrorCode::InvalidResult,
            ),
            ("no object", json("[]"), ErrorCode::InvalidResult),
            ("nothing", json(""), ErrorCode::InvalidResult),
            (
                "another's",
                json(r#"{"jsonrpc":"2.0","id":77777,"result":{"content":[]}}"#),
                ErrorCode::InvalidResult,
            ),
            (
                "a notification",
                json(r#"{"jsonrpc":"2.0","method":"notifications/message"}"#),
                ErrorCode::InvalidResult,
            ),
            (
                "a page",
                response("200 OK", &[("content-type", "text/html")], "<html>"),
                ErrorCode::Unavailable,
            ),
            ("no kind", response("200 OK", &[], "x"), ErrorCode::Unavailable),
            (
                "packed",
                response(
                    "200 OK",
                    &[("content-type", "application/json"), ("content-encoding", "br")],
                    "x",
                ),
                ErrorCode::Unavailable,
            ),
            (
                "a redirect",
                response("307 Temporary Redirect", &[("location", "/other")], ""),
                ErrorCode::Unavailable,
            ),
            (
                "too many",
                response("429 Too Many Requests", &[("retry-after", "99")], ""),
                ErrorCode::Unavailable,
            ),
            (
                "a failure",
                response("500 Internal Server Error", &[], "trace"),
                ErrorCode::Unavailable,
            ),
            (
                "cut off",
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"
                    .to_owned(),
                ErrorCode::Unavailable,
            ),
            ("cut off", stream_response(EVENTS, "data: {\"jsonrpc\""), ErrorCode::Unavailable),
            ("no events", stream_response(EVENTS, ""), ErrorCode::Unavailable),
            ("hung up", String::new(), ErrorCode::Unavailable),
            (
                "headers",
                format!("HTTP/1.1 200 OK\r\n{}\r\n", "x: y\r\n".repeat(10_000)),
                ErrorCode::Unavailable,
            ),
            (
                "a header",
                format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "y".repeat(2 << 20)),
                ErrorCode::Unavailable,
            ),
        ] {
            let text = answer.clone();
            let rude = Rude::with(era, "tools/call", move |asked| {
                let answer = text.replace("ID", &asked.body["id"].to_string());
                // The length is that of another text.
                match answer.split_once("\r\n\r\n") {
                    Some((head, body)) if head.contains("application/json") && body.len() > 1 => {
                        json_like(body)
                    }
                    _ => answer,
                }
            })
            .await;
            let (got, message) = ended(&rude, LONG).await;
            assert_eq!(got, code, "{era:?} {name}: {message}");
            assert!(!message.contains("127.0.0.1") && !message.contains("/mcp"), "{message}");
            assert_eq!(rude.seen("tools/call").len(), 1, "{era:?} {name}: it is called again");
        }
    }
}

fn json_like(body: &str) -> String {
    response("200 OK", &[("content-type", "application/json")], body)
}

#[tokio::test]
async fn a_refusal_with_words_has_them() {
    let rude = Rude::with(Era::Stateless, "tools/call", |_| {
        let error = json!({ "code": -32602, "message": "`n` is too small" });
        let body = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
        response("400 Bad Request", &[("content-type", "application/json")], &body)
    })
    .await;
    let refused = (ErrorCode::InvalidArguments, "`n` is too small".to_owned());
    assert_eq!(ended(&rude, LONG).await, refused);
}

#[tokio::test]
async fn a_number_that_became_text_is_still_the_answer() {
    let rude = Rude::with(Era::Stateless, "tools/call", |asked| {
        let id = asked.body["id"].to_string();
        json_response(&json!({
            "jsonrpc": "2.0", "id": id,
            "result": { "content": [], "structuredContent": { "n": 1 } },
        }))
    })
    .await;
    let (_, toolkit) = super::tools(rude.url()).await;
    assert_eq!(echo(&toolkit).await.unwrap(), json!({ "n": 1 }));
}

/// A stream of events breaks as soon as it is there, again and again: it was asked for again
/// without a pause.
#[tokio::test]
async fn a_stream_that_breaks_is_not_asked_for_without_a_pause() {
    for broken in [true, false] {
        let rude = Rude::to(Era::Sessions, "GET", move |_, mut stream| async move {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";
            let rest = if broken {
                "content-length: 99\r\n\r\nretry: 0\n\n"
            } else {
                "content-length: 10\r\n\r\nretry: 0\n\n"
            };
            let _ = stream.write_all(format!("{head}{rest}").as_bytes()).await;
        })
        .await;
        let (_, toolkit) = super::tools(rude.url()).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        echo(&toolkit).await.unwrap();
        let asked = rude.seen("GET").len();
        assert!((2..=6).contains(&asked), "{broken}: {asked}");
    }
}

#[tokio::test]
async fn a_question_that_cannot_be_read_is_answered() {
    let rude = Rude::to(Era::Sessions, "tools/call", |asked, mut stream| async move {
        let question = r#"{"jsonrpc":"2.0","id":"q","method":"ping","method":"ping"}"#;
        let head = stream_response(EVENTS, &format!("data: {question}\n\n"));
        let _ = stream.write_all(head.as_bytes()).await;
        let answer = asked.result(&json!({ "content": [], "structuredContent": { "n": 1 } }));
        let (_, answer) = answer.split_once("\r\n\r\n").unwrap();
        let _ = stream.write_all(format!("data: {answer}\n\n").as_bytes()).await;
    })
    .await;
    let (_, toolkit) = super::tools(rude.url()).await;
    assert_eq!(echo(&toolkit).await.unwrap(), json!({ "n": 1 }));
    let told = rude.seen("POST");
    let told = told.first().expect("it is not answered");
    assert_eq!((&told.body["id"], &told.body["error"]["code"]), (&json!("q"), &json!(-32600)));
    assert_eq!(told.header("mcp-session-id"), Some("s1"));
}

/// What a server waits with while nobody waits for it: its connection is closed.
#[tokio::test]
async fn a_start_that_takes_too_long_leaves_nothing_behind() {
    use tokio::io::AsyncReadExt;
    for method in ["server/discover", "initialize", "tools/list"] {
        let (gone, mut left) = tokio::sync::mpsc::unbounded_channel();
        let rude = Rude::to(Era::Sessions, method, move |_, mut stream| {
            let gone = gone.clone();
            async move {
                let _ = stream.read(&mut [0]).await;
                let _ = gone.send(());
            }
        })
        .await;
        let connecting = McpToolCollection::builder("far", rude.url());
        let connecting = connecting.start_timeout(Duration::from_millis(300)).connect();
        connecting.await.unwrap_err();
        timeout(LONG, left.recv()).await.expect("the request goes on").unwrap();
    }
}

/// There were 16 at once.
#[tokio::test]
async fn requests_without_a_response_hold_up_no_others() {
    for era in Era::BOTH {
        let rude = Rude::to(era, "tools/call", move |asked, mut stream| async move {
            if asked.body["params"]["arguments"]["hang"] == true {
                pending::<()>().await;
            }
            let _ = stream.write_all(asked.polite(era).as_bytes()).await;
        })
        .await;
        let (_, toolkit) = super::tools(rude.url()).await;
        let mut hanging = tokio::task::JoinSet::new();
        for _ in 0..40 {
            let toolkit = toolkit.clone();
            hanging
                .spawn(async move { super::call(&toolkit, "echo", json!({ "hang": true })).await });
        }
        let begun = async {
            while rude.seen("tools/call").len() < 40 {
                tokio::task::yield_now().await;
            }
        };
        timeout(LONG, begun).await.expect("they are held up");
        assert_eq!(timeout(LONG, echo(&toolkit)).await.unwrap().unwrap(), json!({ "n": 1 }));
    }
}

/// Over a stream of events it was carried in a way that nobody took it out of again, and the
/// server could not be used.
#[tokio::test]
async fn one_odd_tool_takes_no_other_with_it_over_a_stream_of_events() {
    for era in Era::BOTH {
        for is_stream in [false, true] {
            let rude = Rude::with(era, "tools/list", move |asked| {
                let schema = json!({ "type": "object" });
                let tools = json!([{ "name": "odd" }, { "name": "do", "inputSchema": schema }]);
                let mut result = json!({ "tools": tools });
                if era == Era::Stateless {
                    result["resultType"] = "complete".into();
                }
                let id = asked.body.get("id");
                let message = json!({ "jsonrpc": "2.0", "id": id, "result": result });
                if is_stream {
                    stream_response(EVENTS, &format!("data: {message}\n\n"))
                } else {
                    json_response(&message)
                }
            })
            .await;
            let far = McpToolCollection::builder("far", rude.url()).connect().await.unwrap();
            let expected =
                "the server's `odd` is left out: it has no input schema that is an object";
            assert_eq!(far.left_out(), [expected], "{era:?} {is_stream}");
            let toolkit = Toolkit::builder().collection(far).build().unwrap();
            assert_eq!(toolkit.specs().len(), 1);
        }
    }
}
