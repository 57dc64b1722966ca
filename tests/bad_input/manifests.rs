//! Manifests that are not JSON, or not a manifest.

use super::*;

const RULES: &str = "/// Says yes.\nfn f(a: int) -> int { a }\nfn g() -> int { 1 }";

async fn manifests<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    let mut told = String::new();
    for text in texts {
        let text = text.as_ref();
        let whole = text.replace("BEGIN", r#""schemaVersion": 1, "script": "rules.rhai""#);
        let whole = whole.replace("EXPORTS", r#""exports": [{ "name": "f" }]"#);
        let folder = Folder::new().file("rules.rhai", RULES).file("rules.json", whole);
        told += &load(text, &folder).await;
    }
    told
}

#[tokio::test]
async fn texts_that_are_not_json() {
    insta::assert_snapshot!(manifests([
        "", "{", "}", "[1, 2", "{\"a\": 1,}", "{\"a\" 1}", "{'a': 1}", "{a: 1}", "// no\n{}", "{} {}", "nul",
        "{\"a\": 01}", "{\"a\": +1}", "{\"a\": .5}", "{\"a\": 0x10}", "{\"a\": NaN}",
        "{\"a\": \"\\q\"}", "{\"a\": \"\\u12\"}", "{\"a\": \"\\ud800\"}", "{\"a\": \"\\udc00\\ud800\"}",
        "{\"\\ud800\": 1}", "{\"a\": \"\t\"}", "{\"a\": \"x\ny\"}", "{\"a\":\u{a0}1}", "\0", "{}\0", "\u{feff}\u{feff}{}",
    ]).await, @r#"
      rules.json:1:1 invalid_json ⟨⟩ the file is empty
          begin with `{ "schemaVersion": 1, "script": "...", "exports": [ ... ] }`
    {
      rules.json:1:1 invalid_json ⟨{⟩ this `{` is never closed
          write `}` where it ends
    }
      rules.json:1:1 invalid_json ⟨}⟩ `}` cannot stand here
    [1, 2
      rules.json:1:1 invalid_json ⟨[⟩ this `[` is never closed
          write `]` where it ends
    {"a": 1,}
      rules.json:1:8 invalid_json ⟨,⟩ nothing follows this comma
          remove the comma
    {"a" 1}
      rules.json:1:6 invalid_json ⟨1⟩ a `:` is missing before this
          write each field as `"name": value`
    {'a': 1}
      rules.json:1:2 invalid_json ⟨'⟩ text stands in double quotes
          write `"` instead of `'`
    {a: 1}
      rules.json:1:2 invalid_json ⟨a⟩ the name `a` has no quotes
          write `"a"`
    // no\n{}
      rules.json:1:1 invalid_json ⟨// no⟩ JSON has no comments
          remove it
    {} {}
      rules.json:1:4 invalid_json ⟨{⟩ the manifest has already ended before this
          remove what follows, or the bracket that ends it too early
    nul
      rules.json:1:1 invalid_json ⟨nul⟩ `nul` is not a value
          put text in double quotes: `"nul"`
    {"a": 01}
      rules.json:1:7 invalid_json ⟨0⟩ a number cannot begin with `0`
          remove the zero
    {"a": +1}
      rules.json:1:7 invalid_json ⟨+⟩ this is not a number
          write decimal digits, such as `12` or `0.5`
    {"a": .5}
      rules.json:1:7 invalid_json ⟨.⟩ this is not a number
          write decimal digits, such as `12` or `0.5`
    {"a": 0x10}
      rules.json:1:7 invalid_json ⟨0⟩ this is not a number
          write decimal digits, such as `12` or `0.5`
    {"a": NaN}
      rules.json:1:7 invalid_json ⟨NaN⟩ `NaN` is not a value
          put text in double quotes: `"NaN"`
    {"a": "\\q"}
      rules.json:1:8 invalid_json ⟨\\q⟩ `\q` means nothing in text
          write a backslash as `\\`, and `/` between the folders of a path
    {"a": "\\u12"}
      rules.json:1:8 invalid_json ⟨\\u12⟩ this `\u` does not make a character
          write the character itself
    {"a": "\\ud800"}
      rules.json:1:8 invalid_json ⟨\\ud800⟩ this `\u` does not make a character
          write the character itself
    {"a": "\\udc00\\ud800"}
      rules.json:1:8 invalid_json ⟨\\udc00⟩ this `\u` does not make a character
          write the character itself
    {"\\ud800": 1}
      rules.json:1:3 invalid_json ⟨\\ud800⟩ this `\u` does not make a character
          write the character itself
    {"a": "\t"}
      rules.json:1:8 invalid_json ⟨\t⟩ a tab cannot stand in text
          write `\t`, or a space
    {"a": "x\ny"}
      rules.json:1:7 invalid_json ⟨"x⟩ this text has no closing `"` on its line
          close it with `"`; a line break within text is written `\n`
    {"a":\u{a0}1}
      rules.json:1:6 invalid_json ⟨\u{a0}⟩ an unusual space (U+00A0) stands here
          replace it by an ordinary space
    \0
      rules.json:1:1 invalid_json ⟨\0⟩ `\u{0}` cannot stand here
    {}\0
      rules.json:1:3 invalid_json ⟨\0⟩ `\u{0}` cannot stand here
    \u{feff}\u{feff}{}
      rules.json:1:1 invalid_json ⟨\u{feff}⟩ an unusual space (U+FEFF) stands here
          replace it by an ordinary space
    "#);
}

#[tokio::test]
async fn json_that_is_no_manifest() {
    insta::assert_snapshot!(manifests([
        "null", "[]", "\"manifest\"", "7", "{}",
        "{ \"schemaVersion\": 2, \"anything\": [] }", "{ \"schemaVersion\": \"1\", EXPORTS }",
        "{ \"schemaVersion\": 1.5, EXPORTS }", "{ \"schemaVersion\": -1 }",
        "{ \"schemaVersion\": null, EXPORTS }", "{ BEGIN, \"schemaVersion\": 1, EXPORTS }",
        "{ BEGIN, EXPORTS, \"Exports\": [] }", "{ BEGIN, EXPORTS, \"instruction\": [] }", "{ BEGIN, EXPORTS, \"kind\": \"read\" }",
        "{ BEGIN, EXPORTS, \"\": 1 }", "{ BEGIN, EXPORTS, \"instructions\": \"be kind\" }", "{ BEGIN, EXPORTS, \"constraints\": [1, \"\", null] }",
        "{ BEGIN, EXPORTS, \"context\": \"nope\" }", "{ BEGIN, EXPORTS, \"context\": \"f\" }", "{ BEGIN, EXPORTS, \"context\": [] }",
        "{ BEGIN }", "{ BEGIN, \"exports\": {} }", "{ BEGIN, \"exports\": [] }", "{ BEGIN, \"exports\": [1, \"f\", null, []] }",
        "{ \"schemaVersion\": 1, EXPORTS }", "{ \"schemaVersion\": 1, \"script\": \"\", EXPORTS }", "{ \"schemaVersion\": 1, \"script\": 1, EXPORTS }",
    ]).await, @r#"
    null
      rules.json:1:1 invalid_value ⟨null⟩ a manifest must be an object, not `null`
          write `{ ... }`
    []
      rules.json:1:1 invalid_value ⟨[⟩ a manifest must be an object, not a list
          write `{ ... }`
    "manifest"
      rules.json:1:1 invalid_value ⟨"manifest"⟩ a manifest must be an object, not text
          write `{ ... }`
    7
      rules.json:1:1 invalid_value ⟨7⟩ a manifest must be an object, not a number
          write `{ ... }`
    {}
      rules.json:1:1 missing_field ⟨{⟩ the manifest has no `schemaVersion`
          add `"schemaVersion": 1`
      rules.json:1:1 missing_field ⟨{⟩ the manifest has no `exports`
          add `"exports": [ { "name": "..." } ]`
    { "schemaVersion": 2, "anything": [] }
      rules.json:1:20 unsupported_version ⟨2⟩ the manifest is of version `2`, and version 1 is the one read here
          write it for version 1, or use a newer rulebook
    { "schemaVersion": "1", EXPORTS }
      rules.json:1:20 invalid_value ⟨"1"⟩ `schemaVersion` must be a number, not text
          write the number without quotes
      rules.json:1:47 missing_field ⟨"f"⟩ nothing says which script this function is in
          add `"script": "scripts/rules.rhai"` to the manifest, or to this entry
    { "schemaVersion": 1.5, EXPORTS }
      rules.json:1:20 unsupported_version ⟨1.5⟩ the manifest is of version `1.5`, and version 1 is the one read here
          write `"schemaVersion": 1`
    { "schemaVersion": -1 }
      rules.json:1:20 unsupported_version ⟨-1⟩ the manifest is of version `-1`, and version 1 is the one read here
          write `"schemaVersion": 1`
    { "schemaVersion": null, EXPORTS }
      rules.json:1:20 invalid_value ⟨null⟩ `schemaVersion` must be a number, not `null`
          write `1`
      rules.json:1:48 missing_field ⟨"f"⟩ nothing says which script this function is in
          add `"script": "scripts/rules.rhai"` to the manifest, or to this entry
    { BEGIN, "schemaVersion": 1, EXPORTS }
      rules.json:1:47 duplicate_field ⟨"schemaVersion"⟩ `schemaVersion` is written twice, first on line 1
          remove one of them
    { BEGIN, EXPORTS, "Exports": [] }
      rules.json:1:77 unknown_field ⟨"Exports"⟩ a manifest has no field `Exports`
          did you mean `exports`?
    { BEGIN, EXPORTS, "instruction": [] }
      rules.json:1:77 unknown_field ⟨"instruction"⟩ a manifest has no field `instruction`
          did you mean `instructions`?
    { BEGIN, EXPORTS, "kind": "read" }
      rules.json:1:77 unknown_field ⟨"kind"⟩ a manifest has no field `kind`
          `kind` belongs in an entry of `exports`
    { BEGIN, EXPORTS, "": 1 }
      rules.json:1:77 unknown_field ⟨""⟩ a manifest has no field ``
          the fields are `schemaVersion`, `script`, `instructions`, `constraints`, `context`, `exports`
    { BEGIN, EXPORTS, "instructions": "be kind" }
      rules.json:1:93 invalid_value ⟨"be kind"⟩ `instructions` must be a list, not text
          write a list: `["be kind"]`
    { BEGIN, EXPORTS, "constraints": [1, "", null] }
      rules.json:1:93 invalid_value ⟨1⟩ each line of `constraints` must be text, not a number
          put it in double quotes: `"1"`
      rules.json:1:96 invalid_value ⟨""⟩ each line of `constraints` is empty
          write something, or leave it out
      rules.json:1:100 invalid_value ⟨null⟩ each line of `constraints` must be text, not `null`
          write `"..."`, or leave it out
    { BEGIN, EXPORTS, "context": "nope" }
      rules.json:1:88 unknown_function ⟨"nope"⟩ `rules.rhai` has no function `nope`
          write a function `fn nope(...) -> ... { ... }` in the script
    { BEGIN, EXPORTS, "context": "f" }
      rules.rhai:2:1 invalid_context_function ⟨fn f(a: int) -> int⟩ the context function `f` takes nothing, or a session, and gives a text or null
          write `fn f() -> string?`, or `fn f(notes: session) -> string?`
    { BEGIN, EXPORTS, "context": [] }
      rules.json:1:88 invalid_value ⟨[⟩ `context` must be text, not a list
          write `"..."`
    { BEGIN }
      rules.json:1:1 missing_field ⟨{⟩ the manifest has no `exports`
          add `"exports": [ { "name": "..." } ]`
    { BEGIN, "exports": {} }
      rules.json:1:58 invalid_value ⟨{⟩ `exports` must be a list, not an object
          write `[ { "name": "..." } ]`
    { BEGIN, "exports": [] }
      rules.json:1:58 invalid_value ⟨[⟩ `exports` is empty
          a manifest exports at least one function: `[ { "name": "..." } ]`
    { BEGIN, "exports": [1, "f", null, []] }
      rules.json:1:59 invalid_value ⟨1⟩ each entry of `exports` must be an object, not a number
          write `{ ... }`
      rules.json:1:62 invalid_value ⟨"f"⟩ each entry of `exports` must be an object, not text
          write `{ ... }`
      rules.json:1:67 invalid_value ⟨null⟩ each entry of `exports` must be an object, not `null`
          write `{ ... }`
      rules.json:1:73 invalid_value ⟨[⟩ each entry of `exports` must be an object, not a list
          write `{ ... }`
    { "schemaVersion": 1, EXPORTS }
      rules.json:1:45 missing_field ⟨"f"⟩ nothing says which script this function is in
          add `"script": "scripts/rules.rhai"` to the manifest, or to this entry
    { "schemaVersion": 1, "script": "", EXPORTS }
      rules.json:1:33 invalid_value ⟨""⟩ `script` is empty
          write something, or leave it out
    { "schemaVersion": 1, "script": 1, EXPORTS }
      rules.json:1:33 invalid_value ⟨1⟩ `script` must be text, not a number
          put it in double quotes: `"1"`
    "#);
}

#[tokio::test]
async fn entries_that_export_nothing() {
    let entries = [
        r#"{}"#,
        r#"{ "name": "" }"#,
        r#"{ "name": "a b" }"#,
        r#"{ "name": "é" }"#,
        r#"{ "name": 1 }"#,
        r#"{ "name": "f", "kind": "reed" }"#,
        r#"{ "name": "f", "kind": "READ" }"#,
        r#"{ "name": "f", "kind": null }"#,
        r#"{ "name": "f", "requiresApproval": "true" }"#,
        r#"{ "name": "f", "requiresAproval": true }"#,
        r#"{ "name": "f", "parameterDescriptions": { "b": "x" } }"#,
        r#"{ "name": "f", "parameterDescriptions": { "a": "" } }"#,
        r#"{ "name": "f", "parameterDescriptions": ["a"] }"#,
        r#"{ "name": "f", "description": " " }"#,
        r#"{ "name": "f", "function": "" }"#,
        r#"{ "name": "g" }"#,
        r#"{ "name": "f" }, { "name": "F", "function": "f" }"#,
        r#"{ "name": "f" }, { "name": "f" }"#,
        r#"{ "name": "a-b", "function": "f" }, { "name": "a_b", "function": "f" }"#,
        r#"{ "name": "f", "instructions": [] }"#,
    ];
    let long = format!(r#"{{ "name": "{}", "function": "f" }}"#, "x".repeat(65));
    let entries = entries.iter().map(ToString::to_string).chain([long]);
    let texts: Vec<_> =
        entries.map(|entry| format!("{{ BEGIN, \"exports\": [{entry}] }}")).collect();
    insta::assert_snapshot!(manifests(texts).await, @r#"
    { BEGIN, "exports": [{}] }
      rules.json:1:59 missing_field ⟨{⟩ this entry of `exports` has no `name`
          add `"name": "..."`
    { BEGIN, "exports": [{ "name": "" }] }
      rules.json:1:69 invalid_tool_name ⟨""⟩ a tool name cannot be empty
          use the letters a to z, digits, `_` and `-`, at most 64
      rules.json:1:69 unknown_function ⟨""⟩ `rules.rhai` has no function ``
          name the function of the script: `"function": "..."`
    { BEGIN, "exports": [{ "name": "a b" }] }
      rules.json:1:69 invalid_tool_name ⟨"a b"⟩ the tool name `a b` has a space in it
          use the letters a to z, digits, `_` and `-`, at most 64, such as `a_b`
      rules.json:1:69 unknown_function ⟨"a b"⟩ `rules.rhai` has no function `a b`
          name the function of the script: `"function": "..."`
    { BEGIN, "exports": [{ "name": "é" }] }
      rules.json:1:69 invalid_tool_name ⟨"é"⟩ the tool name `é` has `é` in it
          use the letters a to z, digits, `_` and `-`, at most 64
      rules.json:1:69 unknown_function ⟨"é"⟩ `rules.rhai` has no function `é`
          name the function of the script: `"function": "..."`
    { BEGIN, "exports": [{ "name": 1 }] }
      rules.json:1:69 invalid_value ⟨1⟩ `name` must be text, not a number
          put it in double quotes: `"1"`
    { BEGIN, "exports": [{ "name": "f", "kind": "reed" }] }
      rules.json:1:82 invalid_value ⟨"reed"⟩ `reed` is not a kind of tool
          did you mean `read`?
    { BEGIN, "exports": [{ "name": "f", "kind": "READ" }] }
      rules.json:1:82 invalid_value ⟨"READ"⟩ `READ` is not a kind of tool
          did you mean `read`?
    { BEGIN, "exports": [{ "name": "f", "kind": null }] }
      rules.json:1:82 invalid_value ⟨null⟩ `kind` must be text, not `null`
          write `"..."`, or leave it out
    { BEGIN, "exports": [{ "name": "f", "requiresApproval": "true" }] }
      rules.json:1:94 invalid_value ⟨"true"⟩ `requiresApproval` must be `true` or `false`, not text
          write `true` without quotes
    { BEGIN, "exports": [{ "name": "f", "requiresAproval": true }] }
      rules.json:1:74 unknown_field ⟨"requiresAproval"⟩ an entry of `exports` has no field `requiresAproval`
          did you mean `requiresApproval`?
    { BEGIN, "exports": [{ "name": "f", "parameterDescriptions": { "b": "x…
      rules.json:1:101 unknown_parameter ⟨"b"⟩ `f` has no parameter `b`
          its parameters are `a`
    { BEGIN, "exports": [{ "name": "f", "parameterDescriptions": { "a": ""…
      rules.json:1:106 invalid_value ⟨""⟩ the description of `a` is empty
          write something, or leave it out
    { BEGIN, "exports": [{ "name": "f", "parameterDescriptions": ["a"] }] …
      rules.json:1:99 invalid_value ⟨[⟩ `parameterDescriptions` must be an object, not a list
          write `{ "parameter": "..." }`
    { BEGIN, "exports": [{ "name": "f", "description": " " }] }
      rules.json:1:89 invalid_value ⟨" "⟩ `description` is empty
          write something, or leave it out
    { BEGIN, "exports": [{ "name": "f", "function": "" }] }
      rules.json:1:86 invalid_value ⟨""⟩ `function` is empty
          write something, or leave it out
    { BEGIN, "exports": [{ "name": "g" }] }
      rules.json:1:69 missing_description ⟨"g"⟩ nothing says what `g` does
          add a `description` here, or a `///` comment above the function
    { BEGIN, "exports": [{ "name": "f" }, { "name": "F", "function": "f" }…
      rules.json:1:86 duplicate_tool_name ⟨"F"⟩ the tool names `F` and `f` (line 1) are too alike
          rename one: names must differ in more than case, `-` and `_`
    { BEGIN, "exports": [{ "name": "f" }, { "name": "f" }] }
      rules.json:1:86 duplicate_tool_name ⟨"f"⟩ two tools are named `f`, the other on line 1
          rename one
    { BEGIN, "exports": [{ "name": "a-b", "function": "f" }, { "name": "a_…
      rules.json:1:105 duplicate_tool_name ⟨"a_b"⟩ the tool names `a_b` and `a-b` (line 1) are too alike
          rename one: names must differ in more than case, `-` and `_`
    { BEGIN, "exports": [{ "name": "f", "instructions": [] }] }
      rules.json:1:74 unknown_field ⟨"instructions"⟩ an entry of `exports` has no field `instructions`
          `instructions` belongs in the manifest itself
    { BEGIN, "exports": [{ "name": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
      rules.json:1:69 invalid_tool_name ⟨"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"⟩ the tool name is 65 characters long
          use the letters a to z, digits, `_` and `-`, at most 64
    "#);
}

#[tokio::test]
async fn one_function_may_be_two_tools_and_one_script_be_written_in_two_ways() {
    let manifest = json!({ "schemaVersion": 1, "script": "rules.rhai", "exports": [
        { "name": "one", "function": "f" },
        { "name": "two", "function": "f", "script": "./rules.rhai" },
        { "name": "three", "function": "f", "script": ".//rules.rhai" },
    ] });
    let script = format!("const STARTED = timestamp();\n{RULES}");
    let folder = Folder::new().file("rules.rhai", script).file("rules.json", manifest.to_string());
    let tools = folder.load_with(options()).await.unwrap();
    for name in ["one", "two", "three"] {
        assert_eq!(tools.call(name, json!({ "a": 1 })).await.unwrap(), 1);
    }
}

#[tokio::test]
async fn everything_wrong_is_told_at_once() {
    let manifest = r#"{
        "schemaVersion": 1, "script": "rules.rhai", "extra": 1,
        "exports": [{ "name": "nope" }, { "name": "g", "kind": "x" }, { "name": "h", "script": "gone.rhai" }]
    }"#;
    let script = "fn g(a: lng) -> int { 1 }";
    let folder = Folder::new().file("rules.rhai", script).file("rules.json", manifest);
    insta::assert_snapshot!(load("all", &folder).await, @r#"
    all
      rules.json:2:53 unknown_field ⟨"extra"⟩ a manifest has no field `extra`
          the fields are `schemaVersion`, `script`, `instructions`, `constraints`, `context`, `exports`
      rules.json:3:64 invalid_value ⟨"x"⟩ `x` is not a kind of tool
          did you mean `execute`?
      rules.rhai:1:9 unknown_type ⟨lng⟩ there is no type `lng`
          the types are `bool`, `int`, `float`, `decimal`, `string`, `array`, `map`, and those declared with `type` or `settings`
      rules.json:3:96 file_not_found ⟨"gone.rhai"⟩ `gone.rhai` does not exist
          did you mean `rules.rhai`?
      rules.json:3:31 unknown_function ⟨"nope"⟩ `rules.rhai` has no function `nope`
          write a function `fn nope(...) -> ... { ... }` in the script
      rules.json:3:51 missing_description ⟨"g"⟩ nothing says what `g` does
          add a `description` here, or a `///` comment above the function
    "#);
}
