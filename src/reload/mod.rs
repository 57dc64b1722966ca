//! Tool sets that follow their files: watch, rebuild, swap, keep the last good.

mod board;
mod change;
mod collection;
mod event;
mod follower;
mod gathering;
mod good;
mod handle;
mod inbox;
mod live;
mod look;
mod losses;
mod options;
mod round;
mod signal;
mod tool;
mod watcher;
mod watching;
mod writers;

pub use change::{BreakingChange, Change};
pub use event::{Event, Events, Failed, Loaded, Status};
pub use live::LiveToolSet;
pub use options::LiveOptions;
