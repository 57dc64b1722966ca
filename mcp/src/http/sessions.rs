//! The sessions of the older revisions: how many there are, and which are idle.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::transport::streamable_http_server::session::SessionManager;
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use tokio::time::{Instant, sleep};

use crate::metrics::{Metrics, Open};

/// The sessions that are open.
pub(super) struct Sessions {
    pub(super) manager: Arc<LocalSessionManager>,
    metrics: Metrics,
    most: usize,
    idle: Duration,
    /// Those that are about to begin.
    beginning: Arc<AtomicUsize>,
    known: Mutex<HashMap<String, Known>>,
    is_swept: AtomicBool,
}

struct Known {
    use_of: Arc<Use>,
    _open: Open,
}

/// What makes a session idle: nothing of it is open, and since when.
struct Use {
    open: AtomicUsize,
    since: Mutex<Instant>,
}

impl Sessions {
    pub(super) fn new(most: usize, idle: Duration, metrics: &Metrics) -> Self {
        let mut config = SessionConfig::default();
        // Its own measure counts an open stream on which nothing happens as idle.
        config.keep_alive = None;
        let mut manager = LocalSessionManager::default();
        manager.session_config = config;
        Self {
            manager: Arc::new(manager),
            metrics: metrics.clone(),
            most,
            idle,
            beginning: Arc::default(),
            known: Mutex::default(),
            is_swept: AtomicBool::new(false),
        }
    }

    /// Room for one more session, until this is dropped or it has begun.
    pub(super) async fn begin(&self) -> Option<Beginning> {
        let others = self.beginning.fetch_add(1, Ordering::SeqCst);
        let room = Beginning(Arc::clone(&self.beginning));
        let open = self.manager.sessions.read().await.len();
        (open.saturating_add(others) < self.most).then_some(room)
    }

    /// A session that has begun.
    pub(super) fn begun(self: &Arc<Self>, id: &str) {
        let use_of = Arc::new(Use { open: AtomicUsize::new(0), since: Mutex::new(Instant::now()) });
        let known = Known { use_of, _open: self.metrics.session() };
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
        let ids: Vec<(String, bool)> = {
            let known = self.known();
            known.iter().map(|(id, known)| (id.clone(), known.use_of.idles(self.idle))).collect()
        };
        for (id, idle) in ids {
            let session = id.as_str().into();
            let is_there = self.manager.has_session(&session).await.unwrap_or(false);
            if is_there && !idle {
                continue;
            }
            self.known().remove(&id);
            if let Err(error) = self.manager.close_session(&session).await {
                tracing::warn!("an idle session cannot be closed: {error}");
            }
        }
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

/// Room for a session that is about to begin.
pub(super) struct Beginning(Arc<AtomicUsize>);

impl Drop for Beginning {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Something of a session that is open: a request, a stream or a call.
pub(super) struct InUse(Arc<Use>);

impl InUse {
    fn new(use_of: &Arc<Use>) -> Self {
        use_of.open.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(use_of))
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
