//! Settings in scripts that cannot be declared so, and entries of manifests that say
//! of them what cannot be.

use super::*;

const RULES: &str = "settings S = #{ limit: int = 1, order: string = \"new\" };
fn f(s: S) -> int { s.limit }
fn g() -> int { 1 }";

/// What loading entries with these fields for `f`, or whole ones, ends in.
async fn entries(script: &str, entries: &[&str]) -> String {
    let mut told = String::new();
    for entry in entries {
        let more = if entry.starts_with('{') {
            (*entry).to_owned()
        } else {
            format!(r#"{{ "name": "f", "description": "F.", {entry} }}"#)
        };
        let manifest = format!(
            "{{ \"schemaVersion\": 1, \"script\": \"rules.rhai\", \"exports\": [\n{more}\n] }}"
        );
        let folder = Folder::new().file("rules.rhai", script).file("rules.json", manifest);
        told += &load(entry, &folder).await;
    }
    told
}

#[tokio::test]
async fn marks_of_settings() {
    insta::assert_snapshot!(entries(RULES, &[
        r#""configurable": ["limit"]"#,
        r#""configurable": []"#,
        r#""fixed": ["limit", "order"]"#,
        r#""fixed": []"#,
        r#""configurable": ["limit"], "fixed": ["order"]"#,
        r#""fixed": [], "configurable": []"#,
        r#""configurable": ["limti", "order", "zzz", ""]"#,
        r#""fixed": ["order", "limit", "order", "order"]"#,
        r#""configurable": "limit""#,
        r#""configurable": null"#,
        r#""fixed": [1, null, "limit", ["order"]]"#,
        r#""fixed": { "limit": true }"#,
        r#""configurable": ["limit"], "configurable": ["order"]"#,
        r#""configurabel": ["limit"]"#,
        r#""configurable": ["Limit", "Limit"], "fixed": [true, "ordr"]"#,
        r#"{ "name": "g", "description": "G.", "configurable": ["limit"], "fixed": [] }"#,
        r#"{ "name": "g", "description": "G.", "fixed": [] }"#,
        r#"{ "name": "h", "description": "G.", "fixed": ["limit"] }"#,
        r#""parameterDescriptions": { "s": "Settings.", "t": "?" }"#,
    ]).await, @r#"
    "configurable": ["limit"]
    "configurable": []
    "fixed": ["limit", "order"]
    "fixed": []
    "configurable": ["limit"], "fixed": ["order"]
      rules.json:2:64 conflicting_fields ⟨"fixed"⟩ an entry of `exports` has one of `configurable` and `fixed`, and not both
          keep `configurable` to close every setting that it does not name, or `fixed` to open every one that it does not name
    "fixed": [], "configurable": []
      rules.json:2:50 conflicting_fields ⟨"configurable"⟩ an entry of `exports` has one of `configurable` and `fixed`, and not both
          keep `configurable` to close every setting that it does not name, or `fixed` to open every one that it does not name
    "configurable": ["limti", "order", "zzz", ""]
      rules.json:2:54 unknown_setting ⟨"limti"⟩ `f` has no setting `limti`
          did you mean `limit`?
      rules.json:2:72 unknown_setting ⟨"zzz"⟩ `f` has no setting `zzz`
          its settings are `limit`, `order`
      rules.json:2:79 unknown_setting ⟨""⟩ `f` has no setting ``
          its settings are `limit`, `order`
    "fixed": ["order", "limit", "order", "order"]
      rules.json:2:65 duplicate_setting ⟨"order"⟩ `order` stands in `fixed` twice
          remove one of them
      rules.json:2:74 duplicate_setting ⟨"order"⟩ `order` stands in `fixed` twice
          remove one of them
    "configurable": "limit"
      rules.json:2:53 invalid_value ⟨"limit"⟩ `configurable` must be a list, not text
          write a list: `["limit"]`
    "configurable": null
      rules.json:2:53 invalid_value ⟨null⟩ `configurable` must be a list, not `null`
          write `["..."]`, or leave it out
    "fixed": [1, null, "limit", ["order"]]
      rules.json:2:47 invalid_value ⟨1⟩ each name in `fixed` must be text, not a number
          put it in double quotes: `"1"`
      rules.json:2:50 invalid_value ⟨null⟩ each name in `fixed` must be text, not `null`
          write `"..."`, or leave it out
      rules.json:2:65 invalid_value ⟨[⟩ each name in `fixed` must be text, not a list
          write `"..."`
    "fixed": { "limit": true }
      rules.json:2:46 invalid_value ⟨{⟩ `fixed` must be a list, not an object
          write `["..."]`
    "configurable": ["limit"], "configurable": ["order"]
      rules.json:2:64 duplicate_field ⟨"configurable"⟩ `configurable` is written twice, first on line 2
          remove one of them
    "configurabel": ["limit"]
      rules.json:2:37 unknown_field ⟨"configurabel"⟩ an entry of `exports` has no field `configurabel`
          did you mean `configurable`?
    "configurable": ["Limit", "Limit"], "fixed": [true, "ordr"]
      rules.json:2:63 duplicate_setting ⟨"Limit"⟩ `Limit` stands in `configurable` twice
          remove one of them
      rules.json:2:73 conflicting_fields ⟨"fixed"⟩ an entry of `exports` has one of `configurable` and `fixed`, and not both
          keep `configurable` to close every setting that it does not name, or `fixed` to open every one that it does not name
      rules.json:2:83 invalid_value ⟨true⟩ each name in `fixed` must be text, not `true`
          put it in double quotes: `"true"`
      rules.json:2:54 unknown_setting ⟨"Limit"⟩ `f` has no setting `Limit`
          did you mean `limit`?
      rules.json:2:89 unknown_setting ⟨"ordr"⟩ `f` has no setting `ordr`
          did you mean `order`?
    { "name": "g", "description": "G.", "configurable": ["limit"], "fixed"…
      rules.json:2:64 conflicting_fields ⟨"fixed"⟩ an entry of `exports` has one of `configurable` and `fixed`, and not both
          keep `configurable` to close every setting that it does not name, or `fixed` to open every one that it does not name
      rules.json:2:37 unknown_setting ⟨"configurable"⟩ `g` takes no settings that `configurable` could name
          give the function a parameter `settings: S`, or remove this
      rules.json:2:64 unknown_setting ⟨"fixed"⟩ `g` takes no settings that `fixed` could name
          give the function a parameter `settings: S`, or remove this
    { "name": "g", "description": "G.", "fixed": [] }
      rules.json:2:37 unknown_setting ⟨"fixed"⟩ `g` takes no settings that `fixed` could name
          give the function a parameter `settings: S`, or remove this
    { "name": "h", "description": "G.", "fixed": ["limit"] }
      rules.json:2:11 unknown_function ⟨"h"⟩ `rules.rhai` has no function `h`
          write a function `fn h(...) -> ... { ... }` in the script
    "parameterDescriptions": { "s": "Settings.", "t": "?" }
      rules.json:2:64 unknown_parameter ⟨"s"⟩ `s` of `f` holds the settings, which no model is told of
          remove this
      rules.json:2:82 unknown_parameter ⟨"t"⟩ `f` has no parameter `t`
          it takes no parameters: remove this
    "#);
    let broken =
        "settings S = #{ limit: int = , order: string = \"new\" };\nfn f(s: S) -> int { 1 }";
    insta::assert_snapshot!(entries(broken, &[
        r#""configurable": ["limit"]"#,
        r#""fixed": ["other"]"#,
    ]).await, @r#"
    "configurable": ["limit"]
      rules.rhai:1:28 invalid_default ⟨=⟩ the default of `limit` is missing
          write it here, as in `limit: int = 10`
    "fixed": ["other"]
      rules.rhai:1:28 invalid_default ⟨=⟩ the default of `limit` is missing
          write it here, as in `limit: int = 10`
    "#);
}

#[tokio::test]
async fn declarations_of_settings() {
    insta::assert_snapshot!(scripts([
        "settings S = #{};\n/// F.\nfn f(s: S) -> int { 1 }",
        "settings S = #{ a: int = 10 * 60, b: string = 3, c: bool };\n/// F.\nfn f(s: S) -> int { 1 }",
        "settings S = #{ a: int = 9999999999999999999, b: \"x\" | \"y\" = \"z\" };\n/// F.\nfn f(s: S) -> int { 1 }",
        "settings S = #{ a: array<int?> = [1] };\n/// F.\nfn f(s: S) -> int { 1 }",
        "settings S = #{ a: int = 1 };\n/// F.\nfn f(s: S) -> S { s }",
        "settings S = #{ a: int = 1 };\n/// F.\nfn f(a: S, b: S) -> int { 1 }",
        "settings S = #{ a: int = 1 };\n/// F.\nfn f(a: T) -> int { 1 }",
        "settings S = #{ a: int = 1 }\n/// F.\nfn f(a: S) -> int { 1 }",
        "settings S = { a: int = 1 };\n/// F.\nfn f(a: S) -> int { 1 }",
        "settings S = #{ a: int = 1;\n/// F.\nfn f(a: S) -> int { 1 }",
        "settings S = #{ a: string = \"x };\n/// F.\nfn f(a: S) -> int { 1 }",
        "/// F.\nfn f(a: settings) -> int { 1 }",
        "/// F.\nfn f(a: #{ limit: int = 10 }) -> int { 1 }",
    ]).await, @r#"
    settings S = #{};\n/// F.\nfn f(s: S) -> int { 1 }
      rules.rhai:1:10 malformed_settings ⟨S⟩ `S` has no settings
          write each with its type and its default, as in `#{ limit: int = 10 }`
    settings S = #{ a: int = 10 * 60, b: string = 3, c: bool };\n/// F.\nf…
      rules.rhai:1:26 invalid_default ⟨10 * 60⟩ a default is a value that is written down, and this has to be worked out
          write the value itself, as in `600`, `"text"`, `[1, 2]` or `#{ name: "text" }`
      rules.rhai:1:47 invalid_default ⟨3⟩ expected `string`, found the number `3`
          put it in quotes: `"3"`
      rules.rhai:1:53 malformed_settings ⟨bool⟩ the setting `c` has no default
          write it after the type, as in `limit: int = 10`
    settings S = #{ a: int = 9999999999999999999, b: "x" | "y" = "z" };\n/…
      rules.rhai:1:26 invalid_default ⟨9999999999999999999⟩ this is out of the range of an int
          whole numbers go from -9223372036854775808 to 9223372036854775807
      rules.rhai:1:62 invalid_default ⟨"z"⟩ `z` is not one of `x`, `y`
          write one of them, or add it to the type
    settings S = #{ a: array<int?> = [1] };\n/// F.\nfn f(s: S) -> int { 1…
      rules.rhai:1:20 misplaced_type ⟨array<int?>⟩ the items of an array cannot be null in settings
          leave out the `?`; a whole setting, or a field of a record, can be null
    settings S = #{ a: int = 1 };\n/// F.\nfn f(s: S) -> S { s }
      rules.rhai:3:15 misplaced_type ⟨S⟩ `S` are settings, and only a parameter has that type
          write it as the whole type of a parameter, as in `settings: S`
    settings S = #{ a: int = 1 };\n/// F.\nfn f(a: S, b: S) -> int { 1 }
      rules.rhai:3:12 misplaced_type ⟨b⟩ a function takes settings once, and `b` is another
          leave it out, and use `a`
    settings S = #{ a: int = 1 };\n/// F.\nfn f(a: T) -> int { 1 }
      rules.rhai:3:9 unknown_type ⟨T⟩ there is no type `T`
          say what it holds, as in `string`, `map` or `#{ name: string }`
    settings S = #{ a: int = 1 }\n/// F.\nfn f(a: S) -> int { 1 }
      rules.rhai:1:28 malformed_settings ⟨}⟩ a declaration of settings ends with `;`
          write `;` after it
    settings S = { a: int = 1 };\n/// F.\nfn f(a: S) -> int { 1 }
      rules.rhai:1:14 malformed_settings ⟨{⟩ a record of settings begins with `#{`
          write `#{`, without a space in it
    settings S = #{ a: int = 1;\n/// F.\nfn f(a: S) -> int { 1 }
      rules.rhai:1:14 malformed_settings ⟨#{⟩ this `#{` is never closed
          write `};` after the last setting
    settings S = #{ a: string = "x };\n/// F.\nfn f(a: S) -> int { 1 }
      rules.rhai:1:29 invalid_default ⟨"x };⟩ this cannot be read
          close the text with `"` in the same line
    /// F.\nfn f(a: settings) -> int { 1 }
      rules.rhai:2:9 unknown_type ⟨settings⟩ there is no type `settings`
          declare what it holds with `settings NAME = #{ ... };`, and write that name
    /// F.\nfn f(a: #{ limit: int = 10 }) -> int { 1 }
      rules.rhai:2:23 malformed_type ⟨=⟩ there are no default values here
          leave it out; write `T?` and use `??` where the value is used
    "#);
}

/// A mistake is told once, whatever else follows from it.
#[tokio::test]
async fn mistakes_that_others_follow_from() {
    let mut told = String::new();
    for script in [
        "settings TriageSettings = #{ limit: int = 1 };\nfn f(s: TriageSetings) -> int { s.limit }",
        "Settings Triage = #{ limit: int = 1 };\nfn f(s: Triage) -> int { s.limti }",
        "/// Of it.\nsettings = #{ limit: int = 1 };\nfn f(s: Triage) -> int { s.limit }",
        "/// Of it.\ntype Triage = #{ limit: int = 1 };\nfn f(s: Triage) -> int { s.limit }",
        "settings Triage = #{ limit: int = 1 };\nfn f(s: Triage?) -> int { s.limit }",
        "settings Triage = #{ limit: int = 1 };\nfn f(x: int, Triage) -> int { x }",
        "settings Triage = #{ limit: int = 1 };\nfn f(x: int) -> int { settings.limit }",
    ] {
        told += &entries(script, &[r#""configurable": ["limit"]"#]).await;
    }
    insta::assert_snapshot!(told, @r#"
    "configurable": ["limit"]
      rules.rhai:2:9 unknown_type ⟨TriageSetings⟩ there is no type `TriageSetings`
          did you mean `TriageSettings`?
    "configurable": ["limit"]
      rules.rhai:1:1 malformed_settings ⟨Settings Triage = #{⟩ `Settings Triage = #{` does not begin settings
          write `settings Triage = #{`
    "configurable": ["limit"]
      rules.rhai:2:1 malformed_settings ⟨settings = #{⟩ these settings have no name, which a parameter takes as its type
          write `settings NAME = #{`
    "configurable": ["limit"]
      rules.rhai:2:1 malformed_settings ⟨type⟩ the fields of a type have no defaults, and settings have
          write `settings Triage = #{` if these are settings, or leave the defaults out
    "configurable": ["limit"]
      rules.rhai:2:9 misplaced_type ⟨Triage?⟩ `Triage` is never null, and is written without a `?`
          write `Triage`
    "configurable": ["limit"]
      rules.rhai:2:1 missing_type ⟨fn f(x: int, Triage) -> int⟩ `f` is exported, and `Triage` has no type
          write `fn f(x: int, settings: Triage) -> int`
    "configurable": ["limit"]
      rules.json:2:37 unknown_setting ⟨"configurable"⟩ `f` takes no settings that `configurable` could name
          give the function a parameter `settings: Triage`, or remove this
      rules.rhai:2:23 unknown_name ⟨settings⟩ `settings` is not defined here
          to read the settings, give `f` a parameter `settings: Triage`
    "#);
}

#[tokio::test]
async fn a_context_function_takes_no_settings() {
    let mut told = String::new();
    for params in ["s: S", "notes: session, s: S"] {
        let script = format!(
            "settings S = #{{ a: int = 1 }};\nfn c({params}) -> string? {{ () }}\nfn f(s: S) -> int {{ 1 }}"
        );
        let manifest = json!({ "schemaVersion": 1, "script": "rules.rhai", "context": "c",
            "exports": [{ "name": "f", "description": "F." }] });
        let folder = Folder::new().file("rules.rhai", &script);
        told += &load(&script, &folder.file("rules.json", manifest.to_string())).await;
    }
    insta::assert_snapshot!(told, @r"
    settings S = #{ a: int = 1 };\nfn c(s: S) -> string? { () }\nfn f(s: S…
      rules.rhai:2:6 invalid_context_function ⟨s⟩ the context function `c` takes settings, which only tools are given
          leave `s` out: write `fn c() -> string?`, or `fn c(notes: session) -> string?`
    settings S = #{ a: int = 1 };\nfn c(notes: session, s: S) -> string? {…
      rules.rhai:2:22 invalid_context_function ⟨s⟩ the context function `c` takes settings, which only tools are given
          leave `s` out: write `fn c() -> string?`, or `fn c(notes: session) -> string?`
    ");
}
