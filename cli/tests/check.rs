//! `rulebook check`.

use serde_json::json;
use snapbox::str;

use crate::folder::{Folder, MANIFEST, SCRIPT, json, stderr, stdout};

fn misspelt() -> Folder {
    let folder = Folder::new();
    folder.write("misspelt.json", MANIFEST.replace("requiresApproval", "requiresAproval"));
    folder
}

#[test]
fn a_manifest_without_problems_is_ok() {
    let folder = Folder::new();
    folder
        .run(&["check", "rules.json"])
        .code(0)
        .stdout_eq("rules.json: ok (5 tools)\n")
        .stderr_eq("");
    let one =
        r#"{ "schemaVersion": 1, "script": "scripts/rules.rhai", "exports": [{ "name": "add" }] }"#;
    folder.write("one.json", one);
    folder
        .run(&["check", "./one.json"])
        .code(0)
        .stdout_eq("./one.json: ok (1 tool)\n")
        .stderr_eq("");
}

#[test]
fn without_problems_the_json_list_is_empty() {
    Folder::new()
        .run(&["check", "rules.json", "rules.json", "--format", "json"])
        .code(0)
        .stdout_eq("{\"diagnostics\":[]}\n")
        .stderr_eq("");
}

#[test]
fn a_problem_is_underlined_in_the_manifest() {
    let output = misspelt().run(&["check", "misspelt.json"]).code(1).stdout_eq("");
    output.stderr_eq(str![[r#"
error[unknown_field]

  x [..]`requiresAproval`[..]
    ,-[misspelt.json:9:[..]]
  8 |       "kind": "read",
  9 |       "requiresAproval": false
    : [..]^^^^^^^^^^^^^^^[..]
 10 |     },
    `----
...
misspelt.json: 1 error

"#]]);
}

#[test]
fn a_problem_is_underlined_in_the_script() {
    let folder = Folder::new();
    folder.write("scripts/rules.rhai", SCRIPT.replace("a: int, b: int", "a: int, b: long"));
    let output = folder.run(&["check", "rules.json"]).code(1).stdout_eq("");
    output.stderr_eq(str![[r#"
error[unknown_type]

  x [..]`long`[..]
   ,-[scripts/rules.rhai:2:19]
 1 | /// Adds two whole numbers.
 2 | fn add(a: int, b: long) -> int { a + b }
   :                   ^^^^
   `----
...
rules.json: 1 error

"#]]);
}

#[test]
fn a_problem_is_a_record() {
    let output = misspelt().run(&["check", "--format", "json", "misspelt.json"]).code(1);
    let output = output.stderr_eq("");
    let found = json(&output);
    let diagnostic = found.pointer("/diagnostics/0").unwrap();
    let keys: Vec<&String> = diagnostic.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["code", "severity", "message", "file", "line", "column", "help"]);
    let at = |key: &str| diagnostic.get(key).unwrap().clone();
    assert_eq!(at("code"), "unknown_field");
    assert_eq!(at("severity"), "error");
    assert_eq!(at("file"), "misspelt.json");
    assert_eq!(at("line"), 9);
    assert!(at("message").as_str().unwrap().contains("`requiresAproval`"));
}

#[test]
fn a_file_that_is_not_there_has_no_line() {
    let output = Folder::new().run(&["check", "--format", "json", "nope.json"]).code(1);
    let found = json(&output);
    assert_eq!(found.pointer("/diagnostics/0/code"), Some(&json!("file_not_found")));
    assert_eq!(found.pointer("/diagnostics/0/line"), Some(&json!(null)));
    assert_eq!(found.pointer("/diagnostics/0/column"), Some(&json!(null)));

    let output = Folder::new().run(&["check", "nope.json"]).code(1).stdout_eq("");
    let text = stderr(&output);
    assert!(text.starts_with("error[file_not_found]\n") && text.contains("nope.json"), "{text}");
    assert!(text.ends_with("\nnope.json: 1 error\n"), "{text}");
}

#[test]
fn every_manifest_is_checked() {
    let folder = misspelt();
    folder.write("broken.json", "{");
    let words = ["check", "nope.json", "misspelt.json", "rules.json", "broken.json"];
    let output = folder.run(&words).code(1).stdout_eq("rules.json: ok (5 tools)\n");
    let text = stderr(&output);
    for summary in ["nope.json: 1 error", "misspelt.json: 1 error", "broken.json: 1 error"] {
        assert!(text.lines().any(|line| line == summary), "{text}");
    }

    let output = folder.run(&[&words[..], &["--format=json"]].concat()).code(1).stderr_eq("");
    let found = json(&output);
    let files: Vec<_> = found
        .pointer("/diagnostics")
        .and_then(|all| all.as_array())
        .unwrap()
        .iter()
        .filter_map(|diagnostic| diagnostic.get("file")?.as_str())
        .collect();
    assert_eq!(files, ["nope.json", "misspelt.json", "broken.json"]);
}

#[test]
fn a_file_that_is_piped_gets_no_colour_whatever_the_environment_says() {
    let folder = misspelt();
    let plain = stderr(&folder.run(&["check", "misspelt.json"]));
    assert!(!plain.contains('\u{1b}'), "{plain}");
    assert!(plain.is_ascii(), "{plain}");
    let settings = [
        [("CLICOLOR_FORCE", "1"), ("COLUMNS", "20")],
        [("FORCE_COLOR", "3"), ("FORCE_HYPERLINK", "1")],
        [("NO_COLOR", "1"), ("LANG", "C")],
    ];
    for environment in settings {
        let output = folder.command(&["check", "misspelt.json"]).envs(environment).assert();
        assert_eq!(stderr(&output), plain);
        let output = folder.command(&["--help"]).envs(environment).assert();
        assert!(!stdout(&output).contains('\u{1b}'));
    }
}

#[test]
fn a_manifest_of_one_long_line_is_cut_around_the_place() {
    let folder = Folder::new();
    let description = "\u{1b}[2J\u{202e}".to_owned() + &"x".repeat(200_000);
    let description = description.replace('\u{1b}', "\\u001b");
    let manifest = format!(
        r#"{{ "schemaVersion": 1, "script": "scripts/rules.rhai", "exports": [{{ "name": "add", "description": "{description}", "kindd": "read" }}] }}"#
    );
    folder.write("long.json", manifest);
    let output = folder.run(&["check", "long.json"]).code(1).stdout_eq("");
    let text = stderr(&output);
    assert!(text.contains("kindd") && text.len() < 2_000, "{text}");
}

#[test]
fn a_root_lets_paths_reach_wider() {
    let folder = Folder::new();
    folder.write("manifests/rules.json", MANIFEST);
    let alone = folder.run(&["check", "manifests/rules.json"]).code(1);
    assert!(stderr(&alone).contains("file_not_found"));
    let rooted = folder.run(&["check", "manifests/rules.json", "--root", "."]).code(0);
    rooted.stdout_eq("manifests/rules.json: ok (5 tools)\n").stderr_eq("");
}

#[test]
fn start_up_statements_are_held_to_the_time() {
    let folder = Folder::new();
    folder.write("scripts/rules.rhai", format!("const A = 1; loop {{ }}\n{SCRIPT}"));
    let words = ["check", "--timeout", "300ms", "--format", "json", "rules.json"];
    let output = folder.run(&words).code(1);
    assert_eq!(json(&output).pointer("/diagnostics/0/code"), Some(&json!("startup_timed_out")));
}
