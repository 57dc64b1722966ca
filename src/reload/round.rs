//! One look at the files, and what follows from it: a load, a swap, what is told.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::board::Board;
use super::change::Change;
use super::event::{Event, Failed, Loaded, Status};
use super::good::Good;
use super::inbox::Message;
use super::look::{self, Look};
use super::losses::{Latest, Losses};
use super::options::LiveOptions;
use super::watching::Watching;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::error::LoadError;
use crate::toolset::{Attempt, Loader, Next, Read};

/// How often files are loaded that are others each time when that is done.
const MOST_LOADS: u32 = 3;

/// The same for files that have gone on changing for as long as is waited.
const MOST_LATE_LOADS: u32 = 2;

/// Looks, loads and swaps, again and again.
pub(super) struct Rounds {
    loader: Loader,
    board: Arc<Board>,
    tell: UnboundedSender<Message>,
    watching: Watching,
    /// What the last load has read, good or not. None has nothing to compare with.
    last: Option<Read>,
    good: Option<Good>,
    status: Status,
}

/// What came of loading.
struct Load {
    attempt: Attempt,
    took: Duration,
    /// Whether the files are others already.
    outdated: bool,
}

/// What came of a round.
pub(super) enum Outcome {
    /// The files are what the last load has read.
    Settled,
    /// The files look as they do for a moment while they are saved.
    HalfSaved,
    /// The files were others again when they had been loaded.
    Outdated,
}

impl Rounds {
    pub(super) fn new(
        options: &LiveOptions,
        loader: Loader,
        board: Arc<Board>,
        tell: UnboundedSender<Message>,
    ) -> Self {
        let watching = Watching::new(options.events, &tell);
        let status = Status::default();
        Self { loader, board, tell, watching, last: None, good: None, status }
    }

    /// Whether the system tells of every change.
    pub(super) fn is_told(&self) -> bool {
        self.watching.is_told()
    }

    /// The number of the generation that serves, unless the files do not load.
    pub(super) fn serving(&self) -> Result<u64, LoadError> {
        match (&self.status.failed, &self.good) {
            (None, Some(good)) => Ok(good.set.generation()),
            (Some(failed), _) => Err(failed.error.clone()),
            (None, None) => {
                let problem = Diagnostic::new(Code::LoadFailed, "nothing has loaded yet");
                Err(LoadError::new(vec![problem]))
            }
        }
    }

    /// Has the files taken as they are now. Those that look half saved are not, up
    /// to a time.
    pub(super) async fn round(&mut self, hold_until: Option<Instant>) -> Outcome {
        match self.take(hold_until).await {
            Ok(outcome) => outcome,
            Err(error) => {
                self.last = None;
                // The files are tried again and again; that is told once.
                if !self.is_told_of(&error) {
                    let lost = self.status.lost.iter().cloned().collect();
                    self.fail(error, Duration::ZERO, Losses { lost, ..Losses::default() });
                }
                Outcome::Settled
            }
        }
    }

    /// Whether a failure is the one that listeners know of.
    fn is_told_of(&self, error: &LoadError) -> bool {
        let known = self.status.failed.as_ref().map(|failed| failed.error.to_string());
        known.is_some_and(|known| known == error.to_string())
    }

    async fn take(&mut self, hold_until: Option<Instant>) -> Result<Outcome, LoadError> {
        let mut again = false;
        self.watch(None, true).await?;
        match self.look().await? {
            // Whoever asks for it has it tried again: what a start-up needs from the
            // host may be there now.
            Look::Same if hold_until.is_none() && self.status.failed.is_some() => again = true,
            Look::Same => return Ok(Outcome::Settled),
            Look::HalfSaved if is_ahead(hold_until) => return Ok(Outcome::HalfSaved),
            Look::HalfSaved | Look::Different => {}
        }
        let Some(Load { attempt, took, outdated }) = self.load(hold_until).await? else {
            return Ok(Outcome::HalfSaved);
        };
        let losses = self.losses(&attempt).await?;
        let Attempt { result, read } = attempt;
        match result {
            Ok(set) => {
                self.last = Some(read.clone());
                self.serve(Good { set, read }, took, losses);
            }
            // It is not about the files, so it may be over without a change of them.
            Err(error) if look::is_unread(&read) => return Err(error),
            Err(error) => {
                self.last = Some(read);
                if !(again && self.is_told_of(&error)) {
                    self.fail(error, took, losses);
                }
            }
        }
        Ok(if outdated { Outcome::Outdated } else { Outcome::Settled })
    }

