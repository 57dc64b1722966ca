//! Reads what calls may import, before any does: all that a generation runs is of
//! one time.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::code::Code;
use crate::confine::import_path;
use crate::script::{Files, Script};
use crate::signature;
use crate::source::Source;

/// How many files are read before they are needed; more than any rules import.
const MOST: usize = 1024;

/// Reads every file that scripts import in their functions, and that those import.
/// What cannot be read is none of a load's problems: no call may ever come to it.
pub(super) fn foresee(files: &dyn Files, scripts: &[Arc<Script>]) {
    let mut waiting: Vec<_> = scripts.iter().map(|script| script.source().clone()).collect();
    let mut seen: BTreeSet<_> = waiting.iter().map(|source| source.name().to_owned()).collect();
    while let Some(script) = waiting.pop() {
        for path in signature::imports(&script) {
            if let Some(file) = imported(files, &script, &path)
                && seen.len() < MOST
                && seen.insert(file.name().to_owned())
            {
                waiting.push(file);
            }
        }
    }
}

/// The file that an import means: beside its script, or else from the root.
fn imported(files: &dyn Files, script: &Source, path: &str) -> Option<Source> {
    match files.foresee(&import_path(script.name(), path).ok()?) {
        Err(missing) if missing.code == Code::FileNotFound => {
            files.foresee(&import_path("", path).ok()?).ok()
        }
        beside => beside.ok(),
    }
}
