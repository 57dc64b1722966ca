//! What a server is answered that asks something in a way that cannot be read.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use rmcp::ErrorData;
use rmcp::model::{ClientJsonRpcMessage, RequestId};
use tokio::time::timeout;

use super::client::HttpClient;

/// How long the server may take to hear of it.
const HEARD: Duration = Duration::from_secs(5);

/// Answers in a session.
pub(super) struct Replies {
    pub(super) client: HttpClient,
    pub(super) session: Option<Arc<str>>,
    /// The revision of the session.
    pub(super) version: Option<HeaderValue>,
}

/// The header of the revision.
pub(super) const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

impl Replies {
    /// Tells the server that its request cannot be read: it waits for an answer.
    pub(super) async fn refuse(&self, error: ErrorData, id: RequestId) {
        tracing::debug!("request `{id}` of the server is refused: {}", error.message);
        let headers: HashMap<_, _> =
            self.version.iter().map(|version| (VERSION, version.clone())).collect();
        let message = ClientJsonRpcMessage::error(error, Some(id));
        let told = self.client.post(&message, self.session.as_deref(), headers);
        if !matches!(timeout(HEARD, told).await, Ok(Ok(_))) {
            tracing::debug!("the server does not hear that its request is refused");
        }
    }
}
