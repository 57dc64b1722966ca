//! `rulebook list`.

use serde_json::{Value, json};
use snapbox::str;

use crate::folder::{Folder, MANIFEST, json, stderr};

#[test]
fn tools_are_shown_to_a_person() {
    let folder = Folder::new();
    folder.write(
        "scripts/returns.rhai",
        r#"
type Reason = "damaged" | "late";
type Line = #{ sku: string, price: decimal, note?: string };
/// Decides.
///
/// By the book.
fn decide(reason: Reason, lines: array<Line>, days: int?) -> #{ ok: bool } { #{ ok: true } }
"#,
    );
    folder.write("two.json", r#"{
  "schemaVersion": 1,
  "script": "scripts/returns.rhai",
  "exports": [
    { "name": "decide", "parameterDescriptions": { "days": "Whole days." }, "requiresApproval": true },
    { "name": "today", "script": "scripts/rules.rhai", "kind": "read" }
  ]
}"#);
    folder.run(&["list", "two.json"]).code(0).stderr_eq("").stdout_eq(str![[r#"
two.json

decide
  Decides.

  By the book.
  kind      not stated
  approval  needed
  takes     reason: "damaged" | "late"
            lines: array<#{ sku: string, price: decimal, note?: string }>
            days: int?
              Whole days.
  gives     #{ ok: bool }
  from      scripts/returns.rhai, function `decide`

today
  Says which day it is.
  kind      read
  approval  not needed
  takes     nothing
  gives     string
  from      scripts/rules.rhai, function `today`

"#]]);
}

#[test]
fn tools_are_an_array_for_a_program() {
    let output = Folder::new().run(&["list", "--format", "json", "rules.json"]).code(0);
    let output = output.stderr_eq("");
    let found = json(&output);
    let tools = found.as_array().unwrap();
    let names: Vec<&Value> = tools.iter().filter_map(|tool| tool.get("name")).collect();
    assert_eq!(names, ["add", "today", "fail", "forever", "echo"]);
    for tool in tools {
        let keys: Vec<&String> = tool.as_object().unwrap().keys().collect();
        let expected = [
            "name",
            "description",
            "kind",
            "requiresApproval",
            "inputSchema",
            "outputSchema",
            "source",
        ];
        assert_eq!(keys, expected);
    }
    let add = found.get(0).unwrap();
    assert_eq!(add.get("description"), Some(&json!("Adds two whole numbers.")));
    assert_eq!(add.get("kind"), Some(&json!("read")));
    assert_eq!(add.get("requiresApproval"), Some(&json!(false)));
    let source = json!({
        "manifest": "rules.json", "script": "scripts/rules.rhai", "function": "add", "generation": 1
    });
    assert_eq!(add.get("source"), Some(&source));
    assert_eq!(add.pointer("/inputSchema/required"), Some(&json!(["a", "b"])));
    assert_eq!(add.pointer("/inputSchema/additionalProperties"), Some(&json!(false)));
    assert_eq!(found.pointer("/1/kind"), Some(&Value::Null));
}

#[test]
fn several_manifests_are_one_array_and_may_share_names() {
    let folder = Folder::new();
    folder.write("again.json", MANIFEST);
    let output = folder.run(&["list", "--format", "json", "rules.json", "again.json"]).code(0);
    assert_eq!(json(&output).as_array().unwrap().len(), 10);
}

#[test]
fn nothing_is_listed_when_a_manifest_does_not_load() {
    let folder = Folder::new();
    folder.write("broken.json", "{");
    for format in ["human", "json"] {
        let words = ["list", "--format", format, "rules.json", "broken.json", "nope.json"];
        let output = folder.run(&words).code(1).stdout_eq("");
        let text = stderr(&output);
        assert!(text.contains("error[invalid_json]"), "{text}");
        assert!(text.contains("error[file_not_found]"), "{text}");
    }
}
