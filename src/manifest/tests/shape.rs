//! JSON that is not a manifest.

use super::*;

/// A good manifest with more fields after the others.
fn manifest(more: &str) -> String {
    format!(r#"{BEGIN}{{"name": "a"}}]{more}}}"#)
}

/// A good manifest but for its exports.
fn exports(exports: &str) -> String {
    format!("{BEGIN}\n{exports}]}}")
}

/// A good export with more fields.
fn export(more: &str) -> String {
    exports(&format!(r#"{{"name": "a", {more}}}"#))
}

#[test]
fn a_good_manifest_is_read_whole() {
    let text = r#"{
        "$schema": "rulebook.schema.json",
        "schemaVersion": 1,
        "script": "scripts/returns.rhai",
        "instructions": ["Order numbers look like A-1234."],
        "constraints": ["Promise \"nothing\".", "Be kind."],
        "context": "open_returns",
        "exports": [
            {
                "name": "evaluate-return",
                "function": "evaluate_return",
                "script": "scripts/other.rhai",
                "description": "Décides\n\u00fcber.",
                "parameterDescriptions": { "z": "Last.", "a": "First." },
                "kind": "read",
                "requiresApproval": true
            },
            { "name": "refund" }
        ]
    }"#;
    let source = Source::new("m.json", text);
    let (read, problems) = read(&source);
    assert!(problems.is_empty(), "{problems:?}");
    let read = read.unwrap();
    let values =
        |texts: &[Spanned<String>]| texts.iter().map(|text| text.value.clone()).collect::<Vec<_>>();
    assert_eq!(values(&read.instructions), ["Order numbers look like A-1234."]);
    assert_eq!(values(&read.constraints), ["Promise \"nothing\".", "Be kind."]);
    assert_eq!(source.slice(read.constraints[0].span), r#""Promise \"nothing\".""#);
    assert_eq!(read.script.unwrap().value, "scripts/returns.rhai");
    assert_eq!(source.slice(read.context.unwrap().span), r#""open_returns""#);
    let [first, second] = &read.exports[..] else { panic!("two exports") };
    assert_eq!(first.name.value, "evaluate-return");
    assert_eq!(first.function().value, "evaluate_return");
    assert_eq!(first.script.as_ref().unwrap().value, "scripts/other.rhai");
    assert_eq!(first.description.as_ref().unwrap().value, "Décides\nüber.");
    let parameters: Vec<_> =
        first.parameter_descriptions.iter().map(|(name, _)| source.slice(name.span)).collect();
    assert_eq!(parameters, [r#""z""#, r#""a""#]);
    assert_eq!(first.parameter_descriptions[1].1.value, "First.");
    assert_eq!(first.kind, Some(crate::tool::ToolKind::Read));
    assert!(first.requires_approval);
    assert_eq!(second.function().value, "refund");
    assert_eq!((second.kind, second.requires_approval), (None, false));
    assert!(second.description.is_none() && second.script.is_none());
}

#[test]
fn what_is_wrong_is_told_and_the_rest_is_read() {
    let text = r#"{"schemaVersion": 1, "script": 5, "exports": [
        {"name": "a b", "kind": "reed"}, 7, {"function": "c"}, {"name": "d"}]}"#;
    let (read, problems) = read(&Source::new("m.json", text));
    assert_eq!(problems.len(), 5);
    let functions: Vec<_> =
        read.unwrap().exports.iter().map(|e| e.function().value.clone()).collect();
    assert_eq!(functions, ["a b", "c", "d"]);
}

#[test]
fn another_kind_of_text_altogether() {
    insta::assert_snapshot!(told(["null", "1", r#""x""#, "[]", "{}"]), @r##"
    null
      1:1 invalid_value ⟨null⟩ a manifest must be an object, not `null`
          write `{ ... }`
    1
      1:1 invalid_value ⟨1⟩ a manifest must be an object, not a number
          write `{ ... }`
    "x"
      1:1 invalid_value ⟨"x"⟩ a manifest must be an object, not text
          write `{ ... }`
    []
      1:1 invalid_value ⟨[⟩ a manifest must be an object, not a list
          write `{ ... }`
    {}
      1:1 missing_field ⟨{⟩ the manifest has no `schemaVersion`
          add `"schemaVersion": 1`
      1:1 missing_field ⟨{⟩ the manifest has no `exports`
          add `"exports": [ { "name": "..." } ]`
    "##);
}

#[test]
fn fields() {
    insta::assert_snapshot!(told([
        manifest(r#", "exprots": 1"#),
        manifest(r#", "kind": "read""#),
        manifest(r#", "zzz": 1, "a\nb": 2"#),
        manifest(",\n\"script\": \"b\", \"script\": 5"),
        export(r#""requires_approval": true"#),
        export(r#""instructions": []"#),
        export(r#""name": "b""#),
        export(r#""colour": 1"#),
        export("\"parameterDescriptions\": {\"x\": \"1\",\n\"x\": \"2\"}"),
    ]), @r#"
    …{"name": "a"}], "exprots": 1}
      1:70 unknown_field ⟨"exprots"⟩ a manifest has no field `exprots`
          did you mean `exports`?
    …{"name": "a"}], "kind": "read"}
      1:70 unknown_field ⟨"kind"⟩ a manifest has no field `kind`
          `kind` belongs in an entry of `exports`
    …{"name": "a"}], "zzz": 1, "a\nb": 2}
      1:70 unknown_field ⟨"zzz"⟩ a manifest has no field `zzz`
          the fields are `schemaVersion`, `script`, `instructions`, `constraints`, `context`, `exports`
      1:80 unknown_field ⟨"a\nb"⟩ a manifest has no field `a\nb`
          the fields are `schemaVersion`, `script`, `instructions`, `constraints`, `context`, `exports`
    …{"name": "a"}],\n"script": "b", "script": 5}
      2:1 duplicate_field ⟨"script"⟩ `script` is written twice, first on line 1
          remove one of them
      2:16 duplicate_field ⟨"script"⟩ `script` is written twice, first on line 1
          remove one of them
    …\n{"name": "a", "requires_approval": true}]}
      2:15 unknown_field ⟨"requires_approval"⟩ an entry of `exports` has no field `requires_approval`
          did you mean `requiresApproval`?
    …\n{"name": "a", "instructions": []}]}
      2:15 unknown_field ⟨"instructions"⟩ an entry of `exports` has no field `instructions`
          `instructions` belongs in the manifest itself
    …\n{"name": "a", "name": "b"}]}
      2:15 duplicate_field ⟨"name"⟩ `name` is written twice, first on line 2
          remove one of them
    …\n{"name": "a", "colour": 1}]}
      2:15 unknown_field ⟨"colour"⟩ an entry of `exports` has no field `colour`
          the fields are `name`, `function`, `script`, `description`, `parameterDescriptions`, `kind`, `requiresApproval`, `configurable`, `fixed`
    …\n{"name": "a", "parameterDescriptions": {"x": "1",\n"x": "2"}}]}
      3:1 duplicate_field ⟨"x"⟩ `x` is written twice, first on line 2
          remove one of them
    "#);
}

