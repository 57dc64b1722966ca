//! Serving over HTTP: calls, limits, clients that go away, shutting down.

use std::time::Duration;

use rulebook_mcp::McpServer;
use rulebook_mcp::http::HttpOptions;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::asking::support::till;
use crate::support::Era;
use crate::support::hold::Hold;
use crate::support::web::{LONG, Reply, Sent, Site, Web};

const KEEP_ALIVE: Duration = Duration::from_millis(50);

/// A server with a tool that waits.
async fn site(hold: &Hold, options: HttpOptions) -> Site {
    Site::start(&McpServer::new(hold.toolkit()), options).await
}

fn is_error(reply: &Reply) -> Option<Value> {
    let message = reply.message();
    let is_error = message.pointer("/result/isError") == Some(&json!(true));
    message.pointer("/result/content/0/text").filter(|_| is_error).cloned()
}

#[tokio::test]
async fn a_tool_is_called_over_http() {
    let site = site(&Hold::default(), HttpOptions::new()).await;
    for era in Era::BOTH {
        let web = Web::connect(site.address, era).await;
        let reply = web.call("echo", json!({ "text": "hello" })).to(site.address).await;
        assert_eq!(reply.status, 200, "{era:?} {reply:?}");
        let given = &reply.message()["result"]["structuredContent"];
        assert_eq!(given["text"], "hello", "{era:?} {reply:?}");
    }
}

