//! Whether files are still what a load has read.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::Code;
use crate::confine::{File, FileError, normalize};
use crate::script::Answer;
use crate::toolset::{Place, Read};

/// What a look at the files has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// A load would read the same.
    Same,
    /// A load would read something else.
    Different,
    /// Something else, where a file is gone or empty that was not: that is what files are for
    /// a moment while they are saved.
    HalfSaved,
}

/// Looks at every file that a load has asked for.
pub(super) fn look(place: &Place, read: &Read) -> Look {
    let (root, manifest) = match (place.open(), read) {
        (Ok(opened), Ok(_)) => opened,
        (Ok(_), Err(_)) => return Look::Different,
        (Err(_), Ok(_)) => return Look::HalfSaved,
        (Err(now), Err(then)) => {
            let same = then.diagnostics().first().is_some_and(|then| {
                (then.code(), then.message()) == (now.code, now.message.as_str())
            });
            return if same { Look::Same } else { Look::Different };
        }
    };
    let answers = answers(read);
    // The way to the manifest may lead to another one by now.
    let mut seen = if answers.contains_key(&manifest) { Look::Same } else { Look::Different };
    for (name, then) in answers {
        match (&then, &place.read(&root, as_asked(&name, &then))) {
            (Ok(then), Ok(now)) if then.digest == now.digest => {}
            (Err(then), Err(now)) if same(then, now) => {}
            (then, now) if is_passing(Some(then), now) => return Look::HalfSaved,
            _ => seen = Look::Different,
        }
    }
    seen
}

/// The path that a file was asked for by, which a failure has in its message; its
/// name otherwise.
fn as_asked<'a>(name: &'a str, then: &'a Answer) -> &'a str {
    match then {
        Err(error) if normalize(&error.file).is_ok_and(|asked| asked == name) => &error.file,
        Ok(_) | Err(_) => name,
    }
}

/// Whether a load found a file empty, or gone, that was not so for the one before: it
/// was done while the file was saved.
pub(super) fn is_half_saved(before: &Read, after: &Read) -> bool {
    let (then, now) = (answers(before), answers(after));
    let passing = |(name, now): (&String, &Answer)| is_passing(then.get(name), now);
    before.is_ok() && after.is_err() || now.iter().any(passing)
}

/// Whether a file is as files are for a moment while they are saved: gone, or empty,
/// and has not been so before.
fn is_passing(then: Option<&Answer>, now: &Answer) -> bool {
    match now {
        Ok(now) if is_empty(now) => !matches!(then, Some(Ok(then)) if is_empty(then)),
        Err(now) if now.code == Code::FileNotFound => matches!(then, Some(Ok(_))),
        _ => false,
    }
}

/// What came of reading each file that a load asked for.
pub(super) fn answers(read: &Read) -> BTreeMap<String, Answer> {
    read.as_ref().map(|reader| reader.answers()).unwrap_or_default()
}

/// The names of the files that a load has asked for.
pub(super) fn names(read: &Read) -> Vec<String> {
    answers(read).into_keys().collect()
}

/// The files that a load has read.
pub(super) fn files(read: &Read) -> BTreeSet<String> {
    answers(read).into_iter().filter_map(|(name, answer)| answer.is_ok().then_some(name)).collect()
}

/// Whether a load has failed before it asked for any file.
pub(super) fn is_unread(read: &Read) -> bool {
    read.is_ok() && answers(read).is_empty()
}

fn is_empty(file: &File) -> bool {
    file.source.text().trim().is_empty()
}

fn same(one: &FileError, other: &FileError) -> bool {
    (one.code, &one.message) == (other.code, &other.message)
}
