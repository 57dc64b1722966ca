//! Where the program of a server is, and what is said where it is not.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use rulebook::wording::quoted;

use super::asked::ServerCommand;
use crate::remote::error::ConnectError;

/// The program of a command, as a path.
///
/// # Errors
/// What to check where there is none, and what no system can hand to a program.
pub(super) fn found(command: &ServerCommand) -> Result<PathBuf, ConnectError> {
    let program = &command.program;
    if let Some(why) = impossible(command) {
        return Err(ConnectError::new(why));
    }
    which::which(program).map_err(|_| ConnectError::new(not_found(program)))
}

/// Why nothing can be started with these words: without values, which may be secret.
fn impossible(command: &ServerCommand) -> Option<String> {
    let has = |text: &OsStr, byte| text.as_encoded_bytes().contains(&byte);
    let has_nul = |text: &OsStr| has(text, 0);
    for (name, value) in &command.environment {
        if name.is_empty() || has(name, b'=') || has_nul(name) {
            let named = shown(name);
            return Some(format!(
                "{named} cannot name a variable of the environment: write a name without `=`"
            ));
        }
        if has_nul(value) {
            let named = shown(name);
            return Some(format!(
                "the value of the variable {named} holds the character 0, which no program can \
                 be given: leave it out"
            ));
        }
    }
    let mut words = command.arguments.iter().map(OsString::as_os_str);
    (has_nul(&command.program) || words.any(has_nul)).then(|| {
        "the program or an argument holds the character 0, which no program can be given: leave \
         it out"
            .to_owned()
    })
}

fn not_found(program: &OsStr) -> String {
    let named = shown(program);
    if program.is_empty() {
        return "no program is named that starts the server".to_owned();
    }
    let path = Path::new(program);
    let is_path = path.components().count() > 1 || path.is_absolute();
    if !is_path {
        let place = match std::env::var_os("PATH") {
            Some(path) if !path.is_empty() => "it is in none of the folders of PATH",
            _ => "it is looked for in the folders of PATH, which is not set here",
        };
        let help = match path.is_file() {
            true => format!(
                "write {} for that in this folder",
                quoted(&format!("./{}", path.display()))
            ),
            false => "install it, or write its path instead".to_owned(),
        };
        return format!("the program {named} is not found: {place}: {help}");
    }
    if path.is_dir() {
        return format!("{named} is a folder, and no program: write the path of a program in it");
    }
    if path.exists() {
        return format!(
            "the program {named} is a file that this user may not execute: allow that, as by \
             `chmod +x`, or start the program that runs it and give it the file as an argument"
        );
    }
    let from = match (path.is_absolute(), std::env::current_dir()) {
        (false, Ok(folder)) => format!(" below {}", shown(folder.as_os_str())),
        _ => String::new(),
    };
    format!("there is no program {named}{from}: check the path")
}

/// Why a program that is there was not started.
pub(super) fn refused(command: &ServerCommand, program: &Path, error: &io::Error) -> ConnectError {
    let named = shown(program.as_os_str());
    if let Some(folder) = &command.folder
        && !folder.is_dir()
    {
        let what = if folder.exists() { "is no folder" } else { "does not exist" };
        let folder = shown(folder.as_os_str());
        return ConnectError::new(format!(
            "the folder {folder} {what}, and the server is to run in it: create it, or name another"
        ));
    }
    ConnectError::new(match error.kind() {
        io::ErrorKind::NotFound => format!(
            "the program {named} is there, and what runs it is not: check the path in its first \
             line, after `#!`"
        ),
        io::ErrorKind::PermissionDenied => format!(
            "the program {named} may not be executed by this user: check its rights, those of \
             the folders above it, and those of the folder that it runs in"
        ),
        _ if is_no_program(error) => format!(
            "the file {named} is no program that this machine can run: a script begins with \
             `#!` and the path of what runs it"
        ),
        _ => format!("the program {named} was not started: {}", reason(error)),
    })
}

#[cfg(unix)]
fn is_no_program(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error())
}

#[cfg(not(unix))]
fn is_no_program(_: &io::Error) -> bool {
    false
}

/// A name or path of the machine, for people.
pub(super) fn shown(path: &OsStr) -> String {
    quoted(&path.to_string_lossy())
}

/// Why the system refused something, in its own words but for the number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
