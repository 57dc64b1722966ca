//! Servers that are child processes: started, spoken to by their standard input and output,
//! and ended with all that they started.

mod asked;
mod child;
mod failed;
mod group;
mod handshake;
mod lookup;
mod process;
mod spawn;
mod standard_error;
mod status;

pub use asked::ServerCommand;
pub(super) use child::Child;
pub(super) use handshake::{Era, LastEra, connect};
