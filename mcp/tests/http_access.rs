//! Who may come in over HTTP.

use std::net::SocketAddr;

use rulebook_mcp::McpServer;
use rulebook_mcp::http::{BearerToken, HttpError, HttpOptions};
use serde_json::json;

use crate::support::Era;
use crate::support::hold::Hold;
use crate::support::web::{Sent, Site, Web};

const TOKEN: &str = "0123456789abcdef";

fn server() -> McpServer {
    McpServer::new(Hold::default().toolkit())
}

fn token(text: &str) -> BearerToken {
    BearerToken::new(text).unwrap()
}

#[tokio::test]
async fn an_address_that_others_reach_needs_a_token() {
    let open = server().http(HttpOptions::new()).unwrap();
    let locked = server().http(HttpOptions::new().token(token(TOKEN))).unwrap();
    for (address, only_here) in [
        ("127.0.0.1:80", true),
        ("127.8.9.1:80", true),
        ("[::1]:80", true),
        ("[::ffff:127.0.0.1]:80", true),
        ("0.0.0.0:80", false),
        ("[::]:80", false),
        ("[::ffff:0.0.0.0]:80", false),
        ("[::ffff:10.0.0.1]:80", false),
        ("10.0.0.1:80", false),
        ("192.168.1.7:80", false),
        ("[fe80::1]:80", false),
    ] {
        let address: SocketAddr = address.parse().unwrap();
        assert_eq!(open.may_listen_on(address).is_ok(), only_here, "{address}");
        assert!(locked.may_listen_on(address).is_ok(), "{address}");
    }
    let error = open.may_listen_on("0.0.0.0:8080".parse().unwrap()).unwrap_err();
    insta::assert_snapshot!(error, @"`0.0.0.0:8080` can be reached from other machines, and anyone there could call the tools: set a bearer token (`--token-file FILE`), or listen on `127.0.0.1:8080`");
}

#[tokio::test]
async fn a_listener_that_others_reach_is_not_served_without_a_token() {
    let listener = tokio::net::TcpListener::bind("0.0.0.0:0").await.unwrap();
    let service = server().http(HttpOptions::new()).unwrap();
    let served = service.serve(listener, std::future::pending()).await;
    assert!(matches!(served, Err(HttpError::Exposed(_))));
}

#[test]
fn tokens_that_are_easily_guessed_or_sent_wrongly_are_refused() {
    let refused = |text: &str| match BearerToken::new(text) {
        Ok(_) => "fine".to_owned(),
        Err(error) => error.to_string(),
    };
    assert_eq!(refused(TOKEN), "fine");
    assert_eq!(refused("0123456789abcdef\r\n"), "fine");
    insta::assert_snapshot!(refused("\n"), @"the bearer token cannot be used: it is empty; `openssl rand -hex 32` makes one");
    insta::assert_snapshot!(refused("0123456789abcde\n"), @"the bearer token cannot be used: it has to have at least 16 characters; `openssl rand -hex 32` makes one");
    insta::assert_snapshot!(refused("0123456789 abcdef"), @"the bearer token cannot be used: it has spaces, or characters other than those of ASCII");
    assert_eq!(BearerToken::read_all("0123456789abcdef\n\nfedcba9876543210\n").unwrap().len(), 2);
    assert!(BearerToken::read_all("\n").is_err());
    assert!(!format!("{:?}", token(TOKEN)).contains("0123"));
}

#[test]
fn options_that_mean_nothing_are_refused() {
    for options in [
        HttpOptions::new().path("mcp"),
        HttpOptions::new().path("/"),
        HttpOptions::new().path("/{x}"),
        HttpOptions::new().path("/healthz"),
        HttpOptions::new().allowed_host("https://rules.example.com"),
        HttpOptions::new().allowed_host("rules.example.com:port"),
        HttpOptions::new().allowed_host(""),
        HttpOptions::new().allowed_host("*"),
        HttpOptions::new().allowed_host("*.example.com"),
        HttpOptions::new().allowed_origin("app.example.com"),
        HttpOptions::new().allowed_origin("https://app.example.com/page"),
    ] {
        let error = server().http(options.clone()).unwrap_err();
        assert!(matches!(error, HttpError::Option(..)), "{options:?}: {error}");
    }
    let error = server().http(HttpOptions::new().allowed_host("https://x")).unwrap_err();
    insta::assert_snapshot!(error, @"`https://x` is no name of a host, with or without a port, as in `rules.example.com`");
}

