//! Clients that do over HTTP what no client should.

use std::time::Duration;

use rulebook_mcp::http::HttpOptions;
use rulebook_mcp::{McpServer, Metrics};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::support::Era;
use crate::support::hold::Hold;
use crate::support::web::{LONG, Sent, Site, Web};

async fn site(options: HttpOptions) -> Site {
    Site::start(&McpServer::new(Hold::default().toolkit()), options).await
}

/// They filled the server for good: nobody knew of their sessions.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_leave_while_they_initialize_leave_no_session() {
    const MOST: usize = 8;
    let idle = Duration::from_millis(200);
    let site = site(HttpOptions::new().max_sessions(MOST).session_idle(idle)).await;
    let address = site.address;
    let mut leaving = JoinSet::new();
    for number in 0_u64..600 {
        leaving.spawn(async move {
            let opened = Web::initialize().open(address).await;
            tokio::time::sleep(Duration::from_micros(number % 30 * 50)).await;
            opened.stream.set_zero_linger().unwrap();
        });
        if leaving.len() > 20 {
            leaving.join_next().await.unwrap().unwrap();
        }
    }
    leaving.join_all().await;
    let room = async {
        loop {
            let mut begun = 0;
            while begun <= MOST && Web::initialize().to(address).await.status == 200 {
                begun += 1;
            }
            if begun == MOST {
                return;
            }
            tokio::time::sleep(idle).await;
        }
    };
    timeout(LONG, room).await.expect("the server is full for good");
}

/// A session that was just beginning was counted twice.
#[tokio::test]
async fn as_many_sessions_begin_at_once_as_there_may_be() {
    const MOST: usize = 20;
    for _ in 0..5 {
        let site = site(HttpOptions::new().max_sessions(MOST)).await;
        let address = site.address;
        let all = (0..MOST).map(|_| async move { Web::initialize().to(address).await.status });
        let all: JoinSet<_> = all.collect();
        assert_eq!(all.join_all().await, [200; MOST]);
        assert_eq!(Web::initialize().to(address).await.status, 503);
    }
}

/// Its own address was one that the server refused.
#[tokio::test]
async fn a_server_answers_at_every_address_that_needs_no_token() {
    for address in ["127.0.0.1:0", "127.0.0.2:0", "[::1]:0", "[::ffff:127.0.0.1]:0"] {
        let Ok(listener) = TcpListener::bind(address).await else { continue };
        let address = listener.local_addr().unwrap();
        let service = McpServer::new(Hold::default().toolkit()).http(HttpOptions::new()).unwrap();
        tokio::spawn(service.serve(listener, std::future::pending()));
        let request = Sent::new("GET", "/healthz").with("host", &address.to_string());
        assert_eq!(request.to(address).await.status, 200, "{address}");
    }
    let site = site(HttpOptions::new()).await;
    for (host, status) in [
        ("[0:0:0:0:0:0:0:1]", 200),
        ("[::ffff:7f00:1]", 200),
        ("[::ffff:10.0.0.1]", 403),
        ("[::]", 403),
        ("127.0.0.1.evil.example.com", 403),
        ("127.1", 403),
        ("2130706433", 403),
        ("[localhost]", 400),
        ("[127.0.0.1]", 400),
        ("[]", 400),
        ("localhost:+80", 400),
    ] {
        let request = Sent::new("GET", "/metrics").with("host", host);
        assert_eq!(request.to(site.address).await.status, status, "{host}");
    }
}

/// The header was looked at instead, and the address let in whatever it was.
#[tokio::test]
async fn the_host_in_the_address_of_a_request_counts() {
    let site = site(HttpOptions::new()).await;
    for (address, host, status) in [
        ("http://localhost/metrics", Some("localhost"), 200),
        ("http://localhost/metrics", Some("evil.example.com"), 200),
        ("http://evil.example.com/metrics", Some("localhost"), 403),
        ("http://evil.example.com/metrics", None, 403),
        ("http://me@localhost/metrics", Some("localhost"), 400),
    ] {
        let request = Sent::new("GET", address).without("host");
        let request = host.into_iter().fold(request, |request, host| request.with("host", host));
        assert_eq!(request.to(site.address).await.status, status, "{address} {host:?}");
    }
}

