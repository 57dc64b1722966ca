//! Which of the files that were read are gone, and which are there again.

use std::collections::BTreeSet;

use super::look;
use crate::code::Code;
use crate::confine::{FileError, Root};
use crate::script::Answer;
use crate::toolset::{Place, Read};

/// How the root folder is called.
const ROOT: &str = ".";

/// What is gone of what was read, and what is there again.
#[derive(Debug, Default)]
pub(super) struct Losses {
    /// What is gone, whether that is new or not.
    pub(super) lost: BTreeSet<String>,
    /// What was gone before and is there again.
    pub(super) found: BTreeSet<String>,
}

/// A load that succeeded or not.
pub(super) struct Latest<'a> {
    pub(super) read: &'a Read,
    pub(super) loaded: bool,
}

impl Losses {
    /// What is gone after a load, of what the good load read and of what was gone
    /// before.
    pub(super) fn after(
        latest: &Latest<'_>,
        place: &Place,
        good: Option<&Read>,
        before: &BTreeSet<String>,
    ) -> Self {
        let Some(good) = good else { return Self::default() };
        let root = Root::open(place.root());
        let lost = match (latest.read, &root) {
            (Ok(_), _) => asked_in_vain(good, latest.read),
            // The manifest is read first.
            (Err(_), Ok(_)) => {
                look::files(good).into_iter().filter(|name| place.is_manifest(name)).collect()
            }
            (Err(_), Err(error)) if is_gone(error) => BTreeSet::from([ROOT.to_owned()]),
            (Err(_), Err(_)) => BTreeSet::new(),
        };
        let mut losses = Self { lost, found: BTreeSet::new() };
        let answers = look::answers(latest.read);
        for path in before {
            if losses.lost.contains(path) {
                continue;
            }
            let gone = match (answers.get(path), &root) {
                (Some(answer), _) => answer_is_gone(answer),
                (None, Ok(_)) if path == ROOT => false,
                // Nothing needs it any more.
                (None, Ok(_)) if latest.loaded => continue,
                // The load ended before it came to it.
                (None, Ok(root)) => answer_is_gone(&place.read(root, path)),
                (None, Err(_)) => true,
            };
            let kept = if gone { &mut losses.lost } else { &mut losses.found };
            kept.insert(path.clone());
        }
        losses
    }
}

/// Files of the good load that a later one asked for and did not find.
fn asked_in_vain(good: &Read, latest: &Read) -> BTreeSet<String> {
    let (good, latest) = (look::files(good), look::answers(latest));
    let gone = latest.into_iter().filter(|(_, answer)| answer_is_gone(answer));
    gone.map(|(name, _)| name).filter(|name| good.contains(name)).collect()
}

fn answer_is_gone(answer: &Answer) -> bool {
    answer.as_ref().is_err_and(is_gone)
}

fn is_gone(error: &FileError) -> bool {
    error.code == Code::FileNotFound
}