/// A request to each path that would be answered.
fn requests() -> [(&'static str, Sent); 3] {
    [
        ("/mcp", Web::initialize()),
        ("/metrics", Sent::new("GET", "/metrics")),
        ("/healthz", Sent::new("GET", "/healthz")),
    ]
}

#[tokio::test]
async fn the_token_is_needed_where_it_is_set() {
    let second = "fedcba9876543210";
    let open = Site::start(&server(), HttpOptions::new()).await;
    let options = HttpOptions::new().token(token(TOKEN)).token(token(second));
    let locked = Site::start(&server(), options).await;
    for (path, request) in requests() {
        assert_eq!(request.to(open.address).await.status, 200, "{path}");
        for (given, lets_in) in [
            (None, false),
            (Some("Bearer 0123456789abcdef"), true),
            (Some("bearer 0123456789abcdef"), true),
            (Some("BEARER  fedcba9876543210"), true),
            (Some("Bearer 0123456789abcdeF"), false),
            (Some("Bearer 0123456789abcdef0"), false),
            (Some("Bearer 0123456789abcde"), false),
            (Some("Bearer"), false),
            (Some("Bearer "), false),
            (Some("0123456789abcdef"), false),
            (Some("Basic 0123456789abcdef"), false),
            (Some("Bearer 0123456789abcdef, Bearer x"), false),
        ] {
            let request = match given {
                Some(given) => request.clone().with("authorization", given),
                None => request.clone(),
            };
            let reply = request.to(locked.address).await;
            let lets_in = lets_in || path == "/healthz";
            assert_eq!(reply.status, if lets_in { 200 } else { 401 }, "{path} {given:?}");
            let challenge = match given {
                _ if lets_in => None,
                None => Some("Bearer"),
                Some(_) => Some("Bearer error=\"invalid_token\""),
            };
            assert_eq!(reply.header("www-authenticate"), challenge, "{path} {given:?}");
        }
        let twice = request.and("authorization", "Bearer 0123456789abcdef");
        let twice = twice.and("authorization", "Bearer 0123456789abcdef");
        let status = if path == "/healthz" { 200 } else { 401 };
        assert_eq!(twice.to(locked.address).await.status, status, "{path}");
    }
    // What is not there is not there for anyone.
    assert_eq!(Sent::new("GET", "/other").to(locked.address).await.status, 404);
}

#[tokio::test]
async fn the_host_has_to_be_allowed_but_for_probes_and_scrapers() {
    let named =
        || HttpOptions::new().allowed_hosts(["Rules.example.com", "other.example.com:8443"]);
    let sites = [
        Site::start(&server(), HttpOptions::new()).await,
        Site::start(&server(), named()).await,
        Site::start(&server(), HttpOptions::new().token(token(TOKEN))).await,
        Site::start(&server(), named().token(token(TOKEN))).await,
    ];
    for (host, statuses) in [
        ("localhost", [200, 403, 200, 403]),
        ("LOCALHOST:8080", [200, 403, 200, 403]),
        ("127.0.0.1:8080", [200, 403, 200, 403]),
        ("[::1]:8080", [200, 403, 200, 403]),
        ("0.0.0.0", [403, 403, 200, 403]),
        ("evil.example.com", [403, 403, 200, 403]),
        ("localhost.evil.example.com", [403, 403, 200, 403]),
        ("rules.example.com", [403, 200, 200, 200]),
        ("rules.example.com:8080", [403, 200, 200, 200]),
        ("other.example.com", [403, 403, 200, 403]),
        ("other.example.com:8443", [403, 200, 200, 200]),
        ("localhost@evil.example.com", [400, 400, 400, 400]),
        ("localhost:port", [400, 400, 400, 400]),
        ("local host", [400, 400, 400, 400]),
        ("", [400, 400, 400, 400]),
    ] {
        for (path, request) in requests() {
            let request = request.with("host", host);
            let request = request.with("authorization", &format!("Bearer {TOKEN}"));
            for (site, (status, has_token)) in
                sites.iter().zip(statuses.into_iter().zip([false, false, true, true]))
            {
                // They name an address, and no page learns anything there.
                let is_open = path == "/healthz" || (path == "/metrics" && has_token);
                let status = if is_open && status == 403 { 200 } else { status };
                assert_eq!(request.to(site.address).await.status, status, "{path} {host}");
            }
        }
    }
    for (path, request) in requests() {
        assert_eq!(
            request.clone().without("host").to(sites[0].address).await.status,
            400,
            "{path}"
        );
        let two = request.and("host", "localhost");
        assert_eq!(two.to(sites[0].address).await.status, 400, "{path}");
    }
}

#[tokio::test]
async fn a_web_page_has_to_be_from_the_server_or_an_allowed_origin() {
    let plain = Site::start(&server(), HttpOptions::new()).await;
    let origins = ["https://app.example.com", "http://localhost:3000"];
    let options = HttpOptions::new().allowed_origins(origins).token(token(TOKEN));
    let allowing = Site::start(&server(), options).await;
    for (origin, by_default, where_allowed) in [
        ("http://localhost:8080", true, true),
        ("http://localhost:3000", false, true),
        ("http://localhost", false, false),
        ("http://127.0.0.1:8080", false, false),
        ("https://app.example.com", false, true),
        ("https://APP.example.com:443", false, true),
        ("https://app.example.com:8443", false, false),
        ("http://app.example.com", false, false),
        ("https://app.example.com.evil.com", false, false),
        ("https://evil.example.com", false, false),
        ("null", false, false),
        ("", false, false),
        ("localhost:8080", false, false),
    ] {
        for (path, request) in requests() {
            let request = request.with("host", "localhost:8080").with("origin", origin);
            let request = request.with("authorization", &format!("Bearer {TOKEN}"));
            let status = |lets_in| if lets_in { 200 } else { 403 };
            let reply = request.to(plain.address).await;
            assert_eq!(reply.status, status(by_default), "{path} {origin}");
            assert_eq!(reply.header("access-control-allow-origin"), None, "{path} {origin}");
            let reply = request.to(allowing.address).await;
            assert_eq!(reply.status, status(where_allowed), "{path} {origin}");
            let is_page = where_allowed && origin != "http://localhost:8080";
            let told = is_page.then_some(origin);
            assert_eq!(reply.header("access-control-allow-origin"), told, "{path} {origin}");
        }
    }
}

#[tokio::test]
async fn a_browser_may_ask_without_the_token_what_a_page_may_send() {
    let options = HttpOptions::new().token(token(TOKEN)).allowed_origin("https://app.example.com");
    let site = Site::start(&server(), options).await;
    let ask = Sent::new("OPTIONS", "/mcp")
        .with("access-control-request-method", "POST")
        .with("access-control-request-headers", "authorization,mcp-session-id");
    let reply = ask.clone().with("origin", "https://app.example.com").to(site.address).await;
    assert_eq!(reply.status, 204);
    let told = reply.header("access-control-allow-headers");
    assert_eq!(told, Some("authorization,mcp-session-id"));
    assert_eq!(reply.header("access-control-allow-methods"), Some("GET, POST, DELETE"));
    let refused = ask.clone().with("origin", "https://evil.example.com").to(site.address).await;
    assert_eq!((refused.status, refused.header("access-control-allow-headers")), (403, None));
    assert_eq!(ask.to(site.address).await.status, 401);
}

#[tokio::test]
async fn answers_tell_nothing_of_what_is_within() {
    let site = Site::start(&server(), HttpOptions::new()).await;
    let post = async |body: &str| Web::initialize().body(body).to(site.address).await;
    for (body, status, code) in [
        ("{", 400, -32700),
        ("", 400, -32700),
        ("no", 400, -32700),
        ("[]", 400, -32600),
        ("7", 400, -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, 400, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, 400, -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, 400, -32600),
        (r#"{"jsonrpc":"2.0","id":[],"method":"ping"}"#, 400, -32600),
    ] {
        let reply = post(body).await;
        assert_eq!(reply.status, status, "{body}: {reply:?}");
        assert_eq!(reply.message()["error"]["code"], code, "{body}: {reply:?}");
        for word in ["serde", "untagged", "variant", "expected", "line 1", "/root", "src/"] {
            assert!(!reply.body.contains(word), "{body}: {reply:?}");
        }
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let reply = post(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{deep}}}"#)).await;
    assert_eq!(reply.status, 400, "{reply:?}");
    let mut stranger = Web::connect(site.address, Era::Sessions).await;
    stranger.session = Some("stranger".to_owned());
    let reply = stranger.call("echo", json!({})).to(site.address).await;
    assert_eq!(reply.status, 404, "{reply:?}");
    let reply = stranger.watch().to(site.address).await;
    assert_eq!(reply.status, 404, "{reply:?}");
}
