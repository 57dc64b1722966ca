//! Servers that are reached over HTTP.

mod addresses;
mod both;
mod hostile;
mod lost;
mod refused;
mod tls;

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use rulebook::{CallOutcome, Session, ToolError, Toolkit};
use rulebook_mcp::http::HttpOptions;
use rulebook_mcp::{McpServer, McpToolCollection, ServerUrl};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::support::Era;

/// Our own server, which speaks the revisions of one era alone.
pub(crate) struct Own {
    pub(crate) url: String,
    running: JoinHandle<()>,
}

impl Own {
    pub(crate) async fn start(toolkit: Toolkit, era: Era) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self::on(listener, toolkit, era)
    }

    pub(crate) fn on(listener: TcpListener, toolkit: Toolkit, era: Era) -> Self {
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let service = McpServer::new(toolkit).http(HttpOptions::new()).unwrap();
        let router = service.router().layer(from_fn(move |request, next| only(era, request, next)));
        let running = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, running }
    }

    pub(crate) fn server(&self) -> ServerUrl {
        ServerUrl::new(&self.url)
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        self.running.abort();
    }
}

async fn only(era: Era, request: Request, next: Next) -> Response {
    let version = request.headers().get("mcp-protocol-version");
    let is_newest = version.is_some_and(|version| version == "2026-07-28");
    if is_newest && era == Era::Sessions {
        return (axum::http::StatusCode::BAD_REQUEST, "no such revision").into_response();
    }
    next.run(request).await
}

/// The tools of a server, in a toolkit of their own.
async fn tools(server: ServerUrl) -> (McpToolCollection, Toolkit) {
    let tools = McpToolCollection::builder("far", server).connect().await.unwrap();
    let toolkit = Toolkit::builder().collection(tools.clone()).build().unwrap();
    (tools, toolkit)
}

async fn call(toolkit: &Toolkit, tool: &str, given: Value) -> Result<Value, ToolError> {
    match toolkit.call(tool, given, &Session::new()).await? {
        CallOutcome::Done(output) => Ok(output.value),
        other => panic!("{other:?}"),
    }
}

async fn echo(toolkit: &Toolkit) -> Result<Value, ToolError> {
    call(toolkit, "echo", json!({ "n": 1 })).await
}
