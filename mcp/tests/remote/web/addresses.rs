//! Addresses and headers, before anything is sent.

use rulebook_mcp::{McpToolCollection, ServerUrl};

use super::tools;
use crate::support::Era;
use crate::support::rude::Rude;

async fn mistake(server: ServerUrl) -> String {
    McpToolCollection::builder("far", server).connect().await.unwrap_err().to_string()
}

#[tokio::test]
async fn what_cannot_be_used_says_what_to_write() {
    let url = |url: &str| ServerUrl::new(url);
    let good = || url("https://mcp.example/mcp");
    let far = || url("http://mcp.example/mcp?key=secret");
    let mut said = Vec::new();
    for server in [
        url("mcp.example/mcp"),
        url("https://"),
        url("ftp://mcp.example/mcp"),
        url("file:///etc/passwd"),
        url("https://user:secret@mcp.example/mcp"),
        url("https://secret@mcp.example/mcp"),
        good().header("x api key", "secret"),
        good().header("x-api-key", "secret\r\nx: y"),
        good().header("MCP-Session-Id", "secret"),
        good().header("Accept", "secret"),
        good().bearer_env("RULEBOOK_NOT_SET"),
        good().bearer_env(""),
        good().bearer_env("CARGO_PKG_NAME").header("authorization", "secret"),
        far().bearer_env("CARGO_PKG_NAME"),
        far().header("x-api-key", "secret").header("cookie", "secret"),
    ] {
        let mistake = mistake(server).await;
        assert!(!mistake.contains("secret") && !mistake.contains("rulebook"), "{mistake}");
        said.push(mistake);
    }
    insta::assert_snapshot!(said.join("\n"), @"
    the address of the server does not say how it is reached; write one like `https://host/mcp`
    the address of the server cannot be read: empty host; write one like `https://host/mcp`
    the address of the server begins with `ftp:`, where `http:` and `https:` are spoken; write one like `https://host/mcp`
    the address of the server begins with `file:`, where `http:` and `https:` are spoken; write one like `https://host/mcp`
    the address of the server holds a user or a password; leave them out, and give what says who asks with `bearer_env` or `header`
    the address of the server holds a user or a password; leave them out, and give what says who asks with `bearer_env` or `header`
    `x api key` cannot be the name of a header; write letters, digits and `-`
    the value of the header `x-api-key` holds what no header can hold, such as a line break; look at where it comes from
    the protocol writes the header `mcp-session-id` itself; leave it out
    the protocol writes the header `accept` itself; leave it out
    the variable `RULEBOOK_NOT_SET` of the environment, which is to hold the token for the server, is not set
    no variable of the environment is named for the token; write its name
    both the header `authorization` and a token of the environment are given; leave one out
    without encryption everyone on the way to `http://mcp.example/mcp` could read what says who asks; write `https`, or allow it with `plain_http`
    without encryption everyone on the way to `http://mcp.example/mcp` could read what says who asks; write `https`, or allow it with `plain_http`
    ");
}

#[tokio::test]
async fn headers_are_sent_with_each_request_and_blank_ones_left_out() {
    for era in Era::BOTH {
        let rude = Rude::with(era, "", |_| String::new()).await;
        let server = rude
            .url()
            .header("X-Api-Key", "first")
            .header("x-api-key", " second ")
            .header("x-blank", " ")
            .header("x-empty", "")
            .bearer_env("CARGO_PKG_NAME");
        let (_, toolkit) = tools(server).await;
        super::echo(&toolkit).await.unwrap();
        let mut methods = vec!["tools/list", "tools/call"];
        methods.extend(match era {
            Era::Sessions => ["initialize", "notifications/initialized"].as_slice(),
            Era::Stateless => &["server/discover"],
        });
        for method in methods {
            let seen = rude.seen(method);
            let asked = seen.first().unwrap_or_else(|| panic!("{era:?} {method}"));
            assert_eq!(asked.header("x-api-key"), Some("second"), "{method}");
            assert_eq!(asked.header("authorization"), Some("Bearer rulebook-mcp"), "{method}");
            assert_eq!(asked.header("accept"), Some("application/json, text/event-stream"));
            assert_eq!(asked.header("accept-encoding"), None);
            assert!(!asked.head.to_lowercase().contains("x-blank"), "{}", asked.head);
            assert!(!asked.head.to_lowercase().contains("x-empty"), "{}", asked.head);
        }
    }
}

#[tokio::test]
async fn the_query_of_an_address_is_sent_along() {
    let rude = Rude::with(Era::Stateless, "", |_| String::new()).await;
    let server = ServerUrl::new(format!(" http://{}/mcp?key=a%20b#c ", rude.address));
    McpToolCollection::builder("far", server).connect().await.unwrap();
    let seen = rude.seen("tools/list");
    assert!(seen.first().unwrap().head.starts_with("POST /mcp?key=a%20b HTTP/1.1\r\n"));
}

#[tokio::test]
async fn a_host_may_send_what_says_who_asks_without_encryption() {
    // Nobody is asked: no name is that long.
    let far = format!("http://{}.invalid/mcp", "n".repeat(70));
    let server = ServerUrl::new(far).header("x-api-key", "secret").plain_http();
    assert!(mistake(server).await.contains("its name is not found"));
}

#[test]
fn nothing_secret_is_shown() {
    let server = ServerUrl::new("https://user:secret@mcp.example/mcp?key=secret#secret")
        .header("x-api-key", "secret")
        .bearer_env("TOKEN");
    assert!(!format!("{server:?}").contains("secret"), "{server:?}");
    let server = ServerUrl::new("https://mcp.example/mcp?key=secret").header("x-key", "secret");
    insta::assert_snapshot!(format!("{server:?}"), @r#"ServerUrl { url: "https://mcp.example/mcp", headers: ["x-key"], bearer_env: None, .. }"#);
}
