//! A tool set that follows its files.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::board::Board;
use super::event::{Events, Status};
use super::follower::Follower;
use super::handle::{self, Handle};
use super::inbox::Message;
use super::options::LiveOptions;
use super::tool::LiveTool;
use crate::code::Code;
use crate::collection::ChangeNotice;
use crate::diagnostic::Diagnostic;
use crate::dismantle::dismantle;
use crate::error::{LoadError, ToolError};
use crate::session::Session;
use crate::tool::Tool;
use crate::toolset::{Loader, ToolSet};

/// A tool set that follows its files: what is saved is loaded, and what loads
/// serves from then on.
///
/// A change is in as a whole or not at all: when the files do not load, the last
/// good generation goes on serving. Each call runs on one generation from its
/// begin to its end. Clones are one and the same tool set, and the files are
/// followed for as long as there is one of them, or one of its tools.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// use rulebook::ToolSet;
/// use serde_json::json;
///
/// let rules = ToolSet::options().root(".").live().load("manifests/returns.json").await?;
/// let tool = rules.tool("calculate_refund_amount").unwrap();
/// // Whatever is saved from now on, this tool is the latest of its name that loads.
/// assert_eq!(tool.spec().source.as_ref().unwrap().generation, 1);
/// assert_eq!(rules.status().loaded.as_ref().unwrap().tools, rules.tools().len());
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
#[derive(Clone)]
pub struct LiveToolSet(Arc<Handle>);

impl LiveOptions {
    /// Loads a manifest, and follows its files.
    ///
    /// # Errors
    /// Every problem of the manifest and of its scripts, at once; nothing is
    /// followed then.
    pub async fn load(&self, manifest: impl AsRef<Path>) -> Result<LiveToolSet, LoadError> {
        let (live, first) = start(self, manifest.as_ref()).await?;
        first.map(|_| live)
    }

    /// The same for a manifest that does not have to load, or to be there, yet:
    /// calls are `unavailable` until it does.
    ///
    /// # Errors
    /// When the system gives no thread to follow the files on.
    pub async fn watch(&self, manifest: impl AsRef<Path>) -> Result<LiveToolSet, LoadError> {
        let (live, first) = start(self, manifest.as_ref()).await?;
        match first {
            Err(error) if live.status().failed.is_none() => Err(error),
            Err(_) | Ok(_) => Ok(live),
        }
    }
}

impl LiveToolSet {
    /// Loads a manifest with the default options, and follows its files.
    ///
    /// # Errors
    /// Every problem of the manifest and of its scripts, at once.
    pub async fn load(manifest: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::options().load(manifest).await
    }

    /// Options to follow a manifest with. Those to load it with come before:
    /// `ToolSet::options().root("rules").live()`.
    #[must_use]
    pub fn options() -> LiveOptions {
        ToolSet::options().live()
    }

    /// The tools of the generation that serves, in the order of the manifest. They
    /// follow later generations by their names.
    #[must_use]
    pub fn tools(&self) -> Vec<Arc<dyn Tool>> {
        let Some(set) = self.current() else { return Vec::new() };
        let tool = |spec: &Arc<_>| LiveTool::new(Arc::clone(&self.0), Arc::clone(spec));
        set.specs().iter().map(|spec| Arc::new(tool(spec)) as Arc<dyn Tool>).collect()
    }

    /// The tool with a name, which follows later generations by it.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<Arc<dyn Tool>> {
        let spec = self.current()?.spec(name)?;
        Some(Arc::new(LiveTool::new(Arc::clone(&self.0), spec)))
    }

    /// Calls a tool of the generation that serves now by its name, with the members
    /// of a JSON object as arguments.
    ///
    /// # Errors
    /// [`ToolError`], whose code says what kind of failure it was: `unknown_tool` for
    /// a tool that is gone, `unavailable` when nothing has loaded yet.
    pub async fn call(&self, name: &str, arguments: Value) -> Result<Value, ToolError> {
        match self.current() {
            Some(set) => set.call(name, arguments).await,
            None => {
                dismantle(arguments);
                Err(handle::unavailable())
            }
        }
    }

    /// What the context function of the generation that serves says now of a session.
    ///
    /// # Errors
    /// As for any call.
    pub async fn context_in(&self, session: &Session) -> Result<Option<String>, ToolError> {
        self.current().ok_or_else(handle::unavailable)?.context_in(session).await
    }

    /// Its name, by which sessions keep the state of its scripts, whichever
    /// generation serves: [`LoadOptions::name`](crate::LoadOptions::name).
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// What the context function of the generation that serves says now.
    ///
    /// # Errors
    /// As for any call.
    pub async fn context(&self) -> Result<Option<String>, ToolError> {
        self.current().ok_or_else(handle::unavailable)?.context().await
    }

    /// The generation that serves now, which stays as it is: what is listed from it
    /// and called on it belongs together. None when nothing has loaded yet.
    #[must_use]
    pub fn current(&self) -> Option<ToolSet> {
        self.0.current()
    }

    /// What holds now.
    #[must_use]
    pub fn status(&self) -> Arc<Status> {
        self.0.status()
    }

    /// What holds now, and every event after it: nothing is lost in between.
    #[must_use]
    pub fn subscribe(&self) -> (Arc<Status>, Events) {
        self.0.subscribe()
    }

    /// A notice of each generation that serves from now on.
    pub(super) fn swaps(&self) -> ChangeNotice {
        self.0.swaps()
    }

    /// Looks at the files now, and loads them when they have changed: the number of
    /// the generation that serves then.
    ///
    /// # Errors
    /// Every problem of the files as they are, when they do not load. The last good
    /// generation goes on serving.
    pub async fn reload(&self) -> Result<u64, LoadError> {
        let (reply, replied) = oneshot::channel();
        let gone = || not_followed("the files are not followed any more");
        self.0.send(Message::Reload(reply)).ok_or_else(gone)?;
        replied.await.unwrap_or_else(|_| Err(gone()))
    }
}

/// Starts to follow a manifest; what came of its first load.
async fn start(
    options: &LiveOptions,
    manifest: &Path,
) -> Result<(LiveToolSet, Result<u64, LoadError>), LoadError> {
    let loader = Loader::start(options.load.clone(), manifest)?;
    let board = Arc::new(Board::new());
    let (tell, messages) = mpsc::unbounded_channel();
    let name = Arc::clone(loader.name());
    let live = LiveToolSet(Arc::new(Handle::new(name, Arc::clone(&board), tell.clone())));
    let follower = Follower::new(options, loader, board, tell, messages);
    let thread = thread::Builder::new().name("rulebook-reload".to_owned());
    thread.spawn(move || follower.run()).map_err(|error| {
        not_followed(&format!("the system gives no thread to follow the files on: {error}"))
    })?;
    let first = live.reload().await;
    Ok((live, first))
}

fn not_followed(message: &str) -> LoadError {
    LoadError::new(vec![Diagnostic::new(Code::LoadFailed, message)])
}

impl fmt::Debug for LiveToolSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LiveToolSet").field(&self.current()).finish()
    }
}
