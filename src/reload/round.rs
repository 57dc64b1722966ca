//! One look at the files, and what follows from it: a load, a swap, what is told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::board::Board;
use super::change::{Change, Compared};
use super::event::{Event, Failed, Loaded, Status};
use super::inbox::Message;
use super::look::{self, Look};
use super::lost::{Lost, Search};
use super::options::LiveOptions;
use super::watching::Watching;
use crate::error::LoadError;
use crate::script::Answer;
use crate::source::Source;
use crate::toolset::{Attempt, Loader, Next, Read, ToolSet};

/// How often files are loaded that are others each time when that is done.
const MOST_LOADS: u32 = 3;

/// Looks, loads and swaps, again and again.
pub(super) struct Rounds {
    loader: Loader,
    limit: u64,
    board: Arc<Board>,
    tell: UnboundedSender<Message>,
    watching: Watching,
    /// What the last load has read, good or not. None has nothing to compare with.
    last: Option<Read>,
    good: Option<Good>,
    status: Status,
}

/// The generation that serves, and what it has read.
struct Good {
    set: ToolSet,
    read: Read,
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
        let watching = Watching::start(options.events, &tell);
        let (limit, status) = (options.load.source_bytes(), Status::default());
        Self { loader, limit, board, tell, watching, last: None, good: None, status }
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
            (None, None) => Err(LoadError::new(Vec::new())),
        }
    }

    /// Has the files taken as they are now. Those that look half saved are not, up
    /// to a time.
    pub(super) async fn round(&mut self, hold_until: Option<Instant>) -> Outcome {
        match self.take(hold_until).await {
            Ok(outcome) => outcome,
            Err(error) => {
                self.last = None;
                let known = self.status.failed.as_ref().map(|failed| failed.error.to_string());
                // The files are tried again and again; that is told once.
                if known.is_none_or(|known| known != error.to_string()) {
                    let lost = Lost::as_before(&self.status.lost);
                    self.fail(error, Duration::ZERO, lost);
                }
                Outcome::Settled
            }
        }
    }

    async fn take(&mut self, hold_until: Option<Instant>) -> Result<Outcome, LoadError> {
        let may_hold = || hold_until.is_some_and(|until| Instant::now() < until);
        self.watch(None, true).await?;
        match self.look().await? {
            Look::Same => return Ok(Outcome::Settled),
            Look::HalfSaved if may_hold() => return Ok(Outcome::HalfSaved),
            Look::HalfSaved | Look::Different => {}
        }
        let mut loads = 0;
        let (attempt, took, outdated) = loop {
            let began = Instant::now();
            let attempt = self.loader.load(self.next()).await;
            let took = began.elapsed();
            self.watch(Some(&attempt.read), false).await?;
            // What was saved before it was watched is told by nobody.
            let outdated = self.look_at(&attempt.read).await? != Look::Same;
            if may_hold() && (outdated || self.was_half_saved(&attempt.read)) {
                return Ok(Outcome::HalfSaved);
            }
            loads += 1;
            // What was read of two states of the files belongs to neither.
            if !outdated || loads == MOST_LOADS {
                break (attempt, took, outdated);
            }
        };
        let lost = self.lost(&attempt).await?;
        let Attempt { result, read } = attempt;
        match result {
            Ok(set) => {
                let change = self.change(&set, &read).await?;
                self.last = Some(read.clone());
                self.serve(Good { set, read }, change, took, lost);
            }
            // It is not about the files, so it may be over without a change of them.
            Err(error) if look::is_unread(&read) => return Err(error),
            Err(error) => {
                self.last = Some(read);
                self.fail(error, took, lost);
            }
        }
        Ok(if outdated { Outcome::Outdated } else { Outcome::Settled })
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
            // As above.
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
        let (place, limit, read) = (self.loader.place().clone(), self.limit, read.clone());
        self.loader.beside(move || look::look(&place, limit, &read)).await
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

    async fn lost(&self, attempt: &Attempt) -> Result<Lost, LoadError> {
        let good = self.good.as_ref().map(|good| good.read.clone());
        let (read, loads) = (attempt.read.clone(), attempt.result.is_ok());
        let (place, limit, before) =
            (self.loader.place().clone(), self.limit, self.status.lost.clone());
        let search = move || {
            let search = Search { place: &place, limit, good: good.as_ref() };
            search.lost(&before, &read, loads)
        };
        self.loader.beside(search).await
    }

    /// What is different from the generation that serves.
    async fn change(&self, set: &ToolSet, read: &Read) -> Result<Change, LoadError> {
        let before = self.good.as_ref().map(|good| compared(&good.set, &good.read));
        let after = compared(set, read);
        // Reading signatures recurses as deep as types nest.
        self.loader.beside(move || Change::between(before.as_ref(), &after)).await
    }

    fn serve(&mut self, good: Good, change: Change, took: Duration, lost: Lost) {
        let (generation, tools) = (good.set.generation(), good.set.specs().len());
        self.board.serve(good.set.clone());
        self.good = Some(good);
        let loaded = Arc::new(Loaded { generation, tools, change, took });
        self.status.loaded = Some(Arc::clone(&loaded));
        self.status.failed = None;
        self.tell(lost, Event::Loaded(loaded));
    }

    fn fail(&mut self, error: LoadError, took: Duration, lost: Lost) {
        let serving = self.good.as_ref().map(|good| good.set.generation());
        let failed = Arc::new(Failed { error, serving, took });
        self.status.failed = Some(Arc::clone(&failed));
        self.tell(lost, Event::Failed(failed));
    }

    fn tell(&mut self, lost: Lost, last: Event) {
        let Lost { now, newly, found } = lost;
        let newly = newly.into_iter().map(|path| Event::Lost { path });
        let found = found.into_iter().map(|path| Event::Found { path });
        let events = newly.chain(found).chain([last]).collect();
        self.status.lost = now;
        self.board.tell(events, self.status.clone());
    }
}

impl Good {
    /// The files that its scripts have imported, calls included.
    fn imported(&self) -> BTreeSet<String> {
        let mut files = look::files(&self.read);
        for source in self.set.specs().iter().filter_map(|spec| spec.source.as_ref()) {
            files.remove(&source.manifest);
            files.remove(&source.script);
        }
        files
    }
}

fn compared(set: &ToolSet, read: &Read) -> Compared {
    let source = |(name, answer): (String, Answer)| {
        // A call that comes to a file that could not be read fails, until it can be.
        let source = answer.map(|file| file.source).unwrap_or_else(|error| {
            Source::new(name.as_str(), format!("throw {:?};", (error.code, error.message)))
        });
        (name, source)
    };
    let files: BTreeMap<_, _> = look::by_names(read).into_iter().map(source).collect();
    Compared { specs: set.specs().to_vec(), files }
}
