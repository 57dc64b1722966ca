//! Scripts: the hardened engine, compiled scripts and their signatures, calls.

mod compile;
mod engine;
mod environment;
mod failure;
mod functions;
mod import;
mod limits;
mod lint;
mod reader;
mod runtime;
mod wording;

pub(crate) use compile::Script;
pub(crate) use environment::{Entry, Environment};
pub use limits::Limits;
pub(crate) use reader::Reader;
pub(crate) use runtime::{HostFunctions, Runtime};
