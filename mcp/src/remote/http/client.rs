//! The requests of one connection.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::stream::BoxStream;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue, USER_AGENT};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse as Answer,
};
use sse_stream::Sse;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use super::answer::{Asked, answered, fault_of, kind};
use super::fault::Fault;
use super::line::Line;
use super::replies::{Replies, VERSION};
use super::stream::Messages;
use super::tls;

type Fallible<T> = Result<T, StreamableHttpError<Fault>>;

/// How long the server may take to be reached.
const CONNECT: Duration = Duration::from_secs(8);
/// How long the server may take to say whether it speaks the revisions without sessions.
/// One that does not answer at all may know those with sessions alone.
const PROBE: Duration = Duration::from_secs(9);
/// How long a stream that has ended is left alone before it is asked for again.
const PAUSE: Duration = Duration::from_millis(250);
/// How long the server may take to hear that a session is over.
const GOODBYE: Duration = Duration::from_secs(2);
/// How long a connection is kept for the next request: shorter than servers keep it, so that
/// none is ended while a request is on its way.
const KEPT: Duration = Duration::from_secs(4);

const EITHER: &str = "application/json, text/event-stream";

/// Makes the requests of one connection.
#[derive(Clone)]
pub(super) struct HttpClient {
    http: Client,
    line: Arc<Line>,
    /// The server has given a stream of its own before.
    has_stream: Arc<AtomicBool>,
}

impl HttpClient {
    pub(super) async fn new(line: Arc<Line>) -> Result<Self, Fault> {
        let wanted = if line.url.scheme() == "https" { tls::platform } else { tls::none };
        // The platform keeps its part of it in files.
        let tls = spawn_blocking(wanted).await.map_err(|_| Fault::Closed)?;
        let tls = tls.map_err(|error| Fault::NoEncryption(error.to_string()))?;
        let http = Client::builder()
            .tls_backend_preconfigured(tls)
            .no_proxy()
            .redirect(Policy::none())
            .referer(false)
            .connect_timeout(CONNECT)
            .pool_idle_timeout(KEPT)
            .tcp_keepalive(Duration::from_secs(30))
            .build()
            .map_err(Fault::sending)?;
        Ok(Self { http, line, has_stream: Arc::default() })
    }

    fn request(
        &self,
        method: Method,
        session: Option<&str>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> RequestBuilder {
        let agent = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));
        let mut given = self.line.headers.clone();
        given.entry(USER_AGENT).or_insert(HeaderValue::from_static(agent));
        given.extend(headers);
        let request = self.http.request(method, self.line.url.clone()).headers(given);
        match session {
            Some(session) => request.header("mcp-session-id", session),
            None => request,
        }
    }

    /// What a future gives, unless the connection is over before.
    async fn held<T>(&self, future: impl Future<Output = Fallible<T>>) -> Fallible<T> {
        let given = tokio::select! {
            biased;
            () = self.line.over.cancelled() => Err(StreamableHttpError::Client(Fault::Closed)),
            given = future => given,
        };
        match &given {
            Err(StreamableHttpError::Client(Fault::Closed)) => {}
            Err(StreamableHttpError::Client(fault)) => self.line.note(fault),
            _ => {}
        }
        given
    }

    /// Sends a message, and reads what it is answered with.
    pub(super) async fn post(
        &self,
        message: &ClientJsonRpcMessage,
        session: Option<&str>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Fallible<Answer> {
        let asked = Asked::of(message, session.is_some());
        let replies = self.replies(session.map(Arc::from), &headers);
        let body = serde_json::to_vec(message)?;
        let request = self
            .request(Method::POST, session, headers)
            .header(ACCEPT, EITHER)
            .header(CONTENT_TYPE, "application/json")
            .body(body);
        let posted = async {
            let response = request.send().await.map_err(Fault::sending);
            let response = response.map_err(StreamableHttpError::Client)?;
            answered(&self.line, &asked, response, replies).await
        };
        if asked.is_probe { probed(&asked, posted).await } else { posted.await }
    }

    fn replies(
        &self,
        session: Option<Arc<str>>,
        headers: &HashMap<HeaderName, HeaderValue>,
    ) -> Replies {
        Replies { client: self.clone(), session, version: headers.get(&VERSION).cloned() }
    }

    async fn stream(
        &self,
        is_first: bool,
        request: RequestBuilder,
        replies: Replies,
    ) -> Fallible<BoxStream<'static, Result<Sse, SseError>>> {
        if !is_first {
            sleep(PAUSE).await;
        }
        let response = request.send().await.map_err(|error| {
            let fault = Fault::sending(error);
            if fault.is_unreached() {
                self.line.lose(&fault);
            }
            StreamableHttpError::Client(fault)
        })?;
        match response.status() {
            StatusCode::METHOD_NOT_ALLOWED => {
                return Err(StreamableHttpError::ServerDoesNotSupportSse);
            }
            // Servers without such streams may well say that there is nothing.
            StatusCode::NOT_FOUND if !self.has_stream.load(Ordering::Relaxed) => {
                return Err(StreamableHttpError::ServerDoesNotSupportSse);
            }
            StatusCode::NOT_FOUND => {
                self.line.lose(&Fault::Forgotten);
                return Err(StreamableHttpError::SessionExpired);
            }
            _ => {}
        }
        if let Some(fault) = fault_of(&self.line, &response) {
            return Err(StreamableHttpError::Client(fault));
        }
        if kind(&response).as_deref() != Some("text/event-stream") {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        self.has_stream.store(true, Ordering::Relaxed);
        let line = Arc::clone(&self.line);
        Ok(Messages { response, line, replies, asked: None }.stream())
    }
}

