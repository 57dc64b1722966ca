//! A server on loopback that speaks the two interfaces of OpenAI that agents use, each
//! whole and streamed, and answers as it is told to.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use rig_core::operation::Completion;
use rig_core::providers::openai::{OpenAI, OpenAIConfig};
use rig_core::{DynModel, Model};
use rig_reqwest::ReqwestClient;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::received::{Api, Received};
use super::sse;

/// The model that is asked for: one that reads images, as most do.
const MODEL: &str = "gpt-4.1";

/// One answer of the server.
#[derive(Clone, Debug)]
pub(crate) enum Says {
    Text(&'static str),
    /// Calls of tools: name, and arguments as text.
    Calls(Vec<(&'static str, String)>),
    /// An answer with this status and message.
    Fails(u16, &'static str),
}

impl Says {
    pub(crate) fn call(tool: &'static str, arguments: &Value) -> Self {
        Self::written(tool, &arguments.to_string())
    }

    pub(crate) fn written(tool: &'static str, arguments: &str) -> Self {
        Self::Calls(vec![(tool, arguments.to_owned())])
    }
}

pub(crate) struct Provider {
    url: String,
    log: Arc<Log>,
    server: JoinHandle<()>,
}

#[derive(Default)]
struct Log {
    script: Mutex<VecDeque<Says>>,
    received: Mutex<Vec<Received>>,
    calls: Mutex<u64>,
}

impl Provider {
    pub(crate) async fn serving(script: impl IntoIterator<Item = Says>) -> Self {
        let script = Mutex::new(script.into_iter().collect());
        let log = Arc::new(Log { script, ..Log::default() });
        let app = Router::new()
            .route("/v1/chat/completions", post(chat))
            .route("/v1/responses", post(responses))
            .with_state(Arc::clone(&log));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let server = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { url, log, server }
    }

    /// rig's own client of this server, for one of the interfaces.
    pub(crate) fn model(&self, api: Api, strict: bool) -> DynModel<Completion> {
        match api {
            Api::Chat => {
                let Model { wire, transport } = self.client().chat(MODEL);
                let wire = if strict { wire.with_strict_tools() } else { wire };
                Model::new(wire, transport).erase()
            }
            Api::Responses => {
                let Model { wire, transport } = self.client().responses(MODEL);
                let wire = if strict { wire.with_strict_tools() } else { wire };
                Model::new(wire, transport).erase()
            }
        }
    }

    /// The same for the interface that rig chooses.
    pub(crate) fn chosen(&self, strict: bool) -> DynModel<Completion> {
        let Model { wire, transport } = self.client().completion(MODEL);
        let wire = if strict { wire.with_strict_tools() } else { wire };
        Model::new(wire, transport).erase()
    }

    fn client(&self) -> OpenAI {
        // Plain HTTP, but a client is not made without these.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy();
        let http = http.tls_certs_only([]).build().unwrap();
        let config = OpenAIConfig::new("a key").with_base_url(&self.url);
        config.connect(ReqwestClient::from(http))
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Nothing is served any more.
    pub(crate) fn close(&self) {
        self.server.abort();
    }

    /// What came, in order.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.log.received.lock().unwrap().clone()
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Log {
    /// Keeps a request, and says what is answered.
    fn next(&self, api: Api, headers: &HeaderMap, body: String) -> Result<Answer, Box<Response>> {
        let streamed = serde_json::from_str::<Value>(&body)
            .is_ok_and(|body| body.get("stream") == Some(&Value::Bool(true)));
        let sent = headers.get(header::AUTHORIZATION);
        let authorization = sent.map_or("", |value| value.to_str().unwrap()).to_owned();
        let mut received = self.received.lock().unwrap();
        received.push(Received { api, authorization, body });
        let says = self.script.lock().unwrap().pop_front();
        let (text, calls) = match says {
            Some(Says::Text(text)) => (text, Vec::new()),
            Some(Says::Calls(calls)) => ("", calls),
            Some(Says::Fails(status, message)) => return Err(failure(status, message)),
            None => return Err(failure(400, "the script has no more turns")),
        };
        let mut last = self.calls.lock().unwrap();
        let calls = calls.into_iter().map(|(tool, arguments)| {
            *last += 1;
            (format!("call_{last}"), tool, arguments)
        });
        Ok(Answer { number: received.len(), streamed, text, calls: calls.collect() })
    }
}

fn failure(status: u16, message: &str) -> Box<Response> {
    let body = json!({ "error": { "message": message, "type": "invalid_request_error" } });
    let status = StatusCode::from_u16(status).unwrap();
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Box::new((status, kind, body.to_string()).into_response())
}

pub(crate) struct Answer {
    pub(crate) number: usize,
    pub(crate) streamed: bool,
    pub(crate) text: &'static str,
    /// Id, name, arguments.
    pub(crate) calls: Vec<(String, &'static str, String)>,
}

async fn chat(State(log): State<Arc<Log>>, headers: HeaderMap, body: String) -> Response {
    match log.next(Api::Chat, &headers, body) {
        Ok(answer) if answer.streamed => stream(sse::chat(&answer)),
        Ok(answer) => whole(&sse::whole_chat(&answer)),
        Err(response) => *response,
    }
}

async fn responses(State(log): State<Arc<Log>>, headers: HeaderMap, body: String) -> Response {
    match log.next(Api::Responses, &headers, body) {
        Ok(answer) if answer.streamed => stream(sse::responses(&answer)),
        Ok(answer) => whole(&sse::whole_response(&answer)),
        Err(response) => *response,
    }
}

fn whole(body: &Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

fn stream(events: String) -> Response {
    ([(header::CONTENT_TYPE, "text/event-stream")], events).into_response()
}
