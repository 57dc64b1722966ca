//! Closures as tools.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::definition::Checked;
use super::run::run;
use super::settings::held;
use crate::error::ToolError;
use crate::settings::SettingsRecord;
use crate::tool::{Tool, ToolCall, ToolFuture, ToolOutput, ToolSpec};

/// A tool made of a spec and an async closure.
///
/// The arguments are held to the spec's `input_schema`, with the same leniency and
/// messages as those of scripts, before the closure gets them. `pattern`, `format` and
/// a few other keywords are up to the closure; the guide lists them.
///
/// With arguments of a Rust type, [`TypedTool`](crate::TypedTool) takes fewer lines.
///
/// ```
/// use rulebook::{FnTool, Tool, ToolCall, ToolOutput, ToolSpec};
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let spec = ToolSpec::new("today", "Says what day it is.");
/// let today = FnTool::new(spec, |_call| async { Ok(ToolOutput::json("Monday".into())) });
/// assert_eq!(today.call(ToolCall::default()).await.unwrap().value, "Monday");
/// # });
/// ```
pub struct FnTool<F> {
    checked: Checked,
    run: F,
}

impl<F, R> FnTool<F>
where
    F: Fn(ToolCall) -> R + Send + Sync,
    R: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    /// A tool that answers by running a closure.
    pub fn new(spec: ToolSpec, run: F) -> Self {
        Self { checked: Checked::new(spec), run }
    }
}

impl<F> FnTool<F> {
    /// The settings that it takes, which the model never sees. The closure finds them
    /// in its call, as they were resolved; the defaults, where nobody resolved any.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] mod sample {
    /// use rulebook::{FnTool, Tool, ToolCall, ToolOutput, ToolSettings, ToolSpec};
    ///
    /// #[derive(ToolSettings)]
    /// struct Greeting {
    ///     #[setting(configurable)]
    ///     word: String,
    /// }
    ///
    /// impl Default for Greeting {
    ///     fn default() -> Self {
    ///         Self { word: "hello".to_owned() }
    ///     }
    /// }
    ///
    /// # pub async fn main() -> Result<(), rulebook::ToolError> {
    /// let greet = FnTool::new(ToolSpec::new("greet", "Greets."), |call: ToolCall| async move {
    ///     let settings = call.settings_as::<Greeting>()?;
    ///     Ok(ToolOutput::json(settings.word.into()))
    /// });
    /// let greet = greet.with_settings(Greeting::record());
    /// assert_eq!(greet.call(ToolCall::default()).await?.value, "hello");
    /// # Ok(()) } }
    /// # #[cfg(feature = "macros")]
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(sample::main()).unwrap();
    /// ```
    #[must_use]
    pub fn with_settings(mut self, record: impl Into<Arc<SettingsRecord>>) -> Self {
        self.checked = self.checked.taking(Some(record.into()));
        self
    }
}

impl<F> fmt::Debug for FnTool<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FnTool").field(&self.checked.spec().name).finish()
    }
}

impl<F, R> Tool for FnTool<F>
where
    F: Fn(ToolCall) -> R + Send + Sync,
    R: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
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

    fn call(&self, mut call: ToolCall) -> ToolFuture<'_> {
        Box::pin(async move {
            let record = call.claim_record();
            call.arguments = self.checked.normalize(call.arguments)?;
            if let Some(record) = self.checked.settings() {
                call.settings = Some(held(&record, call.settings, &self.checked.spec().name)?);
            }
            let wish = call.cancellation.clone();
            run(|| (self.run)(call), wish, record).await
        })
    }
}
