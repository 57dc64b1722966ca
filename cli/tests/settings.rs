//! `rulebook settings`, and calls with settings.

use std::fs;

use serde_json::{Value, json};
use snapbox::str;

use crate::folder::{Folder, json, stderr, stdout};

const SCRIPT: &str = r#"
/// How a search is done.
settings SearchSettings = #{
    /// How many results there are at most.
    ///
    /// The more, the slower.
    limit: int = 10,
    region: "eu" | "us" = "eu",
    tags: array<string> = ["a"],
    note: string = "as it is",
    fee: decimal = 1.50,
    include_closed: bool = false,
};

/// Finds.
fn search(query: string, settings: SearchSettings) -> string {
    `${query} ${settings.limit} ${settings.region} ${settings.tags} "${settings.note}" ${settings.fee} ${settings.include_closed}`
}

/// Needs none.
fn plain() -> int { 1 }
"#;

const MANIFEST: &str = r#"{
  "schemaVersion": 1,
  "script": "search.rhai",
  "exports": [
    { "name": "search", "fixed": ["include_closed"] },
    { "name": "plain" }
  ]
}"#;

/// A document with members that are right, fixed and gone, and those of another tool.
const STORED: &str = r#"{
  "schemaVersion": 1,
  "tools": {
    "search": { "limit": 20, "include_closed": true, "limti": 30, "note": null },
    "other": { "limit": "wrong" }
  }
}"#;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("search.rhai", SCRIPT);
    folder.write("search.json", MANIFEST);
    folder.write("stored.json", STORED);
    folder
}

/// The command for the tool `search`.
fn settings(words: &[&str]) -> Vec<String> {
    let begin = ["settings", "search.json", "search"];
    begin.iter().chain(words).map(|word| (*word).to_owned()).collect()
}

