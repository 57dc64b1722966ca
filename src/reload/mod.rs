//! Tool sets that follow their files: watch, rebuild, swap, keep the last good.

mod change;
mod event;

pub use change::{BreakingChange, Change};
pub use event::{Event, Events, Failed, Loaded, Status};
