use std::path::Path;

use notify::event::{
    AccessKind, AccessMode, CreateKind, DataChange, EventKind, Flag, MetadataKind, ModifyKind,
    RemoveKind, RenameMode,
};
use notify::{Event, event};

use super::*;

const MADE: EventKind = EventKind::Create(CreateKind::File);
const OPENED: EventKind = EventKind::Access(AccessKind::Open(AccessMode::Any));
const WRITTEN: EventKind = EventKind::Modify(ModifyKind::Data(DataChange::Any));
const CLOSED: EventKind = EventKind::Access(AccessKind::Close(AccessMode::Write));
const READ: EventKind = EventKind::Access(AccessKind::Close(AccessMode::Read));
const MARKED: EventKind = EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any));
const FROM: EventKind = EventKind::Modify(ModifyKind::Name(RenameMode::From));
const TO: EventKind = EventKind::Modify(ModifyKind::Name(RenameMode::To));
const GONE: EventKind = EventKind::Remove(RemoveKind::File);
const FOLDER: EventKind = EventKind::Create(CreateKind::Folder);

fn signals(kind: event::EventKind, path: &str) -> Vec<Signal> {
    Signal::of(Event::new(kind).add_path(path.into()))
}

/// Whether a file is open after each of these events.
#[track_caller]
fn assert_open(events: &[(EventKind, &str, bool)]) {
    let mut writers = Writers::default();
    for (at, (kind, path, open)) in events.iter().enumerate() {
        signals(*kind, path).iter().for_each(|signal| writers.note(signal));
        let expected = *open && cfg!(target_os = "linux");
        assert_eq!(writers.is_open(), expected, "after {at}: {kind:?} of {path}");
    }
}

#[test]
fn a_file_is_open_from_its_first_change_until_it_is_closed() {
    assert_open(&[
        (OPENED, "a", false),
        (WRITTEN, "a", true),
        (MARKED, "a", true),
        (WRITTEN, "a", true),
        (READ, "a", true),
        (CLOSED, "a", false),
        (CLOSED, "a", false),
    ]);
    assert_open(&[
        (MADE, "a", true),
        (OPENED, "a", true),
        (WRITTEN, "b", true),
        (CLOSED, "a", true),
        (CLOSED, "b", false),
    ]);
    assert_open(&[(FOLDER, "f", false), (MARKED, "a", false), (READ, "a", false)]);
}

#[test]
fn a_file_written_aside_is_closed_before_it_is_renamed() {
    assert_open(&[
        (MADE, "a~", true),
        (WRITTEN, "a~", true),
        (CLOSED, "a~", false),
        (FROM, "a~", false),
        (TO, "a", false),
    ]);
}

#[test]
fn a_link_is_swapped_without_anything_to_wait_for() {
    // A new link looks like a new file.
    assert_open(&[(MADE, "link~", true), (FROM, "link~", false), (TO, "link", false)]);
}

#[test]
fn another_name_for_a_file_is_never_closed() {
    assert_open(&[(MADE, "hard", true), (MARKED, "hard", true)]);
}

#[test]
fn a_file_that_is_gone_is_not_open() {
    assert_open(&[(MADE, "a", true), (WRITTEN, "a", true), (GONE, "a", false)]);
    // It can still be written by whoever has it.
    assert_open(&[(GONE, "a", false), (WRITTEN, "a", true), (CLOSED, "a", false)]);
}

#[test]
fn a_file_that_is_renamed_while_it_is_open_is_known_by_its_new_name() {
    assert_open(&[
        (WRITTEN, "a", true),
        (FROM, "a", false),
        (TO, "b", false),
        (WRITTEN, "b", true),
        (CLOSED, "b", false),
    ]);
    // What was open under that name is gone.
    assert_open(&[(WRITTEN, "a", true), (TO, "a", false)]);
}

#[test]
fn a_folder_that_goes_takes_its_files_along() {
    assert_open(&[(MADE, "f/a", true), (FROM, "f", false)]);
    assert_open(&[(MADE, "f/a", true), (FROM, "g", true), (FROM, "f/b", true)]);
}

#[test]
fn nothing_is_open_once_events_were_lost() {
    let mut writers = Writers::default();
    signals(WRITTEN, "a").iter().for_each(|signal| writers.note(signal));
    let lost = Signal::of(Event::new(EventKind::Other).set_flag(Flag::Rescan));
    assert_eq!(lost, [Signal::Lost]);
    lost.iter().for_each(|signal| writers.note(signal));
    assert!(!writers.is_open());
}

#[test]
fn an_event_tells_of_each_of_its_paths_and_reading_tells_nothing() {
    for kind in [OPENED, READ, EventKind::Access(AccessKind::Read)] {
        assert_eq!(signals(kind, "a"), []);
    }
    let both = Event::new(EventKind::Modify(ModifyKind::Name(RenameMode::Both)));
    let told = Signal::of(both.add_path("a".into()).add_path("b".into()));
    let paths: Vec<&Path> = told
        .iter()
        .filter_map(|signal| match signal {
            Signal::Changed { path, .. } => Some(path.as_path()),
            Signal::Lost => None,
        })
        .collect();
    assert_eq!(paths, [Path::new("a"), Path::new("b")]);
    // An event of nobody knows what.
    assert_eq!(Signal::of(Event::new(EventKind::Any)), [Signal::Lost]);
}
