//! Why a worker died, in words.

use std::io::{self, Write};
use std::process::{ExitStatus, exit};

use crate::error::{ErrorCode, ToolError};

/// What a worker says before the reason why it could not start.
const COULD_NOT_START: &str = "the worker could not start: ";

/// The exit status of a worker that could not start.
const NOT_STARTED: i32 = 70;

/// Ends a process that was to be a worker, and says why.
pub(super) fn fail(why: &str) -> ! {
    let _ = writeln!(io::stderr(), "{COULD_NOT_START}{why}");
    exit(NOT_STARTED)
}

/// How a worker ended, and the last that it wrote to its standard error.
#[derive(Debug, Default)]
pub(super) struct Death {
    pub(super) status: Option<ExitStatus>,
    pub(super) last_words: String,
    /// What was wrong with what it sent.
    pub(super) confused: Option<String>,
}

impl Death {
    /// Whether it ended like a program that has done what it is for.
    pub(super) fn is_silent(&self) -> bool {
        self.confused.is_some() || self.status.is_some_and(|status| status.success())
    }

    /// Whether its program took another way than that of a worker, by its status.
    pub(super) fn went_astray(&self) -> bool {
        self.status.and_then(|status| status.code()).is_some_and(|code| code != NOT_STARTED)
    }

    /// What the caller is told whose call ran in the worker.
    pub(super) fn error(&self, memory: u64) -> ToolError {
        let why = self.why(memory);
        ToolError::new(ErrorCode::Unavailable, format!("the worker process died: {why}"))
    }

    fn why(&self, memory: u64) -> String {
        if let Some(confused) = &self.confused {
            return format!("it sent {confused}");
        }
        let Some(status) = self.status else { return "nobody knows how it ended".to_owned() };
        // What it says counts only where it ended as one that says so.
        let said = |words| self.last_words.contains(words);
        match (signal(status), status.code()) {
            (_, Some(NOT_STARTED)) if said(COULD_NOT_START) => {
                let why = self.last_words.rsplit(COULD_NOT_START).next().unwrap_or_default();
                format!("it could not start: {}", why.trim_end())
            }
            (Some(6), _) if said("memory allocation of") => {
                format!("it used up its {} of memory", mebibytes(memory))
            }
            (Some(6), _) if said("has overflowed its stack") => "it used up its stack".to_owned(),
            (Some(signal @ (7 | 11)), _) => {
                format!("it used up its stack, or failed at its memory (signal {signal})")
            }
            (Some(9), _) => "it was killed from outside (signal 9)".to_owned(),
            (Some(6), _) => "it aborted (signal 6)".to_owned(),
            (Some(signal), _) => format!("it was ended by signal {signal}"),
            (None, Some(code)) => format!("it ended with exit status {code}"),
            (None, None) => "nobody knows how it ended".to_owned(),
        }
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes / (1024 * 1024))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn every_way_to_die_is_told_in_words() {
        let by = |status| Death { status: Some(ExitStatus::from_raw(status)), ..Death::default() };
        let saying = |words: &str| Death { last_words: words.to_owned(), ..by(6) };
        let could_not =
            Death { status: by(70 << 8).status, ..saying("x\nthe worker could not start: no\n") };
        let lied =
            Death { status: by(9).status, ..saying("memory allocation of 80 bytes failed\n") };
        for (death, says) in [
            (saying("memory allocation of 80 bytes failed\n"), "it used up its 512 MiB of memory"),
            (could_not, "it could not start: no"),
            (lied, "it was killed from outside (signal 9)"),
            (saying("thread 'main' has overflowed its stack"), "it used up its stack"),
            (by(6), "it aborted (signal 6)"),
            (by(15), "it was ended by signal 15"),
            (by(9), "it was killed from outside (signal 9)"),
            (by(11), "it used up its stack, or failed at its memory (signal 11)"),
            (by(3 << 8), "it ended with exit status 3"),
            (Death::default(), "nobody knows how it ended"),
        ] {
            let error = death.error(512 * 1024 * 1024);
            assert_eq!(error.code, ErrorCode::Unavailable);
            assert_eq!(error.message, format!("the worker process died: {says}"));
        }
    }
}
