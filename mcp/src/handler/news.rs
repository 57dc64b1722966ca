//! Telling one client that the tools or the live context became others.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::{Peer, SubscriptionSink};
use rulebook::{Session, Toolkit};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::context;
use crate::changes::Count;
use crate::served::Served;

/// What has to be known to tell one client of changes.
#[derive(Clone)]
pub(super) struct News {
    toolkit: Toolkit,
    session: Session,
    /// How often the context is looked at without any other reason.
    interval: Duration,
    changes: watch::Receiver<Count>,
    /// What the client knows of them.
    tools: u64,
    /// Whether the client wants to know of the context.
    subscribed: Arc<watch::Sender<bool>>,
    /// How many calls of the session have ended.
    calls: Arc<watch::Sender<u64>>,
    /// The context as the client knows it.
    known: Arc<Mutex<Option<String>>>,
}

/// Where a client is told of changes.
pub(super) enum Outlet {
    /// To its session.
    Session(Peer<RoleServer>),
    /// In answer to a request that goes on.
    Listening(SubscriptionSink),
}

impl News {
    /// What changes from now on, for a session.
    pub(super) fn of(served: &Served, session: &Session) -> Self {
        let changes = served.changes.follow(&served.toolkit);
        let tools = changes.borrow().tools;
        Self {
            toolkit: served.toolkit.clone(),
            session: session.clone(),
            // Never without a pause.
            interval: served.context_interval.max(Duration::from_millis(1)),
            changes,
            tools,
            subscribed: Arc::default(),
            calls: Arc::default(),
            known: Arc::default(),
        }
    }

    /// The same, where the calls of another are those after which to look.
    pub(super) fn after_calls_of(mut self, other: &Self) -> Self {
        self.calls = Arc::clone(&other.calls);
        self
    }

    /// A call of the session has ended, which may have changed the context.
    pub(super) fn call_ended(&self) {
        self.calls.send_modify(|calls| *calls = calls.wrapping_add(1));
    }

    /// The context as it is now, which the client knows from now on.
    pub(super) async fn read(&self) -> String {
        let text = context::text(&self.toolkit, &self.session).await;
        self.learn(&text);
        text
    }

    /// From now on the client wants to know of the context, or no longer.
    pub(super) async fn subscribe(&self, subscribed: bool) {
        let knows = self.known.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if subscribed && !knows {
            self.read().await;
        }
        self.subscribed.send_replace(subscribed);
    }

    /// Whether a text is another than the client knows, which it does from now on.
    fn learn(&self, text: &str) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = known.as_deref() != Some(text);
        if is_new {
            *known = Some(text.to_owned());
        }
        is_new
    }

    /// Tells the client of each change, until it is gone.
    pub(super) async fn tell(self, outlet: Outlet) {
        let mut changes = self.changes.clone();
        let (mut subscribed, mut calls) = (self.subscribed.subscribe(), self.calls.subscribe());
        let mut tools = self.tools;
        loop {
            let looks = *subscribed.borrow_and_update();
            if looks
                && self.learn(&context::text(&self.toolkit, &self.session).await)
                && !outlet.context_updated().await
            {
                return;
            }
            tokio::select! {
                changed = changes.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    let now = changes.borrow_and_update().tools;
                    if now != tools && !outlet.tools_changed().await {
                        return;
                    }
                    tools = now;
                }
                _ = subscribed.changed() => {}
                _ = calls.changed(), if looks => {}
                () = tokio::time::sleep(self.interval), if looks => {}
            }
        }
    }
}

impl Outlet {
    /// Whether the client could be told.
    pub(super) async fn tools_changed(&self) -> bool {
        match self {
            Self::Session(peer) => peer.notify_tool_list_changed().await.is_ok(),
            Self::Listening(sink) if sink.accepted().tools_list_changed == Some(true) => {
                sink.notify_tool_list_changed().await.is_ok()
            }
            Self::Listening(_) => true,
        }
    }

    async fn context_updated(&self) -> bool {
        match self {
            Self::Session(peer) => {
                let updated = ResourceUpdatedNotificationParam::new(context::URI);
                peer.notify_resource_updated(updated).await.is_ok()
            }
            Self::Listening(sink) => sink.notify_resource_updated(context::URI).await.is_ok(),
        }
    }
}

/// A task that ends with whoever holds it.
#[derive(Default)]
pub(super) struct Teller(Mutex<Option<JoinHandle<()>>>);

impl Teller {
    /// Begins the task, in place of an earlier one.
    pub(super) fn begin(&self, task: impl Future<Output = ()> + Send + 'static) {
        let task = tokio::spawn(task);
        let before = self.0.lock().unwrap_or_else(PoisonError::into_inner).replace(task);
        if let Some(before) = before {
            before.abort();
        }
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        let task = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(task) = task.take() {
            task.abort();
        }
    }
}