#[tokio::test]
async fn arguments_are_read_as_they_are_written() {
    let site = site(&Hold::default(), HttpOptions::new()).await;
    for era in Era::BOTH {
        let web = Web::connect(site.address, era).await;
        for (arguments, given) in [
            (r#"{"n":9007199254740993}"#, Some("9007199254740993")),
            (r#"{"n":1,"n":2}"#, None),
            (r#"{"n":1e999}"#, None),
        ] {
            let call = web.call("echo", json!({ "here": 1 })).edit(r#"{"here":1}"#, arguments);
            let reply = call.to(site.address).await;
            assert_eq!(reply.status, 200, "{era:?} {arguments} {reply:?}");
            match given {
                Some(given) => assert!(reply.body.contains(given), "{era:?} {reply:?}"),
                None => assert!(is_error(&reply).is_some(), "{era:?} {arguments} {reply:?}"),
            }
        }
    }
}

#[tokio::test]
async fn the_figures_of_what_is_served_can_be_read() {
    for era in Era::BOTH {
        let mut site = site(&Hold::default(), HttpOptions::new()).await;
        let web = Web::connect(site.address, era).await;
        web.call("echo", json!({})).to(site.address).await;
        let reply = Sent::new("GET", "/metrics").to(site.address).await;
        assert_eq!(reply.header("content-type"), Some("text/plain; version=0.0.4"));
        let called = "rulebook_calls_total{outcome=\"ok\",tool=\"echo\"} 1";
        let sessions = usize::from(era == Era::Sessions);
        let open = format!("rulebook_sessions_open {sessions}");
        for line in [called, &open, "# TYPE rulebook_call_run_seconds histogram"] {
            assert!(reply.body.lines().any(|other| other == line), "{era:?} {line}: {reply:?}");
        }
        site.stop();
        site.ended().await;
    }
}

#[tokio::test]
async fn a_host_serves_the_router_in_its_own_app() {
    let service =
        McpServer::new(Hold::default().toolkit()).http(HttpOptions::new().path("/rules/mcp"));
    let app = axum::Router::new()
        .route("/own", axum::routing::get(|| async { "own" }))
        .merge(service.unwrap().router());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    let own = Sent::new("GET", "/own").with("host", "app.example.com");
    assert_eq!(own.to(address).await.body, "own");
    let figures = Sent::new("GET", "/metrics").with("host", "app.example.com");
    assert_eq!(figures.to(address).await.status, 403);
    assert_eq!(Sent::new("GET", "/healthz").to(address).await.body, "ok\n");
}

#[tokio::test]
async fn a_request_that_is_too_large_is_not_read() {
    let site = site(&Hold::default(), HttpOptions::new().max_body_bytes(1000)).await;
    let web = Web::connect(site.address, Era::Stateless).await;
    let text = |length: usize| web.call("echo", json!({ "text": "x".repeat(length) }));
    assert_eq!(text(100).to(site.address).await.status, 200);
    assert_eq!(text(1000).to(site.address).await.status, 413);

    // The length alone is enough, and what has none is read up to the limit.
    let told = web.call("echo", json!({})).body("").with("content-length", "1001");
    assert_eq!(told.to(site.address).await.status, 413);
    let chunk = format!("{:x}\r\n{}\r\n", 600, "x".repeat(600));
    let chunked = web.call("echo", json!({})).body(chunk.repeat(2)).without("content-length");
    assert_eq!(chunked.with("transfer-encoding", "chunked").to(site.address).await.status, 413);
}

#[tokio::test]
async fn a_client_that_is_too_slow_is_not_waited_for() {
    let site =
        site(&Hold::default(), HttpOptions::new().request_time(Duration::from_millis(300))).await;
    let web = Web::connect(site.address, Era::Stateless).await;
    let slow = web.call("echo", json!({})).body("{").with("content-length", "900");
    assert_eq!(slow.to(site.address).await.status, 408);

    let mut stream = TcpStream::connect(site.address).await.unwrap();
    stream.write_all(b"POST /mcp HTTP/1.1\r\nhost: local").await.unwrap();
    let mut rest = Vec::new();
    timeout(LONG, stream.read_to_end(&mut rest)).await.expect("it is waited for").unwrap();
}

#[tokio::test]
async fn one_call_too_many_is_unavailable() {
    for era in Era::BOTH {
        let hold = Hold::default();
        let site = site(&hold, HttpOptions::new().max_calls(1)).await;
        let web = Web::connect(site.address, era).await;
        let first = web.call("hold", json!({})).open(site.address).await;
        hold.begun().await;
        let second = web.call("echo", json!({})).to(site.address).await;
        assert_eq!((second.status, is_error(&second).is_some()), (200, true), "{era:?} {second:?}");
        if era == Era::Stateless {
            insta::assert_snapshot!(is_error(&second).unwrap(), @r#""the server is busy: 1 call runs already, which is the most at once; try again in a moment""#);
        }
        hold.go();
        assert_eq!(is_error(&first.reply().await), None);
        let third = web.call("echo", json!({})).to(site.address).await;
        assert_eq!(is_error(&third), None, "{era:?} {third:?}");
    }
}

#[tokio::test]
async fn one_session_too_many_is_refused() {
    let site = site(&Hold::default(), HttpOptions::new().max_sessions(1)).await;
    let web = Web::connect(site.address, Era::Sessions).await;
    let second = Web::initialize().to(site.address).await;
    assert_eq!((second.status, second.header("retry-after")), (503, Some("5")));
    assert_eq!(second.message()["id"], 1);
    let stateless = Web::connect(site.address, Era::Stateless).await;
    assert_eq!(stateless.call("echo", json!({})).to(site.address).await.status, 200);

    let end = Sent::new("DELETE", "/mcp").with("mcp-session-id", web.session.as_deref().unwrap());
    assert_eq!(end.to(site.address).await.status, 204);
    assert_eq!(web.call("echo", json!({})).to(site.address).await.status, 404);
    Web::connect(site.address, Era::Sessions).await;
}

#[tokio::test]
async fn an_idle_session_ends() {
    let hold = Hold::default();
    let idle = Duration::from_secs(1);
    let site = site(&hold, HttpOptions::new().session_idle(idle)).await;
    let busy = Web::connect(site.address, Era::Sessions).await;
    let call = busy.call("hold", json!({})).open(site.address).await;
    hold.begun().await;
    let left = Web::connect(site.address, Era::Sessions).await;
    let watching = Web::connect(site.address, Era::Sessions).await;
    let mut stream = watching.watch().open(site.address).await;
    stream.until("200 OK").await;

    // A request of an ended session begins nothing, and one of any other makes it last:
    // so this asks of the one that does nothing by its place in the metrics.
    let metrics = Sent::new("GET", "/metrics");
    let ended = async {
        while !metrics.to(site.address).await.body.contains("rulebook_sessions_open 2") {}
    };
    timeout(LONG, ended).await.expect("the session does not end");
    assert_eq!(left.call("echo", json!({})).to(site.address).await.status, 404);
    assert_eq!(watching.call("echo", json!({})).to(site.address).await.status, 200);
    hold.go();
    assert_eq!(call.reply().await.message()["result"]["isError"], Value::Bool(false));
}

#[tokio::test]
async fn one_stream_too_many_is_refused() {
    for era in Era::BOTH {
        let site =
            site(&Hold::default(), HttpOptions::new().max_streams(1).keep_alive(KEEP_ALIVE)).await;
        let web = Web::connect(site.address, era).await;
        let mut first = web.watch().open(site.address).await;
        first.until("200 OK").await;
        assert_eq!(web.watch().to(site.address).await.status, 503, "{era:?}");
        drop(first);
        // It is noticed when something is to be written to it.
        let again = async { while web.watch().open(site.address).await.status().await != 200 {} };
        timeout(LONG, again).await.expect("the stream still counts");
    }
}

#[tokio::test]
async fn a_call_is_given_up_when_its_client_is_gone() {
    let hold = Hold::default();
    let options = HttpOptions::new().keep_alive(KEEP_ALIVE).max_calls(1);
    let site = site(&hold, options).await;
    let web = Web::connect(site.address, Era::Stateless).await;
    let call = web.call("hold", json!({})).open(site.address).await;
    hold.begun().await;
    drop(call);
    hold.given_up().await;
    // And there is room for the next.
    let next =
        async { while is_error(&web.call("echo", json!({})).to(site.address).await).is_some() {} };
    timeout(LONG, next).await.expect("the call still counts");
}

#[tokio::test]
async fn a_call_of_a_session_outlives_its_connection() {
    let hold = Hold::default();
    let site = site(&hold, HttpOptions::new()).await;
    let web = Web::connect(site.address, Era::Sessions).await;
    let mut call = web.call("hold", json!({})).open(site.address).await;
    call.until("200 OK").await;
    hold.begun().await;
    drop(call);
    let metrics = Sent::new("GET", "/metrics").to(site.address).await.body;
    assert!(metrics.contains("rulebook_calls_in_flight 1"), "{metrics}");
    hold.go();
    let ended = async {
        let ended = "rulebook_calls_total{outcome=\"ok\",tool=\"hold\"} 1";
        while !Sent::new("GET", "/metrics").to(site.address).await.body.contains(ended) {}
    };
    timeout(LONG, ended).await.expect("the call does not end");
}

#[tokio::test]
async fn a_shutdown_lets_calls_finish_and_takes_no_more() {
    for era in Era::BOTH {
        let hold = Hold::default();
        let mut site = site(&hold, HttpOptions::new()).await;
        let address = site.address;
        let web = Web::connect(address, era).await;
        let mut stream = web.watch().open(address).await;
        stream.until("200 OK").await;
        let call = web.call("hold", json!({})).open(address).await;
        hold.begun().await;
        site.stop();
        let closing =
            async { while Sent::new("GET", "/healthz").to(address).await.status != 503 {} };
        timeout(LONG, closing).await.expect("it does not say that it shuts down");
        let refused = web.call("echo", json!({})).to(address).await;
        assert_eq!((refused.status, refused.header("retry-after")), (503, Some("5")), "{era:?}");
        assert_eq!(Web::initialize().to(address).await.status, 503, "{era:?}");
        assert_eq!(web.watch().to(address).await.status, 503, "{era:?}");

        hold.go();
        let reply = call.reply().await;
        assert_eq!((reply.status, is_error(&reply)), (200, None), "{era:?} {reply:?}");
        stream.reply().await;
        site.ended().await;
        assert!(TcpStream::connect(address).await.is_err(), "{era:?}");
    }
}

#[tokio::test]
async fn a_shutdown_ends_when_its_grace_is_over() {
    for era in Era::BOTH {
        let hold = Hold::default();
        let mut site = site(&hold, HttpOptions::new().grace(Duration::from_millis(50))).await;
        let web = Web::connect(site.address, era).await;
        let call = web.call("hold", json!({})).open(site.address).await;
        hold.begun().await;
        site.stop();
        hold.given_up().await;
        call.reply().await;
        site.ended().await;
    }
}

/// A decision, and two of which common readers see the last.
const DECISION: &str = r#"{"approve":true}"#;
const TWO_DECISIONS: &str = r#"{"approve":false,"approve":true}"#;

#[tokio::test]
async fn a_person_is_asked_over_http() {
    for era in Era::BOTH {
        let (toolkit, runs) = till();
        let site = Site::start(&McpServer::new(toolkit), HttpOptions::new().max_calls(1)).await;
        let web = Web::connect_asking(site.address, era).await;
        let call = web.call("pay_back", json!({ "cents": 5 }));
        let answer = json!({ "action": "accept", "content": { "approve": true } });
        let reply = if era == Era::Sessions {
            // The question comes on the stream of the call, and holds nothing up.
            let mut call = call.open(site.address).await;
            let question = call.message_with("method").await;
            assert_eq!(question["method"], "elicitation/create");
            let other = web.call("nothing", json!({})).to(site.address).await.message();
            assert_eq!(other["error"]["code"], -32602, "it is not refused as one too many");
            let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": answer });
            let twice = web.post(&answer).edit(DECISION, TWO_DECISIONS);
            assert_eq!(twice.to(site.address).await.status, 400);
            assert_eq!(web.post(&answer).to(site.address).await.status, 202);
            call.reply().await
        } else {
            let asked = call.to(site.address).await.message()["result"].clone();
            let name = asked["inputRequests"].as_object().unwrap().keys().next().unwrap();
            let params = json!({
                "name": "pay_back",
                "arguments": { "cents": 5 },
                "inputResponses": { name: answer },
                "requestState": asked["requestState"],
            });
            let call = web.request("tools/call", params);
            let twice = call.clone().edit(DECISION, TWO_DECISIONS).to(site.address).await;
            assert_eq!(twice.message()["error"]["code"], -32600);
            assert_eq!(runs.count(), 0);
            call.to(site.address).await
        };
        let result = &reply.message()["result"];
        assert_eq!(result["structuredContent"]["paid"], 5, "{era:?} {reply:?}");
        assert_eq!(runs.count(), 1, "{era:?}");
    }
}

#[tokio::test]
async fn sessions_do_not_see_each_other() {
    let site = site(&Hold::default(), HttpOptions::new()).await;
    let (one, other) = (
        Web::connect(site.address, Era::Sessions).await,
        Web::connect(site.address, Era::Sessions).await,
    );
    assert!(one.session.is_some() && one.session != other.session);
    let end = Sent::new("DELETE", "/mcp").with("mcp-session-id", one.session.as_deref().unwrap());
    assert_eq!(end.to(site.address).await.status, 204);
    assert_eq!(other.call("echo", json!({})).to(site.address).await.status, 200);
}
