//! Closures with arguments and results of Rust types as tools.

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::check::invalid;
use super::definition::{Checked, Definition};
use super::output::{IntoOutput, failed};
use super::reading::read;
use super::run::run;
use crate::convert::Path;
use crate::error::ToolError;
use crate::session::Session;
use crate::settings::{SettingsRecord, ToolSettings, read_settings};
use crate::tool::{Tool, ToolCall, ToolFuture, ToolKind, ToolSpec};

/// A tool made of an async closure whose arguments are a Rust type.
///
/// The fields of the type are the parameters, with their doc comments as descriptions;
/// those that are an `Option` or have a default may be left out. Both schemas are those
/// of the types. Arguments are held to the schema with the same leniency and messages
/// as those of scripts.
///
/// A closure that gives a [`ToolOutput`](crate::ToolOutput) or a
/// [`ContentBlock`](crate::ContentBlock) makes a tool without an output schema.
///
/// ```
/// use rulebook::{Session, Tool, ToolCall, ToolKind, TypedTool};
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Deserialize, JsonSchema)]
/// struct FindOrder {
///     /// The number on the invoice.
///     number: u32,
/// }
///
/// #[derive(Serialize, JsonSchema)]
/// struct Order {
///     days_since_delivery: u32,
/// }
///
/// async fn find_order(arguments: FindOrder, _session: Session) -> Result<Order, String> {
///     match arguments.number {
///         1234 => Ok(Order { days_since_delivery: 12 }),
///         other => Err(format!("there is no order {other}")),
///     }
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let tool = TypedTool::new("find_order", "Finds an order by its number.", find_order)
///     .kind(ToolKind::Read);
///
/// let call = ToolCall::from_json(serde_json::json!({ "number": "1234" }))?;
/// assert_eq!(tool.call(call).await?.value["days_since_delivery"], 12);
///
/// let error = tool.call(ToolCall::from_json(serde_json::json!({ "numbr": 1 }))?).await;
/// let message = "`numbr` is not a parameter; did you mean `number`; `number` is missing";
/// assert_eq!(error.unwrap_err().message, message);
/// # Ok::<(), rulebook::ToolError>(()) }).unwrap();
/// ```
pub struct TypedTool<A, F, S = ()> {
    checked: Checked,
    /// The arguments are `()`.
    takes_nothing: bool,
    run: F,
    /// The types of the arguments and of the settings.
    takes: PhantomData<fn(A, S)>,
}

impl<A, F, R, T, E> TypedTool<A, F>
where
    A: DeserializeOwned + JsonSchema + Send,
    F: Fn(A, Session) -> R + Send + Sync,
    R: Future<Output = Result<T, E>> + Send,
    T: IntoOutput,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// A tool that answers by running a closure. What the closure fails with is told to
    /// the model, a [`ToolError`] as it is.
    pub fn new(name: impl Into<String>, description: impl Into<String>, run: F) -> Self {
        let definition = Definition::new(name, description).gives::<T>();
        let (checked, takes_nothing) = definition.build_of::<A>();
        Self { checked, takes_nothing, run, takes: PhantomData }
    }
}

impl<A, F, S, R, T, E> TypedTool<A, F, S>
where
    A: DeserializeOwned + JsonSchema + Send,
    S: ToolSettings,
    F: Fn(A, S, Session) -> R + Send + Sync,
    R: Future<Output = Result<T, E>> + Send,
    T: IntoOutput,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// A tool whose closure takes settings as well, which the model never sees: as they
    /// were resolved for the call, or else the defaults.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] mod sample {
    /// use rulebook::{Session, Tool, ToolCall, ToolSettings, TypedTool};
    ///
    /// #[derive(Default, ToolSettings)]
    /// struct Greeting {
    ///     #[setting(configurable)]
    ///     loud: bool,
    /// }
    ///
    /// async fn greet(_: (), settings: Greeting, _session: Session) -> Result<String, String> {
    ///     Ok(if settings.loud { "HELLO" } else { "hello" }.to_owned())
    /// }
    ///
    /// # pub async fn main() -> Result<(), rulebook::ToolError> {
    /// let tool = TypedTool::with_settings("greet", "Greets.", greet);
    /// assert_eq!(tool.call(ToolCall::default()).await?.value, "hello");
    /// assert_eq!(tool.settings().unwrap().members()[0].name(), "loud");
    /// # Ok(()) } }
    /// # #[cfg(feature = "macros")]
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(sample::main()).unwrap();
    /// ```
    pub fn with_settings(name: impl Into<String>, description: impl Into<String>, run: F) -> Self {
        let definition = Definition::new(name, description).settings::<S>().gives::<T>();
        let (checked, takes_nothing) = definition.build_of::<A>();
        Self { checked, takes_nothing, run, takes: PhantomData }
    }
}

impl<A, F, S> TypedTool<A, F, S> {
    /// What calling it can change.
    #[must_use]
    pub fn kind(mut self, kind: ToolKind) -> Self {
        self.checked.spec_mut().kind = Some(kind);
        self
    }

    /// Someone has to approve each call.
    #[must_use]
    pub fn requires_approval(mut self) -> Self {
        self.checked.spec_mut().requires_approval = true;
        self
    }
}

impl<A: DeserializeOwned, F, S> TypedTool<A, F, S> {
    fn read(&self, arguments: Map<String, Value>) -> Result<A, ToolError> {
        let arguments = if self.takes_nothing { Value::Null } else { Value::Object(arguments) };
        read(arguments, &Path::Root).map_err(|problem| invalid(vec![problem]))
    }
}

impl<A, F, S> fmt::Debug for TypedTool<A, F, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TypedTool").field(&self.checked.spec().name).finish()
    }
}

impl<A, F, R, T, E> Tool for TypedTool<A, F>
where
    A: DeserializeOwned + JsonSchema + Send,
    F: Fn(A, Session) -> R + Send + Sync,
    R: Future<Output = Result<T, E>> + Send,
    T: IntoOutput,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    fn spec(&self) -> Arc<ToolSpec> {
        self.checked.spec()
    }

    fn normalize(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        self.checked.normalize(arguments)
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        Box::pin(async move {
            let record = call.claim_record();
            let arguments = self.checked.normalize(call.arguments)?;
            let session = call.session.unwrap_or_default();
            let make = || async move {
                let arguments = self.read(arguments)?;
                (self.run)(arguments, session).await.map_err(failed)?.into_output()
            };
            run(make, call.cancellation, record).await
        })
    }
}

impl<A, F, S, R, T, E> Tool for TypedTool<A, F, S>
where
    A: DeserializeOwned + JsonSchema + Send,
    S: ToolSettings,
    F: Fn(A, S, Session) -> R + Send + Sync,
    R: Future<Output = Result<T, E>> + Send,
    T: IntoOutput,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    fn spec(&self) -> Arc<ToolSpec> {
        self.checked.spec()
    }

    fn normalize(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        self.checked.normalize(arguments)
    }

    fn settings(&self) -> Option<Arc<SettingsRecord>> {
        self.checked.settings()
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        Box::pin(async move {
            let record = call.claim_record();
            let arguments = self.checked.normalize(call.arguments)?;
            let (settings, session) = (call.settings, call.session.unwrap_or_default());
            let make = || async move {
                let arguments = self.read(arguments)?;
                let settings = read_settings::<S>(settings.as_deref())?;
                (self.run)(arguments, settings, session).await.map_err(failed)?.into_output()
            };
            run(make, call.cancellation, record).await
        })
    }
}
