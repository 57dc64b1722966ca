//! The thread that follows the files: waits until changes have settled, and has
//! them taken.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::sleep_until;

use super::board::Board;
use super::gathering::Patience;
use super::inbox::{Inbox, Message};
use super::options::LiveOptions;
use super::round::{Outcome, Rounds};
use crate::toolset::Loader;

/// How often the files are looked at when the system tells of changes, and nobody
/// says how often.
const TOLD: Duration = Duration::from_secs(2);

/// The same when it does not tell of them.
const UNTOLD: Duration = Duration::from_millis(250);

/// How long a load goes on that something newer waits for. After each that is given
/// up the next has twice as long, so that constant changes do not end every load.
const GIVEN_UP_AFTER: Duration = Duration::from_secs(2);

/// A time that does not come.
const FAR_AWAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Follows the files of one tool set.
pub(super) struct Follower {
    rounds: Rounds,
    inbox: Inbox,
    messages: UnboundedReceiver<Message>,
    poll: Option<Duration>,
    given_up: u32,
}

impl Follower {
    pub(super) fn new(
        options: &LiveOptions,
        loader: Loader,
        board: Arc<Board>,
        tell: UnboundedSender<Message>,
        messages: UnboundedReceiver<Message>,
    ) -> Self {
        let patience = Patience { quiet: options.quiet, longest: options.longest };
        let rounds = Rounds::new(options, loader, board, tell);
        let inbox = Inbox::new(patience);
        Self { rounds, inbox, messages, poll: options.poll, given_up: 0 }
    }

    /// Follows the files until it is told to end.
    pub(super) fn run(mut self) {
        match runtime::Builder::new_current_thread().enable_time().build() {
            Ok(runtime) => runtime.block_on(self.follow()),
            // Whoever waits for a first load is told so by the end of the channel.
            Err(error) => tracing::error!("the files are not followed: {error}"),
        }
    }

    async fn follow(&mut self) {
        while !self.inbox.ended {
            let usual = if self.rounds.is_told() { TOLD } else { UNTOLD };
            let poll = Instant::now() + self.poll.unwrap_or(usual);
            self.wait(poll).await;
            let now = Instant::now();
            if !self.inbox.waiting.is_empty() {
                self.take_now(now).await;
            } else if std::mem::take(&mut self.inbox.asked) {
                self.glance(true).await;
            } else if self.inbox.settled().is_some_and(|due| due <= now) {
                self.take_settled(now).await;
            } else if poll <= now && !self.inbox.ended {
                self.glance(false).await;
            }
        }
    }

    /// Waits until there is something to do.
    async fn wait(&mut self, poll: Instant) {
        loop {
            let until = self.inbox.due().map_or(poll, |due| due.min(poll));
            if until <= Instant::now() {
                return;
            }
            tokio::select! {
                biased;
                message = self.messages.recv() => self.inbox.note(message),
                () = sleep_until(until.into()) => {}
            }
        }
    }

    /// Takes the files as they are, and tells those who wait for it.
    async fn take_now(&mut self, now: Instant) {
        self.inbox.take();
        let waiting = std::mem::take(&mut self.inbox.waiting);
        if let Some(outcome) = self.round(None, now).await {
            if matches!(outcome, Outcome::Outdated) {
                self.inbox.gathering.note(Instant::now());
            }
            for reply in waiting {
                // Who does not wait any more does not have to know.
                let _ = reply.send(self.rounds.serving());
            }
        } else {
            self.inbox.waiting.extend(waiting);
        }
    }

    /// Takes the files when they have changed, and do not look half saved.
    async fn take_settled(&mut self, now: Instant) {
        let Some(taken) = self.inbox.take() else { return };
        let hold_until = self.inbox.gathering.hold_until(taken);
        match self.round(Some(hold_until), now).await {
            Some(Outcome::HalfSaved) => self.inbox.gathering.hold(taken, Instant::now()),
            Some(Outcome::Outdated) => self.inbox.gathering.note(Instant::now()),
            Some(Outcome::Settled) | None => {}
        }
    }

    /// Has a round done; nothing comes of it when something newer could not wait.
    async fn round(&mut self, hold_until: Option<Instant>, now: Instant) -> Option<Outcome> {
        let patience = GIVEN_UP_AFTER.saturating_mul(2_u32.saturating_pow(self.given_up.min(16)));
        let Self { rounds, inbox, messages, .. } = self;
        let round = rounds.round(hold_until);
        let outcome = attend(inbox, messages, Some(now + patience), round).await;
        self.given_up = if outcome.is_some() { 0 } else { self.given_up.saturating_add(1) };
        outcome
    }

    /// Looks whether the files have changed without a word.
    async fn glance(&mut self, asked: bool) {
        let Self { rounds, inbox, messages, .. } = self;
        let glance = async { if asked { rounds.widen().await } else { rounds.glance().await } };
        if attend(inbox, messages, None, glance).await == Some(true) {
            inbox.gathering.note(Instant::now());
        }
    }
}

/// Does something while messages are taken note of. It is given up when nobody wants
/// the files followed any more, or, from a time on, when newer changes have settled.
async fn attend<T>(
    inbox: &mut Inbox,
    messages: &mut UnboundedReceiver<Message>,
    give_up_from: Option<Instant>,
    work: impl Future<Output = T>,
) -> Option<T> {
    let mut work = pin!(work);
    while !inbox.ended {
        let newer = inbox.settled().zip(give_up_from).map(|(newer, from)| newer.max(from));
        let wake = newer.unwrap_or_else(|| Instant::now() + FAR_AWAY);
        if wake <= Instant::now() {
            break;
        }
        tokio::select! {
            biased;
            done = &mut work => return Some(done),
            message = messages.recv() => inbox.note(message),
            () = sleep_until(wake.into()) => {}
        }
    }
    None
}
