//! Scripts: the hardened engine, compiled scripts and their signatures, calls.

mod aside;
mod compile;
mod compiled;
mod engine;
mod environment;
mod failure;
mod guard;
mod import;
mod imports;
mod kept;
mod limits;
mod lint;
mod log;
mod natives;
mod reader;
mod runtime;
mod size;
mod unclosed;
mod wording;

pub(crate) use compile::Script;
pub(crate) use compiled::Compiled;
pub(crate) use environment::{Entry, Environment, Given};
pub use limits::Limits;
pub(crate) use log::{Log, LogLine};
#[cfg(feature = "watch")]
pub(crate) use reader::Answer;
pub(crate) use reader::{Files, Notice, Reader};
pub(crate) use runtime::{HostFunctions, Runtime};
pub(crate) use size::excess;