    /// Loads the files, again when they were others by then: what was read of two
    /// states of them belongs to neither. Nothing, when they look half saved and may.
    async fn load(&mut self, hold_until: Option<Instant>) -> Result<Option<Load>, LoadError> {
        let most = if hold_until.is_some() { MOST_LATE_LOADS } else { MOST_LOADS };
        let mut loads = 0;
        loop {
            let began = Instant::now();
            let attempt = self.loader.load(self.next()).await;
            let took = began.elapsed();
            self.watch(Some(&attempt.read), false).await?;
            // What was saved before it was watched is told by nobody.
            let outdated = self.look_at(&attempt.read).await? != Look::Same;
            let half_saved = outdated || self.was_half_saved(&attempt.read);
            if half_saved && is_ahead(hold_until) {
                return Ok(None);
            }
            loads += 1;
            if !outdated || loads == most {
                return Ok(Some(Load { attempt, took, outdated }));
            }
        }
    }

    /// Watches what was newly asked for: whether anything has changed by then.
    pub(super) async fn widen(&mut self) -> bool {
        match self.watch(None, false).await {
            Ok(false) => false,
            Ok(true) | Err(_) => self.glance().await,
        }
    }

    /// Whether a load would read something else than the last one.
    pub(super) async fn glance(&mut self) -> bool {
        !matches!(self.look().await, Ok(Look::Same))
    }

    fn next(&self) -> Next {
        let generation = self.good.as_ref().map_or(1, |good| good.set.generation() + 1);
        let in_use = self.good.as_ref().map(Good::imported).unwrap_or_default();
        let tell = self.tell.clone();
        let notice = Box::new(move || {
            // When nobody listens any more, nobody has to know.
            let _ = tell.send(Message::Asked);
        });
        Next { generation, in_use, notice }
    }

    async fn look(&self) -> Result<Look, LoadError> {
        match &self.last {
            Some(read) => self.look_at(read).await,
            None => Ok(Look::Different),
        }
    }

    async fn look_at(&self, read: &Read) -> Result<Look, LoadError> {
        let (place, read) = (self.loader.place().clone(), read.clone());
        self.loader.beside(move || look::look(&place, &read)).await
    }

    /// Whether a load was done while files were saved, and one was gone or empty for
    /// as long as the load took.
    fn was_half_saved(&self, read: &Read) -> bool {
        self.last.as_ref().is_some_and(|last| look::is_half_saved(last, read))
    }

    /// Watches the way to every file that the last load, or a call since, asked for,
    /// and to those of one more load: whether any of it was not watched before.
    async fn watch(&mut self, also: Option<&Read>, anew: bool) -> Result<bool, LoadError> {
        let good = self.good.as_ref().map(|good| &good.read);
        let reads = self.last.as_ref().into_iter().chain(good).chain(also);
        let names = reads.flat_map(look::names).collect();
        self.watching.follow(&self.loader, names, anew).await
    }

    async fn losses(&self, attempt: &Attempt) -> Result<Losses, LoadError> {
        let good = self.good.as_ref().map(|good| good.read.clone());
        let before = self.status.lost.iter().cloned().collect();
        let place = self.loader.place().clone();
        let (read, loaded) = (attempt.read.clone(), attempt.result.is_ok());
        let losses = move || {
            let latest = Latest { read: &read, loaded };
            Losses::after(&latest, &place, good.as_ref(), &before)
        };
        self.loader.beside(losses).await
    }

    /// Has a generation serve, and tells what is different from the one before.
    fn serve(&mut self, good: Good, took: Duration, losses: Losses) {
        let (generation, tools) = (good.set.generation(), good.set.specs().len());
        self.board.serve(good.set.clone());
        let (before, after) = (self.good.as_ref().map(Good::compared), good.compared());
        self.good = Some(good);
        let (before, after) = (Arc::new(before), Arc::new(after));
        let change = {
            let (before, after) = (Arc::clone(&before), Arc::clone(&after));
            // Reading signatures recurses as deep as types nest. It is waited for: what
            // serves has to be told of, whatever comes next.
            self.loader.beside_and_wait(move || Change::between((*before).as_ref(), &after))
        };
        let change = change.unwrap_or_else(|| Change::unknown((*before).as_ref(), &after));
        let loaded = Arc::new(Loaded { generation, tools, change, took });
        self.status.loaded = Some(Arc::clone(&loaded));
        self.status.failed = None;
        self.tell(losses, Event::Loaded(loaded));
    }

    fn fail(&mut self, error: LoadError, took: Duration, losses: Losses) {
        let serving = self.good.as_ref().map(|good| good.set.generation());
        let failed = Arc::new(Failed { error, serving, took });
        self.status.failed = Some(Arc::clone(&failed));
        self.tell(losses, Event::Failed(failed));
    }

    fn tell(&mut self, losses: Losses, last: Event) {
        let Losses { lost, found } = losses;
        let lost: Vec<_> = lost.into_iter().collect();
        let new = lost.iter().filter(|path| !self.status.lost.contains(path)).cloned();
        let gone = new.map(|path| Event::Lost { path });
        let found = found.into_iter().map(|path| Event::Found { path });
        let events = gone.chain(found).chain([last]).collect();
        self.status.lost = lost;
        self.board.tell(events, self.status.clone());
    }
}

/// Whether a time is still to come.
fn is_ahead(time: Option<Instant>) -> bool {
    time.is_some_and(|time| Instant::now() < time)
}
