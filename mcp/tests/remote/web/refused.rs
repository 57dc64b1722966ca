//! Why a server that is reached over HTTP is not there, and what to check.

use std::time::Duration;

use rulebook_mcp::{McpToolCollection, ServerUrl};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use crate::support::Era;
use crate::support::rude::{Rude, json_response, response};

async fn why(server: ServerUrl) -> String {
    why_within(server, Duration::from_secs(20)).await
}

async fn why_within(server: ServerUrl, time: Duration) -> String {
    let connecting = McpToolCollection::builder("far", server);
    let error = connecting.start_timeout(time).connect().await.unwrap_err();
    let shown = error.to_string();
    // Ports are others each time.
    let mut shown = shown.as_str();
    let mut clean = String::new();
    while let Some((before, rest)) = shown.split_once("127.0.0.1:") {
        clean.push_str(before);
        clean.push_str("127.0.0.1:PORT");
        shown = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    clean + shown
}

/// A server that answers everything in one way.
async fn page(answer: String) -> Rude {
    Rude::start(move |_, mut stream| {
        let answer = answer.clone();
        async move {
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    })
    .await
}

#[tokio::test]
async fn nothing_listens_there() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let server = ServerUrl::new(format!("http://{address}/mcp?key=secret"));
    insta::assert_snapshot!(why(server).await, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: nothing listens there; check the address, and that the server runs");
}

#[tokio::test]
async fn its_name_is_not_found() {
    // No name is that long, so nobody is asked.
    let server = ServerUrl::new(format!("http://{}.invalid/mcp", "n".repeat(70)));
    insta::assert_snapshot!(why(server).await, @"the server at `http://nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn.invalid/mcp` cannot be used: its name is not found; check the name in the address, and that names can be looked up from here");
}

#[tokio::test]
async fn who_asks_is_not_taken() {
    let rude = page(response("401 Unauthorized", &[("www-authenticate", "Bearer")], "")).await;
    insta::assert_snapshot!(why(rude.url()).await, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: it answers with `401 Unauthorized`; check who may use it: no header and no token was sent, which `bearer_env` and `header` do");
    let server = rude.url().header("X-Api-Key", "secret").bearer_env("CARGO_PKG_NAME");
    insta::assert_snapshot!(why(server).await, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: it answers with `401 Unauthorized`; check the header `x-api-key` and the variable `CARGO_PKG_NAME` of the environment");
    let rude = page(response("403 Forbidden", &[], "")).await;
    insta::assert_snapshot!(why(rude.url().header("x-api-key", "secret")).await, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: it answers with `403 Forbidden`; check the header `x-api-key`");
}

#[tokio::test]
async fn the_path_is_another() {
    let rude = page(response("404 Not Found", &[], "nothing here")).await;
    insta::assert_snapshot!(why(rude.url()).await, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: it answers with `404 Not Found`; check the path of the address, which is often `/mcp`");
}

#[tokio::test]
async fn it_is_something_else() {
    let html = response("200 OK", &[("content-type", "text/html; charset=utf-8")], "<html>");
    insta::assert_snapshot!(why(page(html).await.url()).await, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: it answers with `text/html`, which is not how a server of MCP answers; check the path of the address, which is often `/mcp`");
    let other = json_response(&json!({ "hello": "world" }));
    insta::assert_snapshot!(why(page(other).await.url()).await, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: its answer cannot be read: it is no answer of JSON-RPC 2.0 to the request; check the path of the address, which is often `/mcp`");
    insta::assert_snapshot!(why(page(response("204 No Content", &[], "")).await.url()).await, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: it answers what is no answer of MCP to the first request; check the path of the address, which is often `/mcp`");
    insta::assert_snapshot!(why(page("SSH-2.0-OpenSSH_9.9\r\n".to_owned()).await.url()).await, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: the connection failed: invalid HTTP version parsed; check the address, and what listens there");
    let packed = [("content-type", "application/json"), ("content-encoding", "gzip")];
    insta::assert_snapshot!(why(page(response("200 OK", &packed, "{}")).await.url()).await, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: its answer is encoded as `gzip`, which was not asked for; check the server, and what stands before it");
}

#[tokio::test]
async fn it_sends_on_to_another_place() {
    for (status, place) in [
        ("307 Temporary Redirect", "/mcp/?key=secret"),
        ("301 Moved Permanently", "https://user:secret@other.example/mcp"),
    ] {
        let rude = page(response(status, &[("location", place)], "")).await;
        let shown = why(rude.url()).await;
        if status.starts_with("307") {
            insta::assert_snapshot!(shown, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: it sends on to `http://127.0.0.1:PORT/mcp/` (`307 Temporary Redirect`); check whether that is the server, and write its address: no redirect is followed, since headers would go along");
        } else {
            insta::assert_snapshot!(shown, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: it sends on to `https://other.example/mcp` (`301 Moved Permanently`); check whether that is the server, and write its address: no redirect is followed, since headers would go along");
        }
        let requests = ["server/discover", "initialize"].map(|method| rude.seen(method).len());
        assert_eq!(requests.iter().sum::<usize>(), 1, "it is followed, or asked again");
    }
}

#[tokio::test]
async fn it_does_not_speak_what_is_spoken_here() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = ServerUrl::new(format!("https://{}/mcp", listener.local_addr().unwrap()));
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    insta::assert_snapshot!(why(server).await, @"the server at `https://127.0.0.1:PORT/mcp` cannot be used: there is no agreement on encryption: what it says is no TLS; check whether the address begins with `http:`, and what the server supports");
}

#[tokio::test]
async fn it_refuses_to_begin() {
    let rude = Rude::start(|asked, mut stream| async move {
        let error = json!({ "code": -32000, "message": "buy a licence first" });
        let refused = json!({ "jsonrpc": "2.0", "id": "server-error", "error": error });
        let body = refused.to_string();
        let kind = [("content-type", "application/json")];
        let answer = match asked.method() {
            "initialize" => response("402 Payment Required", &kind, &body),
            _ => asked.polite(Era::Sessions),
        };
        let _ = stream.write_all(answer.as_bytes()).await;
    })
    .await;
    insta::assert_snapshot!(why(rude.url()).await, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: it refuses to begin: `buy a licence first`; check what it needs to know of who asks");
}

#[tokio::test]
async fn it_fails() {
    let rude = page(response("500 Internal Server Error", &[], "secret trace")).await;
    insta::assert_snapshot!(why(rude.url()).await, @"the server at `http://127.0.0.1:PORT/mcp` cannot be used: it answers with `500 Internal Server Error`; check the log of the server, and what stands before it");
}

#[tokio::test]
async fn it_does_not_answer() {
    let rude = Rude::start(|_, stream| async move {
        std::future::pending::<()>().await;
        drop(stream);
    })
    .await;
    let shown = why_within(rude.url(), Duration::from_millis(300)).await;
    insta::assert_snapshot!(shown, @"the server at `http://127.0.0.1:PORT/mcp` did not answer within 300ms: one that takes long to start needs a longer `start_timeout`");
}

#[tokio::test]
async fn it_lists_nothing() {
    for era in Era::BOTH {
        let rude = Rude::with(era, "tools/list", |_| response("401 Unauthorized", &[], "")).await;
        let shown = why(rude.url()).await;
        insta::allow_duplicates! { insta::assert_snapshot!(shown, @"the server does not list its tools: it answers with `401 Unauthorized`"); }
    }
}
