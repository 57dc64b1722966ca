//! How a process ended, in words.

use std::process::ExitStatus;

/// What a process did that ended with a status.
pub(super) fn words(status: ExitStatus) -> String {
    match (signal(status), status.code()) {
        (Some(signal), _) => match name(signal) {
            Some(name) => format!("was ended by signal {signal} ({name})"),
            None => format!("was ended by signal {signal}"),
        },
        (None, Some(code)) => format!("ended with exit status {code}"),
        (None, None) => "ended".to_owned(),
    }
}

/// Whether it may have ended because it was ended from here.
pub(super) fn is_ours(status: ExitStatus) -> bool {
    matches!((signal(status), status.code()), (Some(9 | 15), _) | (None, None))
}

fn name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        2 => "SIGINT",
        6 => "SIGABRT",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        _ => return None,
    })
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}
