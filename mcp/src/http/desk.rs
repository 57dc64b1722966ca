//! What all requests share: limits, sessions, and whether any are taken.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rulebook::Session;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::options::HttpOptions;
use super::sessions::{InUse, Sessions};
use crate::handler::Handler;
use crate::limit::CallLimit;
use crate::over::Over;
use crate::served::Served;

/// How long sessions have to end once nothing of them is awaited.
const ENDING: Duration = Duration::from_secs(3);
/// How long calls that are given up have to say so.
const TELLING: Duration = Duration::from_secs(1);

/// What all requests share.
pub(super) struct Desk {
    pub(super) protocol: StreamableHttpService<Handler, LocalSessionManager>,
    pub(super) sessions: Arc<Sessions>,
    pub(super) calls: CallLimit,
    pub(super) most_bytes: usize,
    pub(super) request_time: Duration,
    streams: Arc<Semaphore>,
    /// Requests that a shutdown waits for.
    in_flight: TaskTracker,
    is_closing: AtomicBool,
    /// Ends calls.
    given_up: CancellationToken,
    /// Ends streams and sessions.
    over: CancellationToken,
}

impl Desk {
    pub(super) fn new(served: &Arc<Served>, options: &HttpOptions) -> Self {
        let (given_up, over) = (CancellationToken::new(), CancellationToken::new());
        let sessions = Sessions::new(options, &served.metrics, &given_up);
        // The gate and the desk check hosts, origins and sizes, on every path alike.
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .disable_allowed_origins()
            .with_max_request_body_bytes(usize::MAX)
            .with_json_response(true)
            .with_sse_keep_alive(Some(options.keep_alive))
            .with_cancellation_token(over.clone());
        let served = Arc::clone(served);
        let handler = move || Ok(Handler::new(Arc::clone(&served), Session::new()));
        Self {
            protocol: StreamableHttpService::new(handler, Arc::clone(&sessions.manager), config),
            sessions: Arc::new(sessions),
            calls: CallLimit::new(options.max_calls),
            most_bytes: options.max_body_bytes,
            request_time: options.request_time,
            streams: Arc::new(Semaphore::new(options.max_streams.min(Semaphore::MAX_PERMITS))),
            in_flight: TaskTracker::new(),
            is_closing: AtomicBool::new(false),
            given_up,
            over,
        }
    }

    /// Room for one more stream.
    pub(super) fn stream(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.streams).try_acquire_owned().ok()
    }

    pub(super) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::SeqCst)
    }

    /// Something that a shutdown waits for until it is dropped. Ask
    /// [`is_closing`](Self::is_closing) after this, not before.
    pub(super) fn awaited(&self) -> TaskTrackerToken {
        self.in_flight.token()
    }

    /// Ends calls, of a session or on their own, when it is time.
    pub(super) fn over(&self, session: Option<&InUse>) -> Over {
        Over(session.map_or_else(|| self.given_up.clone(), InUse::over))
    }

    /// Gives up calls in flight, now or when they come.
    pub(super) fn give_up(&self) {
        self.given_up.cancel();
    }

    /// Takes no more requests, lets those in flight finish, and ends all sessions.
    pub(super) async fn close(&self, grace: Duration) {
        self.is_closing.store(true, Ordering::SeqCst);
        self.in_flight.close();
        let finished = tokio::select! {
            waited = timeout(grace, self.in_flight.wait()) => waited.is_ok(),
            () = self.given_up.cancelled() => false,
        };
        if !finished {
            let calls = self.in_flight.len();
            tracing::warn!(calls, "calls that did not finish in the time of grace are given up");
            self.give_up();
            let _ = timeout(TELLING, self.in_flight.wait()).await;
        }
        self.over.cancel();
        self.sessions.end();
        let over = async {
            while !self.sessions.are_over().await {
                sleep(Duration::from_millis(5)).await;
            }
        };
        if timeout(ENDING, over).await.is_err() {
            tracing::warn!("sessions did not end, and are left behind");
        }
    }
}
