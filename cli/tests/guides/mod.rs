//! Commands in the guides are run, in order, and print what the guides show.
//!
//! `UPDATE=1 cargo test -p rulebook-cli guides` writes what they print now into
//! the guides.

#![expect(clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

#[path = "../../../tests/guides/blocks.rs"]
mod blocks;
mod clients;
mod session;

use std::fs;
use std::path::Path;

use snapbox::IntoData;

use blocks::{Block, blocks};
use session::Session;

/// What takes a build of its own is run on a fresh clone, by `.ci/readme`, or is
/// a step of `.ci/run`.
const LEFT_TO_CI: &[&str] = &[
    "cargo test",
    "cargo run -q --example hot-reload",
    "cargo run -q --example incident-triage",
    "cargo run -q --example isolated",
    "cargo run -q --example mixed-tools",
    "cargo run -q --example referral-desk",
    "cargo run -q --example relay",
    "cargo run -q --example returns-desk",
    "cargo run -q --example served",
    "cargo run -q --example settings",
];

/// A command, and what the guide shows below it.
struct Step<'a> {
    command: &'a str,
    shown: String,
}

/// The commands of a block.
fn steps(block: &Block) -> Vec<Step<'_>> {
    let mut steps = Vec::<Step<'_>>::new();
    for line in block.text.lines() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push(Step { command, shown: String::new() }),
            (None, Some(step)) => step.shown.extend([line, "\n"]),
            (None, None) => panic!("line {}: a console begins with `$ `", block.line),
        }
    }
    steps
}

/// The text of a block with what its commands print now.
fn run(session: &Session, block: &Block) -> String {
    let mut text = String::new();
    for Step { command, shown } in steps(block) {
        let left_out = LEFT_TO_CI.contains(&command);
        let printed = if left_out { shown } else { session.run(command) };
        text.extend(["$ ", command, "\n", &printed]);
    }
    text
}

/// A guide with what its commands print now.
fn follow(repository: &Path, guide: &str) -> String {
    let session = Session::new(repository);
    let lines: Vec<_> = guide.split_inclusive('\n').collect();
    let (mut now, mut next) = (String::new(), 0);
    for block in blocks(guide) {
        match &*block.language {
            "console" => {
                now.extend(lines[next..block.line].iter().copied());
                now.push_str(&run(&session, &block));
                next = block.line + block.text.lines().count();
            }
            "diff" => session.change(&block),
            _ => session.keep(&block),
        }
    }
    now.extend(lines[next..].iter().copied());
    now
}

#[test]
fn commands_print_what_the_guides_show() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let guides = blocks::guides(repository).unwrap();
    assert!(guides.len() > 10, "only {} guides were found", guides.len());
    for path in guides {
        let guide = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        let now = follow(repository, &guide);
        if std::env::var_os("UPDATE").is_some_and(|update| update == "1") {
            fs::write(path, now).unwrap();
        } else {
            snapbox::assert_data_eq!(now.into_data().raw(), guide.into_data().raw());
        }
    }
}
