//! Servers that are child processes: started, spoken to by their standard input and output,
//! and ended with all that they started.

mod asked;
mod child;
mod failed;
mod group;
mod handshake;
mod harmless;
mod lookup;
mod process;
mod seen;
mod spawn;
mod standard_error;
mod status;
mod transport;

pub use asked::ServerCommand;
pub(super) use child::{Child, LastSaid};
pub(super) use failed::last;
pub(super) use handshake::{Connected, Era, connect};
