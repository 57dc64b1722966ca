//! The commands, one file each.

mod call;
mod check;
mod list;
mod serve;
mod settings;
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
    Settings(settings::Settings),
    Serve(Box<serve::Serve>),
    Watch(watch::Watch),
}

impl Command {
    /// A setting that the words set twice, which clap does not look for.
    pub(crate) fn set_twice(&self) -> Option<&str> {
        match self {
            Self::Call(call) => call.set_twice(),
            Self::Settings(settings) => settings.set_twice(),
            Self::Check(_) | Self::List(_) | Self::Serve(_) | Self::Watch(_) => None,
        }
    }

    /// Does it. An error is one of writing standard output.
    pub(crate) async fn run(&self) -> io::Result<Exit> {
        match self {
            Self::Check(check) => check.run().await,
            Self::List(list) => list.run().await,
            Self::Call(call) => call.run().await,
            Self::Settings(settings) => settings.run().await,
            Self::Serve(serve) => serve.run().await,
            Self::Watch(watch) => watch.run().await,
        }
    }
}
