//! The words by which a process knows that it is to be a worker.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// The last argument of a worker's program; `=` and its bytes of memory follow
/// until it holds itself to them.
pub(super) const ASKED: &str = "rulebook-worker";

/// What a process that is to be a worker has to do.
pub(super) enum Asked {
    /// Take its limits, with so many bytes of memory.
    Begin(u64),
    /// Answer requests.
    Serve,
}

/// What this process was asked for, if it was started as a worker.
pub(super) fn asked() -> Option<Asked> {
    let last = arguments().last()?;
    let rest = last.to_str()?.strip_prefix(ASKED)?;
    if rest.is_empty() {
        return Some(Asked::Serve);
    }
    rest.strip_prefix('=')?.parse().ok().map(Asked::Begin)
}

/// The words that this process was started with, after its name.
pub(super) fn arguments() -> impl Iterator<Item = OsString> {
    std::env::args_os().skip(1)
}

/// This program, whatever has become of its file meanwhile.
pub(super) fn this_program() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { std::env::current_exe() }
}
