//! Streams that are closed or full.

use std::process::{Command, Output, Stdio};

use crate::folder::Folder;

const LINES: [&[&str]; 8] = [
    &["--help"],
    &["check", "rules.json"],
    &["check", "rules.json", "--format", "json"],
    &["list", "rules.json"],
    &["list", "rules.json", "--format", "json"],
    &["call", "rules.json", "add", "{\"a\": 1, \"b\": 2}"],
    &["watch", "rules.json"],
    &["watch", "rules.json", "--format", "json"],
];

fn run(
    folder: &Folder,
    words: &[&str],
    stdout: impl Into<Stdio>,
    stderr: impl Into<Stdio>,
) -> Output {
    Command::new(snapbox::cmd::cargo_bin!("rulebook"))
        .current_dir(folder.path())
        .args(words)
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap()
}

/// The writing end of a pipe that nobody reads.
fn unread() -> std::io::PipeWriter {
    std::io::pipe().unwrap().1
}

#[test]
fn a_reader_that_went_away_is_not_a_failure() {
    let folder = Folder::new();
    for words in LINES {
        let output = run(&folder, words, unread(), Stdio::piped());
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    }
}

#[test]
fn a_failure_keeps_its_status_when_nobody_reads_it() {
    let folder = Folder::new();
    let lines: [&[&str]; 4] = [
        &["check", "nope.json"],
        &["check", "nope.json", "--format", "json"],
        &["call", "rules.json", "nope", "--format", "json"],
        &["call", "rules.json", "nope"],
    ];
    for words in lines {
        let output = run(&folder, words, unread(), unread());
        assert_eq!(output.status.code(), Some(1), "{words:?}");
    }
    let output = run(&folder, &["frobnicate"], unread(), unread());
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_a_failure() {
    let folder = Folder::new();
    for words in LINES.iter().filter(|words| words.len() > 1) {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = run(&folder, words, full, Stdio::piped());
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.starts_with("error: the output cannot be written: "), "{text}");
    }
}