fn run(folder: &Folder, words: &[String]) -> snapbox::cmd::OutputAssert {
    folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_person_sees_each_value_and_where_it_comes_from() {
    let folder = folder();
    run(&folder, &settings(&[])).code(0).stderr_eq("").stdout_eq(str![[r#"
search
  setting         layer  configurable  value
  limit           code   yes           10
    How many results there are at most.

    The more, the slower.
  region          code   yes           "eu"
  tags            code   yes           ["a"]
  note            code   yes           "as it is"
  fee             code   yes           "1.50"
  include_closed  code   no            false

"#]]);
    let words = settings(&["--store", "stored.json", "--set", "region=us", "--set", "note="]);
    run(&folder, &words)
        .code(0)
        .stdout_eq(str![[r#"
search
  setting         layer   configurable  value
  limit           stored  yes           20
    How many results there are at most.

    The more, the slower.
  region          run     yes           "us"
  tags            code    yes           ["a"]
  note            run     yes           ""
  fee             code    yes           "1.50"
  include_closed  code    no            false

"#]])
        .stderr_eq(str![[r#"
note: the stored settings of `search`: `include_closed`: it is fixed: only the host's own configuration can set it
note: the stored settings of `search`: `limti`: there is no such setting; did you mean `limit`?

"#]]);
}

#[test]
fn a_program_gets_the_same_as_data() {
    let folder = folder();
    let words = settings(&[
        "--format",
        "json",
        "--store",
        "stored.json",
        "--set",
        "tags=[]",
        "--set",
        "limit=3",
    ]);
    let output = run(&folder, &words).code(0).stderr_eq("");
    assert_eq!(
        stdout(&output),
        concat!(
            r#"{"tool":"search","settings":["#,
            r#"{"name":"limit","value":3,"layer":"run","configurable":true,"description":"How many results there are at most.\n\nThe more, the slower."},"#,
            r#"{"name":"region","value":"eu","layer":"code","configurable":true},"#,
            r#"{"name":"tags","value":[],"layer":"run","configurable":true},"#,
            r#"{"name":"note","value":"as it is","layer":"code","configurable":true},"#,
            r#"{"name":"fee","value":"1.50","layer":"code","configurable":true},"#,
            r#"{"name":"include_closed","value":false,"layer":"code","configurable":false}],"#,
            r#""notes":["#,
            r#"{"tool":"search","member":"include_closed","layer":"stored","message":"it is fixed: only the host's own configuration can set it"},"#,
            r#"{"tool":"search","member":"limti","layer":"stored","message":"there is no such setting; did you mean `limit`?"}]}"#,
            "\n"
        )
    );
}

#[test]
fn long_values_are_cut_for_a_person_and_steer_no_terminal() {
    let folder = folder();
    let long = format!("note={}", "\u{1b}[2Jé".repeat(100));
    let output = run(&folder, &settings(&["--set", &long])).code(0).stderr_eq("");
    let text = stdout(&output);
    let line = text.lines().find(|line| line.contains("note")).unwrap();
    assert!(line.ends_with("...") && line.chars().count() < 110, "{line}");
    assert!(!text.contains('\u{1b}'), "{text}");
    let output = run(&folder, &settings(&["--set", &long, "--format", "json"])).code(0);
    let value = json(&output).pointer("/settings/3/value").cloned();
    assert_eq!(value, Some(json!("\u{1b}[2Jé".repeat(100))));
}

#[test]
fn a_value_is_text_where_the_setting_takes_text_and_json_elsewhere() {
    let folder = folder();
    for (word, member, value) in [
        ("limit=3", 0, json!(3)),
        ("limit=-3", 0, json!(-3)),
        ("limit=9223372036854775807", 0, json!(i64::MAX)),
        ("region=us", 1, json!("us")),
        ("region=\"us\"", 1, json!("us")),
        ("tags=[\"a=b\",\"\"]", 2, json!(["a=b", ""])),
        ("note=3", 3, json!("3")),
        ("note=", 3, json!("")),
        ("note=\"quoted\"", 3, json!("\"quoted\"")),
        ("note=a=b", 3, json!("a=b")),
        ("fee=0.1000000000000000000000001", 4, json!("0.1000000000000000000000001")),
    ] {
        let output = run(&folder, &settings(&["--set", word, "--format", "json"])).code(0);
        let found = json(&output);
        let found = found.pointer(&format!("/settings/{member}")).unwrap();
        assert_eq!(found.get("value"), Some(&value), "{word}");
        assert_eq!(found.get("layer"), Some(&json!("run")), "{word}");
    }
    // Null says nothing.
    let output = run(&folder, &settings(&["--set", "limit=null", "--format", "json"])).code(0);
    assert_eq!(json(&output).pointer("/settings/0/layer"), Some(&json!("code")));
}

#[test]
fn what_cannot_be_set_is_told_all_at_once() {
    let folder = folder();
    let wrong = [
        "--set",
        "limit=ten",
        "--set",
        "region=asia",
        "--set",
        "tags=[1",
        "--set",
        "include_closed=true",
        "--set",
        "limti=3",
    ];
    run(&folder, &settings(&wrong)).code(1).stdout_eq("").stderr_eq(str![[r#"
error[unavailable]

  x there are 5 problems
  `limit`: run settings: expected int, found the string `ten`; write a whole number, like `3`
  `region`: run settings: `asia` is not one of `eu`, `us`
  `tags`: run settings: expected an array, found a string; as JSON it cannot be read
  `include_closed`: run settings: it is fixed: only the host's own configuration can set it
  `limti`: run settings: there is no such setting; did you mean `limit`?

"#]]);
    run(&folder, &settings(&["--set", "limit=1.5"])).code(1).stdout_eq("").stderr_eq(str![[r#"
error[unavailable]

  x `limit`: run settings: expected int, found `1.5`; write a whole number

"#]]);
    let words = settings(&["--set", "limit=1.5", "--set", "gone=1", "--format", "json"]);
    run(&folder, &words).code(1).stderr_eq("").stdout_eq(str![[r#"
{"error":{"code":"unavailable","message":"`limit`: run settings: expected int, found `1.5`; write a whole number; `gone`: run settings: there is no such setting","problems":[{"path":"limit","message":"run settings: expected int, found `1.5`; write a whole number"},{"path":"gone","message":"run settings: there is no such setting"}]}}

"#]]);
}

#[test]
fn what_is_stored_and_wrong_is_told() {
    let folder = folder();
    folder.write(
        "stored.json",
        r#"{"schemaVersion": 1, "tools": {"search": {"limit": "3", "region": "mars"}}}"#,
    );
    let words = settings(&["--store", "stored.json", "--set", "limit=1"]);
    run(&folder, &words).code(1).stdout_eq("").stderr_eq(str![[r#"
error[unavailable]

  x there are 2 problems
  `limit`: stored settings: expected int, found the string `3`; write a whole number, like `3`
  `region`: stored settings: `mars` is not one of `eu`, `us`

"#]]);
}

#[test]
fn a_store_is_only_read() {
    let folder = folder();
    for (version, note) in [(1, false), (2, true), (9_007_199_254_740_993_u64, true)] {
        let text = STORED.replace("\"schemaVersion\": 1", &format!("\"schemaVersion\": {version}"));
        folder.write("stored.json", &text);
        for words in [
            settings(&["--store", "stored.json", "--set", "limit=1"]),
            settings(&["--store", "stored.json", "--format", "json"]),
        ] {
            let output = run(&folder, &words).code(0);
            let told = format!("{}{}", stderr(&output), stdout(&output));
            assert_eq!(told.contains(&format!("schema version {version}")), note, "{told}");
        }
        let output = folder.run(&[
            "call",
            "search.json",
            "search",
            r#"{"query": "q"}"#,
            "--store",
            "stored.json",
        ]);
        let result = json(&output.code(0));
        assert_eq!(result, "q 20 eu [\"a\"] \"as it is\" 1.50 false");
        assert_eq!(fs::read_to_string(folder.path().join("stored.json")).unwrap(), text);
    }
    let names = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    names.sort_unstable();
    assert_eq!(names, ["rules.json", "scripts", "search.json", "search.rhai", "stored.json"]);
}

#[test]
fn the_note_of_a_version_is_about_no_member() {
    let folder = folder();
    folder.write("stored.json", r#"{"schemaVersion": 4, "tools": {}}"#);
    let words = settings(&["--store", "stored.json", "--format", "json"]);
    let output = run(&folder, &words).code(0).stderr_eq("");
    assert_eq!(
        json(&output).get("notes"),
        Some(&json!([{
            "tool": "search", "member": null, "layer": "stored",
            "message": "they are of schema version 4, and are taken as they are: a program may raise them to its own version first"
        }]))
    );
}

#[test]
fn a_store_that_cannot_be_read_is_an_error() {
    let folder = folder();
    folder.write("cut.json", "{\"schemaVersion\": 1,\n \"tools\": {");
    folder.write("bytes.json", b"\xff\xfe");
    let mut told = Vec::new();
    for store in ["gone.json", "no/where.json", "scripts", "cut.json", "bytes.json", "search.json"]
    {
        for begin in [&["settings", "search.json", "search"], &["call", "search.json", "search"]] {
            let words = [&begin[..], &["--store", store, "--format", "json"]].concat();
            let output = folder.run(&words).code(1).stderr_eq("");
            let found = json(&output);
            assert_eq!(found.pointer("/error/code"), Some(&json!("unavailable")));
            told.push(found.pointer("/error/message").and_then(Value::as_str).unwrap().to_owned());
        }
    }
    told.dedup();
    snapbox::assert_data_eq!(
        told.join("\n"),
        str![[r#"
the file `gone.json` does not exist
`no/where.json`: its folder does not exist: make it first
`scripts`: it is a folder: name a file in it
`cut.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 2, column 12: expected a name in double quotes, found the end of the text; mend it, or put a copy from before in its place
`bytes.json`: line 1, column 1: this is not UTF-8 text; mend it, or put a copy from before in its place
`search.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `script` has no place in it; mend it, or put a copy from before in its place
"#]]
    );
}

#[test]
fn a_tool_without_settings_says_so() {
    let folder = folder();
    folder
        .run(&["settings", "search.json", "plain"])
        .code(0)
        .stderr_eq("")
        .stdout_eq("`plain` takes no settings\n");
    folder
        .run(&["settings", "search.json", "plain", "--format", "json"])
        .code(0)
        .stderr_eq("")
        .stdout_eq("{\"tool\":\"plain\",\"settings\":[],\"notes\":[]}\n");
    let output = folder.run(&["settings", "search.json", "plain", "--set", "limit=3"]).code(1);
    assert!(stderr(&output.stdout_eq("")).contains("`limit`: run settings: there is no such"));
    folder
        .run(&["call", "search.json", "plain", "--store", "stored.json"])
        .code(0)
        .stdout_eq("1\n")
        .stderr_eq("");
    folder.run(&["call", "search.json", "plain", "--set", "limit=3"]).code(1).stdout_eq("");
}

#[test]
fn a_tool_that_there_is_not_is_answered_with_the_nearest() {
    let output = folder().run(&["settings", "search.json", "serch", "--set", "a=1"]).code(1);
    output.stdout_eq("").stderr_eq(str![[r#"
error[unknown_tool]

  x there is no tool `serch`; did you mean `search`?

"#]]);
}

#[test]
fn a_manifest_that_does_not_load_is_told_as_for_a_call() {
    let folder = folder();
    folder.write("broken.json", "{");
    for format in ["human", "json"] {
        let words = ["broken.json", "search", "--format", format];
        let shown = folder.run(&[&["settings"], &words[..]].concat()).code(1);
        let called = folder.run(&[&["call"], &words[..]].concat()).code(1);
        assert_eq!(shown.get_output(), called.get_output());
    }
}

#[test]
fn a_call_runs_with_the_settings_that_are_shown() {
    let folder = folder();
    let call = |words: &[&str]| {
        let begin = ["call", "search.json", "search", r#"{"query": "q"}"#];
        folder.run(&[&begin, words].concat())
    };
    let output = call(&[]).code(0).stderr_eq("");
    assert_eq!(json(&output), "q 10 eu [\"a\"] \"as it is\" 1.50 false");
    let layers =
        ["--store", "stored.json", "--set", "region=us", "--set", "tags=[]", "--set", "note=x"];
    for isolate in [&[][..], &["--isolate"]] {
        let output = call(&[&layers, isolate].concat()).code(0);
        assert_eq!(json(&output), "q 20 us [] \"x\" 1.50 false");
        output            .stderr_eq(str![[r#"
note: the stored settings of `search`: `include_closed`: it is fixed: only the host's own configuration can set it
note: the stored settings of `search`: `limti`: there is no such setting; did you mean `limit`?

"#]]);
    }
    call(&["--set", "limit=x"]).code(1).stdout_eq("").stderr_eq(str![[r#"
error[unavailable]

  x `limit`: run settings: expected int, found the string `x`; write a whole number, like `3`

"#]]);
    let output = call(&["--set", "limit=x", "--format", "json"]).code(1).stderr_eq("");
    assert_eq!(json(&output).pointer("/error/code"), Some(&json!("unavailable")));
    assert_eq!(json(&output).pointer("/error/problems/0/path"), Some(&json!("limit")));
}

#[test]
fn a_setting_that_is_set_twice_says_no_value() {
    let folder = folder();
    for begin in [["settings", "search.json", "search"], ["call", "search.json", "search"]] {
        let words = [&begin[..], &["--set", "limit=1", "--set", "limit=1"]].concat();
        let output = folder.run(&words).code(2).stdout_eq("");
        assert!(stderr(&output).starts_with("error: the setting `limit` is set twice\n"));
        let words = [&begin[..], &["--set", "limit"]].concat();
        folder.run(&words).code(2).stdout_eq("").stderr_eq(str![[r#"
error: invalid value 'limit' for '--set <NAME=VALUE>': write a name, `=` and a value, as in `limit=20`

For more information, try '--help'.

"#]]);
    }
}

/// An array was told to be none, without a word of the comma in it.
#[test]
fn a_value_that_is_broken_json_is_told_to_be_that() {
    let folder = folder();
    let mut told = String::new();
    for word in [
        "tags=[\"a\",]",
        "tags=['a']",
        "tags=[1}",
        "tags={\"a\": 1, \"a\": 2}",
        "tags=[] []",
        "tags=[], \"b\": 1",
        "tags=a, b",
        "limit=3}",
        "limit=03",
        "limit=0.1000000000000000055",
        "limit=1e999",
        "limit=",
    ] {
        let words = settings(&["--set", word, "--format", "json"]);
        let output = run(&folder, &words).code(1).stderr_eq("");
        let found = json(&output);
        let message = found.pointer("/error/problems/0/message").and_then(Value::as_str).unwrap();
        told.push_str(&format!("{word}\n  {message}\n"));
    }
    snapbox::assert_data_eq!(
        told,
        str![[r#"
tags=["a",]
  run settings: expected an array, found a string; as JSON it cannot be read
tags=['a']
  run settings: expected an array, found a string; as JSON it cannot be read
tags=[1}
  run settings: expected an array, found a string; as JSON it cannot be read
tags={"a": 1, "a": 2}
  run settings: expected an array, found a string; as JSON it cannot be read
tags=[] []
  run settings: expected an array, found a string; as JSON it cannot be read
tags=[], "b": 1
  run settings: expected an array, found a string; as JSON it cannot be read
tags=a, b
  run settings: expected an array, found a string
limit=3}
  run settings: expected int, found the string `3}`; write a whole number, like `3`; as JSON it cannot be read
limit=03
  run settings: expected int, found the string `03`; write a whole number, like `3`; as JSON it cannot be read
limit=0.1000000000000000055
  run settings: expected int, found the string `0.1000000000000000055`; write a whole number, like `3`; as JSON it cannot be read
limit=1e999
  run settings: expected int, found the string `1e999`; write a whole number, like `3`; as JSON it cannot be read
limit=
  run settings: expected int, found an empty string; write a whole number, like `3`

"#]]
    );
}

#[test]
fn a_name_that_is_long_makes_a_short_note() {
    let folder = folder();
    let stored = json!({ "schemaVersion": 1, "tools": { "search": { "n".repeat(1_000_000): 1 } } });
    folder.write("stored.json", stored.to_string());
    let output = run(&folder, &settings(&["--store", "stored.json"])).code(0);
    let note = stderr(&output);
    assert!(note.len() < 250 && note.ends_with("…`: there is no such setting\n"), "{note}");
}
