//! `rulebook call`, when there is a result.

use crate::folder::{Folder, stdout};

#[test]
fn a_result_is_one_line_of_json() {
    let folder = Folder::new();
    folder
        .run(&["call", "rules.json", "add", r#"{"a": 1, "b": 2}"#])
        .code(0)
        .stdout_eq("3\n")
        .stderr_eq("");
    folder
        .run(&["call", "rules.json", "add", r#"{"a": 1, "b": 2}"#, "--format", "json"])
        .code(0)
        .stdout_eq("3\n")
        .stderr_eq("");
    let words = ["call", "rules.json", "echo", r#"{"text": "Grüße\n\"世界\""}"#];
    let output = folder.run(&words).code(0).stderr_eq("");
    assert_eq!(stdout(&output), "\"Grüße\\n\\\"世界\\\"\"\n");
}

#[test]
fn absent_arguments_are_an_empty_object() {
    let folder = Folder::new();
    for words in [&["call", "rules.json", "today"][..], &["call", "rules.json", "today", "{}"]] {
        folder.run(words).code(0).stdout_eq("\"Monday\"\n").stderr_eq("");
    }
}

#[test]
fn standard_input_is_not_read_unless_it_is_asked_for() {
    let folder = Folder::new();
    let output = folder.command(&["call", "rules.json", "today"]).stdin("nonsense").assert();
    output.code(0).stdout_eq("\"Monday\"\n");
}

#[test]
fn arguments_come_from_standard_input() {
    let folder = Folder::new();
    for text in ["{\"a\": 1,\r\n \"b\": 2}\r\n", "\u{feff}{\"a\":1,\"b\":2}"] {
        let output = folder.command(&["call", "rules.json", "add", "-"]).stdin(text).assert();
        output.code(0).stdout_eq("3\n").stderr_eq("");
    }
}

#[test]
fn arguments_come_from_a_file() {
    let folder = Folder::new();
    folder.write("order.json", "\u{feff}{\"a\": 40,\n\"b\": 2}\n");
    folder
        .run(&["call", "rules.json", "add", "@order.json"])
        .code(0)
        .stdout_eq("42\n")
        .stderr_eq("");
}

#[test]
fn a_result_cannot_steer_the_terminal() {
    let words = ["call", "rules.json", "echo", r#"{"text": "\u001b[2J\u007f\u009b\u202e"}"#];
    let output = Folder::new().run(&words).code(0).stderr_eq("");
    assert_eq!(stdout(&output), "\"\\u001b[2J\\u007f\\u009b\\u202e\"\n");
}

#[test]
fn a_manifest_in_another_folder_brings_its_own_root() {
    let folder = Folder::new();
    let manifest = folder.path().join("rules.json");
    let elsewhere = tempfile::tempdir().unwrap();
    folder
        .command(&["call", manifest.to_str().unwrap(), "today"])
        .current_dir(elsewhere.path())
        .assert()
        .code(0)
        .stdout_eq("\"Monday\"\n");
}
