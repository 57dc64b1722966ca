//! Code of a tool that may panic, which it must not.

use std::future::Future;

use super::report::Report;
use crate::panics::{contain, contained};

/// Runs code of a tool; nothing when it panicked, which is told.
pub(super) fn caught<T>(what: &str, report: &mut Report, run: impl FnOnce() -> T) -> Option<T> {
    let ended = contain(run);
    if ended.is_none() {
        tell(what, report);
    }
    ended
}

/// The same of a future.
pub(super) async fn caught_in<F: Future>(
    what: &str,
    report: &mut Report,
    make: impl FnOnce() -> F,
) -> Option<F::Output> {
    let ended = contained(make).await;
    if ended.is_none() {
        tell(what, report);
    }
    ended
}

fn tell(what: &str, report: &mut Report) {
    report.add(format!("{what} panics"), "give an error instead: whoever calls it would panic too");
}
