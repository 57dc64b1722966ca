//! Calls in a process of their own: both ends of the way to it.
//!
//! The worker does all that a tool set does in this process: it compiles,
//! starts, converts and calls. Its parent reads the files for it, keeps the
//! queue and the deadlines, and starts another when one has died.

mod backoff;
mod file;
mod hosted;
mod keeper;
mod problem;
mod remote;
mod request;

pub use hosted::start_worker_if_asked;
pub(super) use remote::Remote;
