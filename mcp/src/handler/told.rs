//! What a client is told while its call runs: notifications, in order and in bounds.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ProgressToken, ServerNotification};
use rmcp::service::Peer;
use rulebook::Progress;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until, timeout};

use super::progress::Steps;

/// How many notifications may wait for a client that reads slowly.
#[cfg(feature = "log")]
const WAITING: usize = 256;

/// How long the answer waits for what was told before it.
const FLUSH: Duration = Duration::from_secs(5);

/// What a client is told while its call runs.
pub(super) struct Told {
    queue: Mutex<Queue>,
    news: Notify,
}

struct Queue {
    messages: VecDeque<ServerNotification>,
    /// How many messages had no place.
    left_out: u64,
    steps: Option<Steps>,
    ended: bool,
}

impl Told {
    /// For a call of a tool, with the token of its progress where the client asked for it.
    pub(super) fn new(tool: &str, token: Option<ProgressToken>) -> Self {
        let steps = token.map(|token| Steps::new(tool, token, Instant::now()));
        let queue = Queue { messages: VecDeque::new(), left_out: 0, steps, ended: false };
        Self { queue: Mutex::new(queue), news: Notify::new() }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tool is so far.
    pub(super) fn progress(&self, progress: Progress) {
        let mut queue = self.queue();
        if queue.ended {
            return;
        }
        if let Some(steps) = &mut queue.steps {
            steps.take(progress);
        }
        drop(queue);
        self.news.notify_one();
    }

    /// A message for the client, if there is room for it.
    #[cfg(feature = "log")]
    pub(super) fn message(&self, message: impl Into<ServerNotification>) {
        let mut queue = self.queue();
        if queue.ended {
            return;
        }
        if queue.messages.len() < WAITING {
            queue.messages.push_back(message.into());
        } else {
            queue.left_out = queue.left_out.saturating_add(1);
        }
        drop(queue);
        self.news.notify_one();
    }

    /// Runs a call, and tells the client what there is to tell. All of it is told before
    /// this ends, and nothing after.
    pub(super) async fn during<F: Future>(&self, peer: &Peer<RoleServer>, call: F) -> F::Output {
        let (mut call, mut telling) = (pin!(call), pin!(self.tell(peer)));
        let output = tokio::select! {
            biased;
            output = &mut call => output,
            // The client is gone.
            () = &mut telling => return call.await,
        };
        self.queue().ended = true;
        self.news.notify_one();
        // A client that does not read gets its answer when it does, without these.
        let _ = timeout(FLUSH, telling).await;
        output
    }

    /// Sends one notification after the other, until the call has ended.
    async fn tell(&self, peer: &Peer<RoleServer>) {
        loop {
            let next = self.queue().next(Instant::now());
            match next {
                Next::Send(notification) => {
                    if peer.send_notification(*notification).await.is_err() {
                        return;
                    }
                }
                Next::Wait(None) => self.news.notified().await,
                Next::Wait(Some(until)) => {
                    tokio::select! {
                        () = self.news.notified() => {}
                        () = sleep_until(until) => {}
                    }
                }
                Next::End => return,
            }
        }
    }
}

enum Next {
    Send(Box<ServerNotification>),
    /// Until there is news, or a time.
    Wait(Option<Instant>),
    End,
}

impl Queue {
    fn next(&mut self, now: Instant) -> Next {
        if let Some(message) = self.messages.pop_front() {
            return Next::Send(Box::new(message));
        }
        if std::mem::take(&mut self.left_out) > 0 {
            tracing::debug!("a client reads so slowly that log messages were left out");
        }
        let Some(steps) = &mut self.steps else {
            return if self.ended { Next::End } else { Next::Wait(None) };
        };
        match steps.next(now, self.ended) {
            Ok(step) => Next::Send(Box::new(step.into())),
            Err(_) if self.ended => Next::End,
            Err(until) => Next::Wait(Some(until)),
        }
    }
}
