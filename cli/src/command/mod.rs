//! The commands, one file each.

mod call;
mod check;
mod list;
mod watch;

use std::io;

use clap::Subcommand;

use crate::exit::Exit;

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Check(check::Check),
    List(list::List),
    Call(call::Call),
    Watch(watch::Watch),
}

impl Command {
    /// Does it. An error is one of writing standard output.
    pub(crate) async fn run(&self) -> io::Result<Exit> {
        match self {
            Self::Check(check) => check.run().await,
            Self::List(list) => list.run().await,
            Self::Call(call) => call.run().await,
            Self::Watch(watch) => watch.run().await,
        }
    }
}