#[test]
fn versions() {
    let version = |written: &str| {
        format!(r#"{{"schemaVersion": {written}, "script": "a", "exports": [{{"name": "a"}}]}}"#)
    };
    insta::assert_snapshot!(told(
        ["1", "1.0", "10e-1", "2", "0", "-1", "1.5", "\"1\"", "null", "true"].map(version)
    ), @r##"
    {"schemaVersion": 1, "script": "a", "exports": [{"name": "a"}]}
    {"schemaVersion": 1.0, "script": "a", "exports": [{"name": "a"}]}
    {"schemaVersion": 10e-1, "script": "a", "exports": [{"name": "a"}]}
    {"schemaVersion": 2, "script": "a", "exports": [{"name": "a"}]}
      1:19 unsupported_version ⟨2⟩ the manifest is of version `2`, and version 1 is the one read here
          write it for version 1, or use a newer rulebook
    {"schemaVersion": 0, "script": "a", "exports": [{"name": "a"}]}
      1:19 unsupported_version ⟨0⟩ the manifest is of version `0`, and version 1 is the one read here
          write `"schemaVersion": 1`
    {"schemaVersion": -1, "script": "a", "exports": [{"name": "a"}]}
      1:19 unsupported_version ⟨-1⟩ the manifest is of version `-1`, and version 1 is the one read here
          write `"schemaVersion": 1`
    {"schemaVersion": 1.5, "script": "a", "exports": [{"name": "a"}]}
      1:19 unsupported_version ⟨1.5⟩ the manifest is of version `1.5`, and version 1 is the one read here
          write `"schemaVersion": 1`
    {"schemaVersion": "1", "script": "a", "exports": [{"name": "a"}]}
      1:19 invalid_value ⟨"1"⟩ `schemaVersion` must be a number, not text
          write the number without quotes
    {"schemaVersion": null, "script": "a", "exports": [{"name": "a"}]}
      1:19 invalid_value ⟨null⟩ `schemaVersion` must be a number, not `null`
          write `1`
    {"schemaVersion": true, "script": "a", "exports": [{"name": "a"}]}
      1:19 invalid_value ⟨true⟩ `schemaVersion` must be a number, not `true`
          write `1`
    "##);
    insta::assert_snapshot!(told([r#"{"schemaVersion": 2, "tools": {}}"#]), @r##"
    {"schemaVersion": 2, "tools": {}}
      1:19 unsupported_version ⟨2⟩ the manifest is of version `2`, and version 1 is the one read here
          write it for version 1, or use a newer rulebook
    "##);
}

#[test]
fn kinds_of_values() {
    insta::assert_snapshot!(told([
        manifest(r#", "instructions": "Be kind.""#),
        manifest(r#", "instructions": [1, null, "", " ", "ok", ["x"]]"#),
        manifest(r#", "constraints": null"#),
        manifest(r#", "context": 5"#),
        manifest(r#", "context": """#),
        manifest(r#", "$schema": 5"#),
        export(r#""description": "", "function": " \n", "script": false"#),
        export(r#""requiresApproval": "true""#),
        export(r#""requiresApproval": "yes""#),
        export(r#""requiresApproval": 1"#),
        export(r#""parameterDescriptions": []"#),
        export(r#""parameterDescriptions": {"x": 1, "y": ""}"#),
        exports(""),
        exports("1, [], null, {}"),
        r#"{"schemaVersion": 1, "exports": {"name": "a"}}"#.to_owned(),
    ]), @r##"
    …{"name": "a"}], "instructions": "Be kind."}
      1:86 invalid_value ⟨"Be kind."⟩ `instructions` must be a list, not text
          write a list: `["Be kind."]`
    …{"name": "a"}], "instructions": [1, null, "", " ", "ok", ["x"]]}
      1:87 invalid_value ⟨1⟩ each line of `instructions` must be text, not a number
          put it in double quotes: `"1"`
      1:90 invalid_value ⟨null⟩ each line of `instructions` must be text, not `null`
          write `"..."`, or leave it out
      1:96 invalid_value ⟨""⟩ each line of `instructions` is empty
          write something, or leave it out
      1:100 invalid_value ⟨" "⟩ each line of `instructions` is empty
          write something, or leave it out
      1:111 invalid_value ⟨[⟩ each line of `instructions` must be text, not a list
          write `"..."`
    …{"name": "a"}], "constraints": null}
      1:85 invalid_value ⟨null⟩ `constraints` must be a list, not `null`
          write `["..."]`, or leave it out
    …{"name": "a"}], "context": 5}
      1:81 invalid_value ⟨5⟩ `context` must be text, not a number
          put it in double quotes: `"5"`
    …{"name": "a"}], "context": ""}
      1:81 invalid_value ⟨""⟩ `context` is empty
          write something, or leave it out
    …{"name": "a"}], "$schema": 5}
      1:81 invalid_value ⟨5⟩ `$schema` must be text, not a number
          put it in double quotes: `"5"`
    …\n{"name": "a", "description": "", "function": " \n", "script": false}]}
      2:30 invalid_value ⟨""⟩ `description` is empty
          write something, or leave it out
      2:46 invalid_value ⟨" \n"⟩ `function` is empty
          write something, or leave it out
      2:63 invalid_value ⟨false⟩ `script` must be text, not `false`
          put it in double quotes: `"false"`
    …\n{"name": "a", "requiresApproval": "true"}]}
      2:35 invalid_value ⟨"true"⟩ `requiresApproval` must be `true` or `false`, not text
          write `true` without quotes
    …\n{"name": "a", "requiresApproval": "yes"}]}
      2:35 invalid_value ⟨"yes"⟩ `requiresApproval` must be `true` or `false`, not text
          write `true` or `false`
    …\n{"name": "a", "requiresApproval": 1}]}
      2:35 invalid_value ⟨1⟩ `requiresApproval` must be `true` or `false`, not a number
          write `true` or `false`
    …\n{"name": "a", "parameterDescriptions": []}]}
      2:40 invalid_value ⟨[⟩ `parameterDescriptions` must be an object, not a list
          write `{ "parameter": "..." }`
    …\n{"name": "a", "parameterDescriptions": {"x": 1, "y": ""}}]}
      2:46 invalid_value ⟨1⟩ the description of `x` must be text, not a number
          put it in double quotes: `"1"`
      2:54 invalid_value ⟨""⟩ the description of `y` is empty
          write something, or leave it out
    …\n]}
      1:53 invalid_value ⟨[⟩ `exports` is empty
          a manifest exports at least one function: `[ { "name": "..." } ]`
    …\n1, [], null, {}]}
      2:1 invalid_value ⟨1⟩ each entry of `exports` must be an object, not a number
          write `{ ... }`
      2:4 invalid_value ⟨[⟩ each entry of `exports` must be an object, not a list
          write `{ ... }`
      2:8 invalid_value ⟨null⟩ each entry of `exports` must be an object, not `null`
          write `{ ... }`
      2:14 missing_field ⟨{⟩ this entry of `exports` has no `name`
          add `"name": "..."`
    {"schemaVersion": 1, "exports": {"name": "a"}}
      1:33 invalid_value ⟨{⟩ `exports` must be a list, not an object
          write `[ { "name": "..." } ]`
    "##);
}

#[test]
fn tool_names() {
    let long = |count| format!(r#"{{"name": "{}"}}"#, "x".repeat(count));
    assert!(!told([exports(&long(64))]).contains("invalid"));
    insta::assert_snapshot!(told([
        exports(r#"{"name": "A-b_9"}"#),
        exports(r#"{"name": 5}"#),
        exports(r#"{"name": null}"#),
        exports(r#"{"name": ""}"#),
        exports(r#"{"name": "return rule"}"#),
        exports(r#"{"name": "a.b/c!"}"#),
        exports(r#"{"name": "prüfe.x"}"#),
        exports(r#"{"name": "a\n"}"#),
        exports("{\"name\": \"a\u{202e}\"}"),
        exports(&long(65)),
    ]), @r##"
    …\n{"name": "A-b_9"}]}
    …\n{"name": 5}]}
      2:10 invalid_value ⟨5⟩ `name` must be text, not a number
          put it in double quotes: `"5"`
    …\n{"name": null}]}
      2:10 invalid_value ⟨null⟩ `name` must be text, not `null`
          write `"..."`
    …\n{"name": ""}]}
      2:10 invalid_tool_name ⟨""⟩ a tool name cannot be empty
          use the letters a to z, digits, `_` and `-`, at most 64
    …\n{"name": "return rule"}]}
      2:10 invalid_tool_name ⟨"return rule"⟩ the tool name `return rule` has a space in it
          use the letters a to z, digits, `_` and `-`, at most 64, such as `return_rule`
    …\n{"name": "a.b/c!"}]}
      2:10 invalid_tool_name ⟨"a.b/c!"⟩ the tool name `a.b/c!` has `.` in it
          use the letters a to z, digits, `_` and `-`, at most 64, such as `a_b_c`
    …\n{"name": "prüfe.x"}]}
      2:10 invalid_tool_name ⟨"prüfe.x"⟩ the tool name `prüfe.x` has `ü` in it
          use the letters a to z, digits, `_` and `-`, at most 64
    …\n{"name": "a\n"}]}
      2:10 invalid_tool_name ⟨"a\n"⟩ the tool name `a\n` has `\n` in it
          use the letters a to z, digits, `_` and `-`, at most 64, such as `a`
    …\n{"name": "a\u{202e}"}]}
      2:10 invalid_tool_name ⟨"a\u{202e}"⟩ the tool name `a\u{202e}` has `\u{202e}` in it
          use the letters a to z, digits, `_` and `-`, at most 64, such as `a`
    …\n{"name": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}]}
      2:10 invalid_tool_name ⟨"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"⟩ the tool name is 65 characters long
          use the letters a to z, digits, `_` and `-`, at most 64
    "##);
    insta::assert_snapshot!(told([
        exports("{\"name\": \"a\"},\n{\"name\": \"a\"}, {\"name\": \"a\"}"),
        exports("{\"name\": \"a-b\"},\n{\"name\": \"A_b\"}"),
        exports(r#"{"name": "a"}, {"name": "b", "function": "a"}, {"function": "a"}"#),
    ]), @r##"
    …\n{"name": "a"},\n{"name": "a"}, {"name": "a"}]}
      3:10 duplicate_tool_name ⟨"a"⟩ two tools are named `a`, the other on line 2
          rename one
      3:25 duplicate_tool_name ⟨"a"⟩ two tools are named `a`, the other on line 2
          rename one
    …\n{"name": "a-b"},\n{"name": "A_b"}]}
      3:10 duplicate_tool_name ⟨"A_b"⟩ the tool names `A_b` and `a-b` (line 2) are too alike
          rename one: names must differ in more than case, `-` and `_`
    …\n{"name": "a"}, {"name": "b", "function": "a"}, {"function": "a"}]}
      2:48 missing_field ⟨{⟩ this entry of `exports` has no `name`
          add `"name": "..."`
    "##);
}

