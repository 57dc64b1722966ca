//! The sessions of the older revisions: how many there are, and which are idle.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::transport::streamable_http_server::session::SessionManager;
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::options::HttpOptions;
use crate::metrics::{Metrics, Open};

/// The sessions that are open.
pub(super) struct Sessions {
    pub(super) manager: Arc<LocalSessionManager>,
    metrics: Metrics,
    /// Ends the calls of all.
    over: CancellationToken,
    idle: Duration,
    /// For sessions that are open, and for those that are about to begin.
    room: Arc<Semaphore>,
    known: Mutex<HashMap<String, Known>>,
    is_swept: AtomicBool,
}

struct Known {
    use_of: Arc<Use>,
    _open: Open,
    _room: Room,
}

impl Drop for Known {
    fn drop(&mut self) {
        self.use_of.over.cancel();
    }
}

/// Room for one session.
pub(super) type Room = OwnedSemaphorePermit;

/// What makes a session idle: nothing of it is open, and since when.
struct Use {
    open: AtomicUsize,
    since: Mutex<Instant>,
    /// Ends its calls.
    over: CancellationToken,
}

impl Sessions {
    pub(super) fn new(options: &HttpOptions, metrics: &Metrics, over: &CancellationToken) -> Self {
        let mut config = SessionConfig::default();
        // Its own measure counts an open stream on which nothing happens as idle.
        config.keep_alive = None;
        let mut manager = LocalSessionManager::default();
        manager.session_config = config;
        Self {
            manager: Arc::new(manager),
            metrics: metrics.clone(),
            over: over.clone(),
            idle: options.session_idle,
            room: Arc::new(Semaphore::new(options.max_sessions.min(Semaphore::MAX_PERMITS))),
            known: Mutex::default(),
            is_swept: AtomicBool::new(false),
        }
    }

    /// Room for one more session.
    pub(super) fn begin(&self) -> Option<Room> {
        Arc::clone(&self.room).try_acquire_owned().ok()
    }

    /// A session that has begun, in the room that was made for it.
    pub(super) fn begun(self: &Arc<Self>, id: &str, room: Room) {
        let over = self.over.child_token();
        let since = Mutex::new(Instant::now());
        let use_of = Arc::new(Use { open: AtomicUsize::new(0), since, over });
        let known = Known { use_of, _open: self.metrics.session(), _room: room };
        self.known().insert(id.to_owned(), known);
        if !self.is_swept.swap(true, Ordering::SeqCst) {
            tokio::spawn(sweep(Arc::downgrade(self), self.idle / 8));
        }
    }

    /// A session that a client has ended.
    pub(super) fn ended(&self, id: &str) {
        self.known().remove(id);
    }

    /// Something of a session that is open, until it is dropped.
    pub(super) fn in_use(&self, id: &str) -> Option<InUse> {
        self.known().get(id).map(|known| InUse::new(&known.use_of))
    }

    /// All sessions end.
    pub(super) fn end(&self) {
        self.known().clear();
    }

    pub(super) async fn are_over(&self) -> bool {
        self.manager.sessions.read().await.is_empty()
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<String, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends sessions that have been idle for too long, and forgets those that are gone.
    async fn sweep(&self) {
        let ids: Vec<String> = self.known().keys().cloned().collect();
        for id in ids {
            let session = id.as_str().into();
            let is_there = self.manager.has_session(&session).await.unwrap_or(false);
            if !self.forget(&id, is_there) {
                continue;
            }
            if let Err(error) = self.manager.close_session(&session).await {
                tracing::warn!("an idle session cannot be closed: {error}");
            }
        }
    }

    /// Forgets a session that is gone or idle, so that nobody begins to use it meanwhile;
    /// whether it was.
    fn forget(&self, id: &str, is_there: bool) -> bool {
        let mut known = self.known();
        let idles = known.get(id).is_some_and(|known| known.use_of.idles(self.idle));
        (idles || !is_there) && known.remove(id).is_some()
    }
}

/// Looks for idle sessions for as long as there is anyone who could begin one.
async fn sweep(sessions: std::sync::Weak<Sessions>, every: Duration) {
    let every = every.clamp(Duration::from_millis(10), Duration::from_secs(60));
    loop {
        sleep(every).await;
        match sessions.upgrade() {
            Some(sessions) => sessions.sweep().await,
            None => return,
        }
    }
}

impl Use {
    fn idles(&self, most: Duration) -> bool {
        let since = *self.since.lock().unwrap_or_else(PoisonError::into_inner);
        self.open.load(Ordering::SeqCst) == 0 && since.elapsed() >= most
    }
}

/// Something of a session that is open: a request, a stream or a call.
pub(super) struct InUse(Arc<Use>);

impl InUse {
    fn new(use_of: &Arc<Use>) -> Self {
        use_of.open.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(use_of))
    }

    /// Ends the calls of the session.
    pub(super) fn over(&self) -> CancellationToken {
        self.0.over.clone()
    }
}

impl Clone for InUse {
    fn clone(&self) -> Self {
        Self::new(&self.0)
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        *self.0.since.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.0.open.fetch_sub(1, Ordering::SeqCst);
    }
}
