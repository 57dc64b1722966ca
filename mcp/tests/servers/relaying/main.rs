//! Servers that others wrote, as collections of a toolkit. A line says `ok` for each thing
//! that was shown.
//!
//! Its words: which server, and its command; of `everything` also an address in its place.
#![expect(clippy::print_stdout, reason = "what was shown is printed")]
#![expect(clippy::indexing_slicing, reason = "a member that JSON does not have is null")]

mod everything;
mod filesystem;
mod person;
mod shown;
mod unruly;

use std::process::ExitCode;

use rulebook_mcp::{ServerCommand, ServerUrl};

use self::shown::Shown;
use self::unruly::Unruly;

#[tokio::main]
async fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let Some((server, command)) = words.split_first() else {
        println!("FAILED: the words are a server and its command");
        return ExitCode::FAILURE;
    };
    match show(server, command).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("FAILED: {server}: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn show(server: &str, command: &[String]) -> Shown {
    let ok = |what: &str| println!("ok: {server}: {what}");
    let (program, arguments) = command.split_first().ok_or("there is no command")?;
    if server == "everything" && program.starts_with("http") {
        return everything::show(ServerUrl::new(program).into(), false, ok).await;
    }
    let command = ServerCommand::new(program).args(arguments).inherit_env("PATH");
    match server {
        "everything" => everything::show(command.env("MARK", "1").into(), true, ok).await,
        "filesystem" => filesystem::show(command, ok).await,
        "unruly" => {
            let folder = tempfile::tempdir()?;
            unruly::show(&Unruly::new(command, folder.path()), ok).await
        }
        _ => Err("there is no such server".into()),
    }
}
