//! What a tool set asks of its worker.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::{ErrorCode, ToolError};
use crate::script::Limits;

/// One thing to do. The reply of each is of one type.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    /// Prepares a manifest: `Checked<Vec<String>>`, the scripts to start.
    Prepare(Plan),
    /// Runs the start-up statements of one script: `Checked<()>`.
    Start(usize),
    /// Takes what was started for calls: `Checked<Outline>`.
    Finish,
    /// All three at once, of what has loaded before: `Checked<()>`.
    Load(Plan),
    /// Calls a tool: its result, and what is to be kept for its session.
    /// It is given what is kept now, and the settings where they are not the defaults.
    Call(usize, Map<String, Value>, Option<Value>, Option<Map<String, Value>>),
    /// Calls the context function: `Option<String>`.
    Context(Option<Value>),
    /// Looks for what is probably not meant: `Vec<WireProblem>`.
    Review,
}

/// What a worker loads, and how.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) manifest: String,
    pub(super) generation: u64,
    /// The files that the generation before had in use.
    pub(super) in_use: BTreeSet<String>,
    pub(super) limits: Limits,
    pub(super) run_startup: bool,
    /// The functions of the host that it must have, and no others.
    pub(super) host: Vec<String>,
}

/// The bytes of a message.
pub(super) fn write<T: Serialize>(message: &T) -> Result<Vec<u8>, ToolError> {
    serde_json::to_vec(message).map_err(|_| garbled())
}

/// A message from its bytes. The values in it may be as deep as limits allow.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ToolError> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    reader.disable_recursion_limit();
    T::deserialize(&mut reader).map_err(|_| garbled())
}

fn garbled() -> ToolError {
    let text = "the worker process and its parent do not understand each other";
    ToolError::new(ErrorCode::Unavailable, text)
}