#[test]
fn tool_kinds() {
    let kind = |written: &str| export(&format!(r#""kind": {written}"#));
    insta::assert_snapshot!(told(
        ["\"state\"", "\"reed\"", "\"Read\"", "\"write\"", "\"\"", "1", "null"].map(kind)
    ), @r##"
    …\n{"name": "a", "kind": "state"}]}
    …\n{"name": "a", "kind": "reed"}]}
      2:23 invalid_value ⟨"reed"⟩ `reed` is not a kind of tool
          did you mean `read`?
    …\n{"name": "a", "kind": "Read"}]}
      2:23 invalid_value ⟨"Read"⟩ `Read` is not a kind of tool
          did you mean `read`?
    …\n{"name": "a", "kind": "write"}]}
      2:23 invalid_value ⟨"write"⟩ `write` is not a kind of tool
          write `read` (changes nothing), `state` (changes only the agent's own state), `edit` (changes data that outlives the run) or `execute` (runs a command or code)
    …\n{"name": "a", "kind": ""}]}
      2:23 invalid_value ⟨""⟩ `kind` is empty
          write something, or leave it out
    …\n{"name": "a", "kind": 1}]}
      2:23 invalid_value ⟨1⟩ `kind` must be text, not a number
          put it in double quotes: `"1"`
    …\n{"name": "a", "kind": null}]}
      2:23 invalid_value ⟨null⟩ `kind` must be text, not `null`
          write `"..."`, or leave it out
    "##);
}

