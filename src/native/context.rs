//! Methods of a Rust type that give live context.

use std::error::Error;
use std::future::Future;
use std::sync::Arc;
use std::thread;

use tokio::sync::oneshot;

use super::hanging;
use super::output::failed;
use crate::error::{ErrorCode, ToolError};
use crate::panics;
use crate::session::Session;

/// The outcome of asking for live context.
type Context = Result<Option<String>, ToolError>;

/// What a method can give as live context.
#[diagnostic::on_unimplemented(
    message = "a context gives text, and `{Self}` is none",
    label = "give `String`, `Option<String>`, or a `Result` of either"
)]
pub trait IntoContext {
    /// The text, where there is anything to say.
    ///
    /// # Errors
    /// When the method failed.
    fn into_context(self) -> Context;
}

impl IntoContext for String {
    fn into_context(self) -> Context {
        Ok(Some(self))
    }
}

impl IntoContext for Option<String> {
    fn into_context(self) -> Context {
        Ok(self)
    }
}

impl<T: IntoContext, E: Into<Box<dyn Error + Send + Sync>>> IntoContext for Result<T, E> {
    fn into_context(self) -> Context {
        self.map_err(failed)?.into_context()
    }
}

/// Runs a method on a thread of its own, so that whoever asks can give it up. It is
/// left to its thread then.
///
/// # Errors
/// What the method fails with; `unavailable` while too many threads are left to it.
pub async fn blocking_context<T: Send + Sync + 'static>(
    owner: Arc<T>,
    session: Session,
    run: fn(&T, &Session) -> Context,
) -> Context {
    let (asker, runner) = hanging::begin(Arc::as_ptr(&owner).addr())?;
    let (give, given) = oneshot::channel();
    let work = move || {
        let said = panics::contain(|| run(&owner, &session));
        // Before it is told, so that whoever was told can ask again.
        drop(runner);
        // Not before: until then no other owner has its address.
        panics::contain(|| drop((owner, session)));
        // Nobody may be waiting any more.
        let _ = give.send(said);
    };
    let thread = thread::Builder::new().name("rulebook-context".to_owned());
    if let Err(why) = thread.spawn(work) {
        let text = format!("no thread can be started for the context: {why}");
        return Err(ToolError::new(ErrorCode::Unavailable, text));
    }
    let said = given.await;
    drop(asker);
    said.ok().flatten().unwrap_or_else(panicked)
}

/// Waits for a method that waits itself.
pub async fn async_context<F>(run: impl FnOnce() -> F) -> Context
where
    F: Future<Output = Context>,
{
    panics::contained(run).await.unwrap_or_else(panicked)
}

fn panicked() -> Context {
    Err(ToolError::new(ErrorCode::ScriptFailed, panics::MESSAGE))
}
