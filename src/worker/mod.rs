//! A child process that does work for its parent, and can be killed.
//!
//! What is sent between them is bytes to this module. The child holds itself to
//! its memory by the limits of the operating system, and ends with its parent:
//! when the pipe from it is closed, which the system does however it dies.

mod asked;
mod belongs;
mod child;
mod death;
mod ears;
mod frame;
#[cfg_attr(not(unix), path = "harden_elsewhere.rs")]
mod harden;
mod options;
mod process;
mod service;
mod spawn;

pub(crate) use ears::Parent;
pub use options::WorkerOptions;
pub(crate) use process::{Outcome, Worker};
pub(crate) use service::{Line, Service, serve_if_asked};
