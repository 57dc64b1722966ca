//! `rulebook call`, when there is no result.

use serde_json::{Value, json};
use snapbox::cmd::OutputAssert;
use snapbox::str;

use crate::folder::{Folder, MANIFEST, json, stderr};

/// A call that fails in both formats: the text for a person and the error object.
fn failing(folder: &Folder, words: &[&str]) -> (String, Value) {
    let human = folder.run(words).code(1).stdout_eq("");
    let program = folder.run(&[words, &["--format", "json"]].concat()).code(1).stderr_eq("");
    (stderr(&human), error_of(&program))
}

fn error_of(output: &OutputAssert) -> Value {
    let found = json(output);
    assert_eq!(found.as_object().unwrap().len(), 1, "{found}");
    let error = found.get("error").unwrap().clone();
    assert!(error.get("code").unwrap().is_string(), "{error}");
    assert!(error.get("message").unwrap().is_string(), "{error}");
    error
}

#[test]
fn an_unknown_tool_is_answered_with_the_nearest() {
    let (text, error) = failing(&Folder::new(), &["call", "rules.json", "todya"]);
    assert!(text.starts_with("error[unknown_tool]\n") && text.contains("`today`"), "{text}");
    assert_eq!(error.get("code"), Some(&json!("unknown_tool")));
    assert!(error.get("message").unwrap().as_str().unwrap().contains("`today`"));
}

#[test]
fn bad_arguments_are_refused() {
    let folder = Folder::new();
    let cases = [
        "",
        "{",
        "nonsense",
        "[1, 2]",
        "3",
        "null",
        r#"{"a": 1, "b": 2"#,
        r#"{"a": 1, "b": 2} {}"#,
        r#"{"a": 1}"#,
        r#"{"a": 1, "b": 2.5}"#,
        r#"{"a": 1, "b": "two"}"#,
        r#"{"a": 1, "b": null}"#,
        r#"{"a": 1, "b": 2, "c": 3}"#,
        r#"{"a": 1, "b": 9223372036854775808}"#,
        "{'a': 1, 'b': 2}",
        r#"{"a": 1, "b": 2, "b": 3}"#,
        r#"{"a": NaN, "b": 2}"#,
    ];
    for arguments in cases {
        let (text, error) = failing(&folder, &["call", "rules.json", "add", arguments]);
        assert_eq!(error.get("code"), Some(&json!("invalid_arguments")), "{arguments}");
        assert!(text.starts_with("error[invalid_arguments]\n"), "{arguments}: {text}");
    }
}