#[test]
fn scripts() {
    insta::assert_snapshot!(told([
        r#"{"schemaVersion": 1, "exports": [{"name": "a"}, {"name": "b", "script": "b.rhai"}]}"#,
        r#"{"schemaVersion": 1, "context": "c", "exports": [{"name": "b", "script": "b.rhai"}]}"#,
        r#"{"schemaVersion": 1, "exports": [{}]}"#,
    ]), @r##"
    {"schemaVersion": 1, "exports": [{"name": "a"}, {"name": "b", "script": "b.rhai"}]}
      1:43 missing_field ⟨"a"⟩ nothing says which script this function is in
          add `"script": "scripts/rules.rhai"` to the manifest, or to this entry
    {"schemaVersion": 1, "context": "c", "exports": [{"name": "b", "script": "b.rhai"}]}
      1:33 missing_field ⟨"c"⟩ nothing says which script the context function is in
          add `"script": "scripts/rules.rhai"` to the manifest
    {"schemaVersion": 1, "exports": [{}]}
      1:34 missing_field ⟨{⟩ this entry of `exports` has no `name`
          add `"name": "..."`
      1:34 missing_field ⟨{⟩ nothing says which script this function is in
          add `"script": "scripts/rules.rhai"` to the manifest, or to this entry
    "##);
}

#[test]
fn a_manifest_full_of_problems_is_answered_soon() {
    let fields = r#""a":0,"#.repeat(150_000);
    let text = format!(r#"{{{fields}"schemaVersion":1,"exports":[{{}}]}}"#);
    let names = r#"{"name":"a"},"#.repeat(80_000);
    let lines = "0,".repeat(500_000);
    for text in [
        text,
        exports(&format!("{names}{{}}")),
        manifest(&format!(r#","instructions":[{lines}0]"#)),
        manifest(&format!(r#","{}":0"#, "x".repeat(1_000_000))),
    ] {
        let (_, problems) = read(&Source::new("m.json", text));
        assert!(!problems.is_empty() && problems.len() < 300);
        assert!(problems.iter().all(|problem| problem.message().len() < 1000));
    }
}
