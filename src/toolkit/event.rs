//! What observers of a toolkit learn.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use super::change::ToolkitChange;
use crate::error::ErrorCode;
use crate::settings::SettingsProblem;

/// Something that happened in a toolkit.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ToolkitEvent {
    /// A call has begun.
    Started(Arc<StartedCall>),
    /// A call has ended, or waits for approval and ends with that.
    Finished(Arc<FinishedCall>),
    /// A call waits for someone's approval.
    ApprovalAsked {
        /// The id of the request.
        request: String,
        /// The tool that would run.
        tool: String,
    },
    /// Someone has answered a request.
    ApprovalAnswered {
        /// The id of the request.
        request: String,
        /// The tool that it is about.
        tool: String,
        /// Whether it was granted.
        granted: bool,
    },
    /// The tools or the standing lines became others.
    Changed(Arc<ToolkitChange>),
    /// A collection said nothing of what holds now.
    ContextFailed {
        /// The collection.
        collection: String,
        /// Why, as a kind of failure.
        code: ErrorCode,
    },
    /// A call was refused, since the settings it was given do not fit its tool.
    SettingsRefused {
        /// The tool.
        tool: String,
        /// Each value that does not fit.
        problems: Arc<[SettingsProblem]>,
    },
    /// Whoever listens was so slow that events were dropped.
    Missed {
        /// How many.
        events: u64,
    },
}

/// A call that has begun.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StartedCall {
    /// Its number in this toolkit, from 1: the same when it ends.
    pub number: u64,
    /// The id that the model gave it, where it did.
    pub call_id: Option<String>,
    /// The name that was called.
    pub tool: String,
    /// The collection of the tool; none when there is no such tool.
    pub collection: Option<String>,
    /// The arguments, with each value replaced by its kind unless the toolkit is told
    /// to show them.
    pub arguments: Map<String, Value>,
}

/// A call that has ended.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FinishedCall {
    /// Its number in this toolkit.
    pub number: u64,
    /// The name that was called.
    pub tool: String,
    /// What it failed with; `needs_approval` when it was not run yet.
    pub failed: Option<ErrorCode>,
    /// How long it took.
    pub took: Duration,
}
