//! Rules written in Rhai by domain experts, as typed and confined tools for an AI agent.
//!
//! A JSON manifest names functions of Rhai scripts, and each becomes a [`Tool`]:
//! a name, a description and JSON Schemas for a model, and an async call, JSON
//! in and JSON out. The types come from the scripts' own signatures:
//!
//! ```text
//! fn late_fee(days: int, reason: "lost" | "forgotten") -> decimal { ... }
//! ```
//!
//! - **Lossless or refused.** What does not fit a type is an error that says where
//!   and what to write instead. Nothing is rounded or guessed.
//! - **Confined.** A manifest is an allowlist, and no path, link or import leaves
//!   its root folder.
//! - **Every call ends**, at its deadline if not before, whatever the script does.
//! - **One contract.** Script tools and native ones stand in one toolkit, with approvals,
//!   sessions and live context, and are called in the same way.
//!
//! # Load, list, call
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use rulebook::ToolSet;
//! use serde_json::json;
//!
//! let rules = ToolSet::options().root(".").load("manifests/returns.json").await?;
//! for tool in rules.tools() {
//!     println!("{}: {}", tool.spec().name, tool.spec().input_schema);
//! }
//! let order = json!({
//!     "merchandise_amount": 100,
//!     "shipping_amount": 7,
//!     "restocking_percent": 10,
//!     "refund_shipping": true,
//! });
//! assert_eq!(rules.call("calculate_refund_amount", order).await?, 97);
//! # Ok(()) }
//! ```
//!
//! # Beside tools in Rust
//!
//! ```
//! # #[cfg(feature = "macros")] mod sample {
//! use rulebook::{CallOutcome, Session, ToolSet, Toolkit, tool_collection};
//! use serde_json::json;
//!
//! struct Till;
//!
//! #[tool_collection]
//! impl Till {
//!     /// Pays money back.
//!     #[tool(kind = "edit", requires_approval)]
//!     async fn pay_back(&self, cents: u32) -> String {
//!         format!("paid {cents} cents")
//!     }
//! }
//!
//! # pub async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let rules = ToolSet::options().root(".").load("manifests/returns.json").await?;
//! let toolkit = Toolkit::builder().collection(rules).collection(Till).build()?;
//! let outcome = toolkit.call("pay_back", json!({ "cents": 500 }), &Session::new()).await?;
//! assert!(matches!(outcome, CallOutcome::NeedsApproval(_)));
//! # Ok(()) } }
//! # #[cfg(feature = "macros")]
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(sample::main()).unwrap();
//! ```
//!
//! # Errors that say what to write
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use rulebook::{ErrorCode, ToolSet};
//! # use serde_json::json;
//! # let rules = ToolSet::options().root(".").load("manifests/referrals.json").await?;
//! let error = rules.call("assess_referral", json!({})).await.unwrap_err();
//! assert_eq!(error.code, ErrorCode::UnknownTool);
//! assert!(error.message.ends_with("did you mean `assess_referral_readiness`?"));
//!
//! // What is wrong with a manifest and its scripts is told all at once.
//! let error = ToolSet::load("manifests/return.json").await.unwrap_err();
//! assert_eq!(error.diagnostics()[0].help_text(), Some("did you mean `returns.json`?"));
//! # Ok(()) }
//! ```
//!
//! # Rules that are edited while they serve
//!
//! With the feature `watch`, a tool set follows its files. What is saved and loads
//! serves from then on; what does not load is told, and changes nothing.
//!
//! ```
//! # #[cfg(feature = "watch")] {
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! use rulebook::LiveToolSet;
//!
//! let rules = LiveToolSet::options().load("samples/isolated/rules.json").await?;
//! let (status, _events) = rules.subscribe();
//! assert_eq!(status.loaded.as_ref().ok_or("nothing serves")?.generation, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
//! # }
//! ```
//!
//! # Where next
//!
//! [`ToolSet`] loads and calls, [`LoadOptions`] says how, [`ToolError`] and
//! [`LoadError`] say why not, and [`code`] lists every problem that a load can
//! have. [`Toolkit`] joins what is given to one agent: each [`ToolCollection`] with
//! its lines and context, a [`Session`] for each conversation, an
//! [`ApprovalRequest`] where someone has to decide, and a [`SystemPrompt`].
//! [`ToolSettings`] and [`SettingsValues`] are what tools need and the model never sees.
//! The repository has guides in `docs/`.
//!
//! # Features
//!
//! - `macros`, on by default: `#[tool_collection]`, and `#[derive(...)]` of [`SessionState`],
//!   [`ToolSettings`] and [`SettingValue`].
//! - `watch`: `LiveToolSet`, tools that follow their files, and are reloaded when
//!   those change.
//! - `jiff`, `url`: dates and times of `jiff` and URLs of `url` in settings.
//! - `testing`: checks that any tool can be put to in tests.
//!
//! Any async executor will do, with each of them.