#[test]
fn every_problem_of_a_call_has_a_line() {
    let words = ["call", "rules.json", "add", r#"{"a": "x"}"#];
    let (text, error) = failing(&Folder::new(), &words);
    let paths = ["/problems/0/path", "/problems/1/path"].map(|path| error.pointer(path).cloned());
    assert_eq!(paths, [Some(json!("a")), Some(json!(""))]);
    snapbox::assert_data_eq!(
        text,
        str![[r#"
error[invalid_arguments]

  x the arguments have 2 problems
  `a`: [..]
  `b` is missing

"#]]
    );
}

#[test]
fn files_that_are_odd_are_refused() {
    let folder = Folder::new();
    folder.write("latin1.json", b"{\"a\": 1, \"b\": \"\xe9\"}");
    folder.write("empty.json", "");
    let big = std::fs::File::create(folder.path().join("big.json")).unwrap();
    big.set_len(100 * 1024 * 1024).unwrap();
    let mut cases = vec![
        ("@nope.json", "does not exist"),
        ("@", "does not exist"),
        ("@rules.json/x", "does not exist"),
        ("@scripts", "is a folder"),
        ("@latin1.json", "is not UTF-8 text"),
        ("@big.json", "holds more than 16777216 bytes"),
        ("@empty.json", ""),
    ];
    if cfg!(unix) {
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        cases.extend([("@pipe", "is a pipe or a device"), ("@/dev/zero", "is a pipe or a device")]);
    }
    for (word, problem) in cases {
        let (text, error) = failing(&folder, &["call", "rules.json", "add", word]);
        assert!(text.contains(problem), "{word}: {text}");
        assert_eq!(error.get("code"), Some(&json!("invalid_arguments")), "{word}");
    }
}

#[test]
fn standard_input_that_is_odd_is_refused() {
    let folder = Folder::new();
    let words = ["call", "rules.json", "add", "-", "--format", "json"];
    for input in [vec![], vec![b' '; 17 * 1024 * 1024], vec![0xff, 0xfe, b'{', 0], vec![0]] {
        let output = folder.command(&words).stdin(input.as_slice()).assert().code(1).stderr_eq("");
        assert_eq!(error_of(&output).get("code"), Some(&json!("invalid_arguments")));
    }
}

#[test]
fn a_script_that_throws_is_shown_at_its_line() {
    let words =
        ["call", "rules.json", "fail", r#"{"why": "\u001b]0;owned\u0007\nrules.json: ok"}"#];
    let (text, error) = failing(&Folder::new(), &words);
    assert!(text.contains(r"\u{1b}]0;owned\u{7}\nrules.json: ok"), "{text}");
    snapbox::assert_data_eq!(
        text,
        str![[r#"
error[script_failed]

  x [..]
    ,-[scripts/rules.rhai:9:[..]]
  8 | fn fail(why: string) -> int {
  9 |     throw why;
    : [..]^[..]
 10 | }
    `----
  at scripts/rules.rhai:9:[..] in fail

"#]]
    );
    assert_eq!(error.get("code"), Some(&json!("script_failed")));
    assert_eq!(error.get("thrown"), Some(&json!("\u{1b}]0;owned\u{7}\nrules.json: ok")));
    assert_eq!(error.pointer("/trace/0/file"), Some(&json!("scripts/rules.rhai")));
    assert_eq!(error.pointer("/trace/0/line"), Some(&json!(9)));
}

#[test]
fn a_thrown_value_is_told_once() {
    let folder = Folder::new();
    folder.write("scripts/rules.rhai", "/// Fails.\nfn f() -> int { throw #{ left: 3 } }");
    let manifest = json!({
        "schemaVersion": 1, "script": "scripts/rules.rhai", "exports": [{ "name": "f" }]
    });
    folder.write("rules.json", manifest.to_string());
    let (text, error) = failing(&folder, &["call", "rules.json", "f"]);
    assert_eq!(text.matches("left").count(), 2, "once told, once in the script: {text}");
    assert_eq!(error.get("thrown"), Some(&json!({ "left": 3 })));
}

#[test]
fn a_call_ends_at_its_time() {
    let words = ["call", "rules.json", "forever", "--timeout", "300ms"];
    let (text, error) = failing(&Folder::new(), &words);
    assert!(text.starts_with("error[timed_out]\n"), "{text}");
    assert_eq!(error.get("code"), Some(&json!("timed_out")));
}

#[test]
fn a_manifest_that_does_not_load_is_unavailable() {
    let folder = Folder::new();
    folder.write("misspelt.json", MANIFEST.replace("requiresApproval", "requiresAproval"));
    let (text, error) = failing(&folder, &["call", "misspelt.json", "today"]);
    assert!(text.starts_with("error[unknown_field]\n"), "{text}");
    assert!(text.contains("misspelt.json:9:"), "{text}");
    assert_eq!(error.get("code"), Some(&json!("unavailable")));
    assert_eq!(error.pointer("/diagnostics/0/code"), Some(&json!("unknown_field")));
    assert_eq!(error.pointer("/diagnostics/0/line"), Some(&json!(9)));

    let (text, error) = failing(&folder, &["call", "nope.json", "today"]);
    assert!(text.starts_with("error[file_not_found]\n"), "{text}");
    assert_eq!(error.get("code"), Some(&json!("unavailable")));
}
