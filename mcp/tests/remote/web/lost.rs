//! Servers that go away, and come back.

use std::net::SocketAddr;
use std::time::Duration;

use rulebook::{ErrorCode, Toolkit};
use rulebook_mcp::{McpToolCollection, ServerState, ServerUrl};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpSocket};
use tokio::time::{sleep, timeout};

use super::{Own, call, echo, tools};
use crate::support::Era;
use crate::support::hold::Hold;
use crate::support::rude::{Rude, response};
use crate::support::web::LONG;

async fn until_back(toolkit: &Toolkit) -> Value {
    let again = async {
        loop {
            match echo(toolkit).await {
                Ok(value) => return value,
                Err(error) => assert_eq!(error.code, ErrorCode::Unavailable, "{error}"),
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(LONG, again).await.expect("it does not come back")
}

fn listen(address: SocketAddr) -> TcpListener {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_reuseaddr(true).unwrap();
    socket.bind(address).unwrap();
    socket.listen(64).unwrap()
}

#[tokio::test]
async fn a_server_that_restarts_is_connected_again() {
    for era in Era::BOTH {
        let listener = listen("127.0.0.1:0".parse().unwrap());
        let address = listener.local_addr().unwrap();
        let first = Process::start(listener, era);
        let (far, toolkit) = tools(ServerUrl::new(format!("http://{address}/mcp"))).await;
        echo(&toolkit).await.unwrap();
        let hanging = {
            let (toolkit, hold) = (toolkit.clone(), first.hold.clone());
            let hanging = tokio::spawn(async move { call(&toolkit, "hold", json!({})).await });
            hold.begun().await;
            hanging
        };
        first.dies();
        let error = timeout(LONG, hanging).await.expect("it hangs").unwrap().unwrap_err();
        assert_eq!(error.code, ErrorCode::Unavailable, "{era:?} {error}");
        assert!(!error.message.contains("127.0.0.1"), "{error}");
        let error = echo(&toolkit).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Unavailable, "{era:?} {error}");
        let _second = Process::start(listen(address), era);
        assert_eq!(until_back(&toolkit).await, json!({ "n": 1 }));
        assert!(far.status().is_connected());
    }
}

/// A server with a runtime of its own, which takes its connections with it.
struct Process {
    hold: Hold,
    runtime: Option<tokio::runtime::Runtime>,
}

impl Process {
    fn start(listener: TcpListener, era: Era) -> Self {
        let hold = Hold::default();
        let listener = listener.into_std().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let toolkit = hold.toolkit();
        runtime.spawn(async move {
            let _own = Own::on(TcpListener::from_std(listener).unwrap(), toolkit, era);
            std::future::pending::<()>().await;
        });
        Self { hold, runtime: Some(runtime) }
    }

    /// Takes its connections with it.
    fn dies(self) {}
}

impl Drop for Process {
    fn drop(&mut self) {
        self.runtime.take().unwrap().shutdown_background();
    }
}

/// A session was begun anew without a word, and the tools that it offers were not read again.
#[tokio::test]
async fn a_session_that_is_forgotten_is_begun_anew() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    let forgets = Arc::new(AtomicBool::new(false));
    let forgotten = Arc::clone(&forgets);
    let rude = Rude::start(move |asked, mut stream| {
        if asked.method() == "initialize" {
            forgotten.store(false, Ordering::Relaxed);
        }
        let answer = if forgotten.load(Ordering::Relaxed) {
            response("404 Not Found", &[], "no such session")
        } else {
            asked.polite(Era::Sessions)
        };
        async move {
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    })
    .await;
    let (far, toolkit) = tools(rude.url()).await;
    echo(&toolkit).await.unwrap();
    let mut changes = far.status_changes();
    forgets.store(true, Ordering::Relaxed);
    let error = echo(&toolkit).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unavailable, "{error}");
    let status = timeout(LONG, changes.next()).await.expect("it is not noticed").unwrap();
    let ServerState::Lost { why, .. } = status.state else { panic!("{status:?}") };
    insta::assert_snapshot!(why, @"the server is gone: it does not know the session any more");
    until_back(&toolkit).await;
    assert_eq!(rude.seen("tools/list").len(), 2);
    assert_eq!(far.status().connections, 2);
}

#[tokio::test]
async fn the_variable_is_read_at_each_connect() {
    let rude = Rude::with(Era::Sessions, "", |_| String::new()).await;
    let server = rude.url().bearer_env("CARGO_PKG_NAME");
    for _ in 0..2 {
        McpToolCollection::builder("far", server.clone()).connect().await.unwrap();
    }
    for asked in rude.seen("initialize") {
        assert_eq!(asked.header("authorization"), Some("Bearer rulebook-mcp"));
    }
}
