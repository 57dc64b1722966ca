//! Why a server that is reached over HTTP is not there, and what to check.

use std::time::Duration;

use rulebook_mcp::{McpToolCollection, ServerUrl};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use crate::support::Era;
use crate::support::rude::{Rude, json_response, response};

async fn why(server: ServerUrl) -> String {
    let connecting = McpToolCollection::builder("far", server);
    let error = connecting.start_timeout(Duration::from_secs(20)).connect().await.unwrap_err();
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
    insta::assert_snapshot!(why(server).await, @"");
}

#[tokio::test]
async fn nobody_has_the_name() {
    let server = ServerUrl::new("http://nobody.invalid/mcp");
    insta::assert_snapshot!(why(server).await, @"");
}

#[tokio::test]
async fn who_asks_is_not_taken() {
    let rude = page(response("401 Unauthorized", &[("www-authenticate", "Bearer")], "")).await;
    insta::assert_snapshot!(why(rude.url()).await, @"");
    let server = rude.url().header("X-Api-Key", "secret").bearer_env("CARGO_PKG_NAME");
    insta::assert_snapshot!(why(server).await, @"");
    let rude = page(response("403 Forbidden", &[], "")).await;
    insta::assert_snapshot!(why(rude.url().header("x-api-key", "secret")).await, @"");
}

#[tokio::test]
async fn the_path_is_another() {
    let rude = page(response("404 Not Found", &[], "nothing here")).await;
    insta::assert_snapshot!(why(rude.url()).await, @"");
}

#[tokio::test]
async fn it_is_something_else() {
    let html = response("200 OK", &[("content-type", "text/html; charset=utf-8")], "<html>");
    insta::assert_snapshot!(why(page(html).await.url()).await, @"");
    let other = json_response(&json!({ "hello": "world" }));
    insta::assert_snapshot!(why(page(other).await.url()).await, @"");
    insta::assert_snapshot!(why(page(response("204 No Content", &[], "")).await.url()).await, @"");
    insta::assert_snapshot!(why(page("SSH-2.0-OpenSSH_9.9\r\n".to_owned()).await.url()).await, @"");
    let packed = [("content-type", "application/json"), ("content-encoding", "gzip")];
    insta::assert_snapshot!(why(page(response("200 OK", &packed, "{}")).await.url()).await, @"");
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
            insta::assert_snapshot!(shown, @"");
        } else {
            insta::assert_snapshot!(shown, @"");
        }
        let requests = ["server/discover", "initialize"].map(|method| rude.seen(method).len());
        assert_eq!(requests.iter().sum::<usize>(), 1, "it is followed, or asked again");
    }
}

#[tokio::test]
async fn it_does_not_speak_what_is_spoken_here() {
    let tls = page("HTTP/1.1 400 Bad Request\r\n\r\n".to_owned()).await;
    let server = ServerUrl::new(format!("https://{}/mcp", tls.address));
    insta::assert_snapshot!(why(server).await, @"");
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
    insta::assert_snapshot!(why(rude.url()).await, @"");
}

#[tokio::test]
async fn it_fails() {
    let rude = page(response("500 Internal Server Error", &[], "secret trace")).await;
    insta::assert_snapshot!(why(rude.url()).await, @"");
}

#[tokio::test]
async fn it_does_not_answer() {
    let rude = Rude::start(|_, stream| async move {
        std::future::pending::<()>().await;
        drop(stream);
    })
    .await;
    let connecting = McpToolCollection::builder("far", rude.url());
    let error = connecting.start_timeout(Duration::from_millis(300)).connect().await.unwrap_err();
    insta::assert_snapshot!(error, @"");
}