mod approval;
mod budget;
mod cancel;
pub mod clock;
pub mod code;
mod collection;
mod confine;
mod convert;
pub mod diagnostic;
mod dismantle;
mod encode;
pub mod error;
#[cfg(any(fuzzing, test))]
pub mod fuzzing;
#[cfg(doctest)]
mod guides;
mod interpreter;
mod join;
mod manifest;
#[doc(hidden)]
pub mod native;
mod nearest;
mod panics;
mod prompt;
mod quote;
#[cfg(feature = "watch")]
mod reload;
mod schema;
mod script;
mod session;
mod settings;
mod shown;
pub mod signature;
pub mod source;
mod stack;
#[cfg(feature = "testing")]
pub mod testing;
mod timer;
pub mod tool;
mod tool_name;
mod toolkit;
mod toolset;
pub mod ty;
pub mod wording;
mod worker;

pub use approval::{
    AllowRule, Approval, ApprovalRequest, Permission, PermissionMode, PermissionPolicy, PolicyError,
};
pub use cancel::Cancellation;
pub use code::{Code, Severity};
pub use collection::{
    BuildError, ChangeNotice, ChangeNotifier, Collection, CollectionBuilder, ContextFuture,
    ToolCollection,
};
pub use convert::parse_arguments;
pub use diagnostic::Diagnostic;
pub use error::LoadError;
pub use manifest::manifest_schema;
pub use native::{FnTool, TypedTool};
pub use prompt::{PromptError, SystemPrompt, SystemPromptBuilder};
#[cfg(feature = "watch")]
pub use reload::{
    BreakingChange, Change, Event, Events, Failed, LiveOptions, LiveToolSet, Loaded, Status,
};
pub use rhai;
#[cfg(feature = "macros")]
pub use rulebook_macros::{SessionState, SettingValue, ToolSettings, tool_collection};
pub use rust_decimal::Decimal;
pub use script::Limits;
pub use session::{
    EntryStatus, Session, SessionEntry, SessionError, SessionErrorKind, SessionState,
};
pub use settings::{
    Migrations, ResolvedSetting, ResolvedSettings, SettingFault, SettingField, SettingKey,
    SettingValue, SettingsChange, SettingsDocument, SettingsError, SettingsLayer, SettingsLayers,
    SettingsMember, SettingsProblem, SettingsRecord, SettingsStore, SettingsValues, StoreError,
    StoreErrorKind, ToolSettings,
};
pub use tool::{
    Answer, AnswerFuture, CallRecord, Caller, Content, ContentBlock, EmbeddedResource, ErrorCode,
    Frame, Listener, Problem, Progress, Question, ResourceContents, ResourceLink, Tool, ToolCall,
    ToolError, ToolFuture, ToolKind, ToolOutput, ToolSource, ToolSpec,
};
pub use toolkit::{
    AnsweredRequest, CallOptions, CallOutcome, ContextMessage, FinishedCall, StartedCall, Toolkit,
    ToolkitBuilder, ToolkitChange, ToolkitEvent, ToolkitEvents,
};
pub use toolset::{Isolation, LoadOptions, ToolSet, start_worker_if_asked};
pub use worker::WorkerOptions;

/// What `#[tool_collection]` writes calls of. Not for use by hand.
#[doc(hidden)]
pub use native as macro_support;