/// It held its place among the connections for as long as it liked.
#[tokio::test]
async fn a_client_that_reads_nothing_is_not_waited_for() {
    let time = Duration::from_millis(300);
    let site = site(HttpOptions::new().max_connections(1).request_time(time)).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2048).unwrap();
    let mut deaf = socket.connect(site.address).await.unwrap();
    let requests = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(1000);
    let full = async { while deaf.write_all(requests.as_bytes()).await.is_ok() {} };
    timeout(LONG, full).await.expect("the connection stays open");
    let next = timeout(LONG, Sent::new("GET", "/healthz").to(site.address)).await;
    assert_eq!(next.expect("nobody else is served").status, 200);
}

/// A long answer is sent to a client that reads slowly, as long as it reads.
#[tokio::test]
async fn a_client_that_reads_slowly_gets_all() {
    let time = Duration::from_millis(500);
    let site = site(HttpOptions::new().request_time(time)).await;
    let web = Web::connect(site.address, Era::Stateless).await;
    let text = "x".repeat(1_000_000);
    let opened = web.call("echo", json!({ "text": text })).open(site.address).await;
    let mut stream: TcpStream = opened.stream;
    let (mut read, mut buffer) = (0, vec![0; 100_000]);
    while let Ok(some @ 1..) = stream.read(&mut buffer).await {
        read += some;
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(read > 2_000_000, "{read}");
}

/// Its call ran on, and others waited for it.
#[tokio::test]
async fn the_calls_of_a_session_end_with_it() {
    let (hold, metrics) = (Hold::default(), Metrics::new());
    let server = McpServer::builder(hold.toolkit()).metrics(&metrics).build();
    let site = Site::start(&server, HttpOptions::new()).await;
    let web = Web::connect(site.address, Era::Sessions).await;
    let other = Web::connect(site.address, Era::Sessions).await;
    let call = web.call("hold", json!({})).open(site.address).await;
    hold.begun().await;
    let others = other.call("hold", json!({})).open(site.address).await;
    hold.begun().await;
    let id = web.session.clone().unwrap();
    let end = Sent::new("DELETE", "/mcp").with("mcp-session-id", &id);
    assert_eq!(end.to(site.address).await.status, 204);
    let given_up = timeout(Duration::from_secs(1), hold.given_up());
    given_up.await.expect("the call runs on");
    drop(call);
    hold.go();
    assert_eq!(others.reply().await.message()["result"]["isError"], false);
    let text = metrics.render();
    assert!(text.contains("{outcome=\"cancelled\",tool=\"hold\"} 1"), "{text}");
}

/// A client of 2026-07-28 got `500`.
#[tokio::test]
async fn a_call_that_is_cut_short_is_told_as_cancelled() {
    for era in Era::BOTH {
        for at_once in [false, true] {
            let hold = Hold::default();
            let grace = if at_once { LONG } else { Duration::from_millis(50) };
            let server = McpServer::new(hold.toolkit());
            let service = server.http(HttpOptions::new().grace(grace)).unwrap();
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
            let stopped = async { stopped.await.unwrap_or_default() };
            let serving = tokio::spawn(service.clone().serve(listener, stopped));
            let web = Web::connect(address, era).await;
            let call = web.call("hold", json!({})).open(address).await;
            hold.begun().await;
            stop.send(()).unwrap();
            if at_once {
                service.give_up();
            }
            let message = call.reply().await.message();
            let code = &message["result"]["_meta"]["rulebook/code"];
            assert_eq!(code, "cancelled", "{era:?} {at_once} {message}");
            let ended = timeout(Duration::from_secs(5), serving).await;
            ended.expect("it does not end").unwrap().unwrap();
        }
    }
}
