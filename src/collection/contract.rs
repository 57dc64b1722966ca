//! What a collection of tools is.

use std::borrow::Cow;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;

use super::notice::ChangeNotice;
use crate::error::ToolError;
use crate::session::Session;
use crate::tool::Tool;

/// The future of a collection's live context: text, where there is anything to say.
pub type ContextFuture = Pin<Box<dyn Future<Output = Result<Option<String>, ToolError>> + Send>>;

/// Tools with their standing instructions and constraints, and their live context.
///
/// A [`ToolSet`](crate::ToolSet) is one, and so is a Rust type whose `impl` block is
/// marked `#[tool_collection]`:
///
/// ```
/// # #[cfg(feature = "macros")] {
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// use std::sync::Arc;
///
/// use rulebook::{ToolCall, ToolCollection, tool_collection};
///
/// struct Orders(Vec<String>);
///
/// #[tool_collection]
/// #[instruction("Order numbers look like A-1234.")]
/// impl Orders {
///     /// Says whether there is an order.
///     #[tool(kind = "read")]
///     fn is_there(&self, order: String) -> bool {
///         self.0.contains(&order)
///     }
/// }
///
/// let orders = Arc::new(Orders(vec!["A-1234".to_owned()]));
/// assert_eq!(orders.name(), "orders");
/// assert_eq!(orders.instructions(), ["Order numbers look like A-1234."]);
///
/// let call = ToolCall::from_json(serde_json::json!({ "order": "A-1234" }))?;
/// assert_eq!(orders.tools()[0].call(call).await?.value, true);
/// # Ok::<(), rulebook::ToolError>(()) }).unwrap();
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection of tools",
    label = "no collection of tools",
    note = "write `#[tool_collection]` above an `impl {Self}` block whose methods are tools, or \
            put one together with `Collection::builder`"
)]
pub trait ToolCollection: Send + Sync + 'static {
    /// Its name, which is unique in a toolkit: state of a session is kept by it.
    fn name(&self) -> Cow<'_, str>;

    /// The tools as they are now, always in the same order.
    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>>;

    /// What the model is told to do, line by line.
    fn instructions(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the model is told never to do, line by line.
    fn constraints(&self) -> Vec<String> {
        Vec::new()
    }

    /// What holds now and the model should know, asked before each call of it. The
    /// session is as this collection sees it. What its [`parts`](Self::parts) say is
    /// asked of them.
    fn context(self: Arc<Self>, session: Session) -> ContextFuture {
        drop(session);
        Box::pin(ready(Ok(None)))
    }

    /// The collections that it is made of. Their tools and lines are among its own;
    /// their contexts are not, so that one that fails takes no other with it.
    fn parts(&self) -> Vec<Arc<dyn ToolCollection>> {
        Vec::new()
    }

    /// What tells when the tools or the standing lines become others; nothing when
    /// they never do.
    fn changes(&self) -> Option<ChangeNotice> {
        None
    }
}

impl<C: ToolCollection + ?Sized> ToolCollection for Arc<C> {
    fn name(&self) -> Cow<'_, str> {
        (**self).name()
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        Self::clone(&self).tools()
    }

    fn instructions(&self) -> Vec<String> {
        (**self).instructions()
    }

    fn constraints(&self) -> Vec<String> {
        (**self).constraints()
    }

    fn context(self: Arc<Self>, session: Session) -> ContextFuture {
        Self::clone(&self).context(session)
    }

    fn parts(&self) -> Vec<Arc<dyn ToolCollection>> {
        (**self).parts()
    }

    fn changes(&self) -> Option<ChangeNotice> {
        (**self).changes()
    }
}