/// What the question is answered with whether the server speaks the revisions without
/// sessions. One that knows nothing of it may answer in any way, or not at all.
async fn probed(asked: &Asked, posted: impl Future<Output = Fallible<Answer>>) -> Fallible<Answer> {
    let fault = match timeout(PROBE, posted).await {
        Ok(Err(StreamableHttpError::Client(fault))) => fault,
        Ok(answer) => return answer,
        // It was reached, or it would have failed.
        Err(_) => Fault::Silent,
    };
    let is_final = match &fault {
        Fault::Status(status) => matches!(status.as_u16(), 401 | 403 | 407),
        Fault::Redirect(..) => true,
        fault => fault.is_unreached(),
    };
    match asked.refused(&fault) {
        Some(answer) if !is_final => Ok(answer),
        _ => Err(StreamableHttpError::Client(fault)),
    }
}

impl StreamableHttpClient for HttpClient {
    type Error = Fault;

    async fn post_message(
        &self,
        _uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        _token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Fallible<Answer> {
        self.held(self.post(&message, session.as_deref(), headers)).await
    }

    async fn delete_session(
        &self,
        _uri: Arc<str>,
        session: Arc<str>,
        _token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Fallible<()> {
        let request = self.request(Method::DELETE, Some(&session), headers).timeout(GOODBYE);
        let said = async {
            let response = request.send().await.map_err(Fault::sending);
            response.map(drop).map_err(StreamableHttpError::Client)
        };
        self.held(said).await
    }

    async fn get_stream(
        &self,
        _uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        _token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Fallible<BoxStream<'static, Result<Sse, SseError>>> {
        let is_first = last.is_none() && !self.has_stream.load(Ordering::Relaxed);
        let replies = self.replies(session.clone(), &headers);
        let mut request = self
            .request(Method::GET, session.as_deref(), headers)
            .header(ACCEPT, "text/event-stream");
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        self.held(self.stream(is_first, request, replies)).await
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use rmcp::ErrorData;
    use rmcp::model::{
        ClientRequest, DiscoverRequest, DiscoverRequestParams, RequestId, ServerJsonRpcMessage,
    };

    use super::*;

    fn probe() -> Asked {
        let question = DiscoverRequest::new(DiscoverRequestParams {});
        let question = ClientRequest::DiscoverRequest(question);
        Asked::of(&ClientJsonRpcMessage::request(question, RequestId::Number(7)), false)
    }

    fn refusal(answer: Fallible<Answer>) -> Option<ErrorData> {
        match answer {
            Ok(Answer::Json(ServerJsonRpcMessage::Error(error), None)) => {
                assert_eq!(error.id, Some(RequestId::Number(7)));
                Some(error.error)
            }
            _ => None,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_knows_nothing_of_the_question_answers_in_any_way() {
        assert!(refusal(probed(&probe(), pending()).await).is_some());
        let status = |status| Fault::Status(StatusCode::from_u16(status).unwrap());
        let kind = || Some("text/html".to_owned());
        for (fault, is_refusal) in [
            (status(400), true),
            (status(404), true),
            (status(405), true),
            (status(500), true),
            (Fault::NoMcp(kind()), true),
            (Fault::Broken("reset".to_owned()), true),
            (status(401), false),
            (status(403), false),
            (Fault::Redirect(StatusCode::FOUND, None), false),
            (Fault::NothingListens, false),
            (Fault::NoSuchName, false),
            (Fault::NotTrusted(String::new()), false),
            (Fault::Late, false),
        ] {
            let failed = ready(Err(StreamableHttpError::Client(fault.clone())));
            let answer = probed(&probe(), failed).await;
            assert_eq!(refusal(answer).is_some(), is_refusal, "{fault:?}");
        }
    }
}
