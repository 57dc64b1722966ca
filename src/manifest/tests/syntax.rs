//! Texts that are not JSON.

use super::*;

#[test]
fn what_is_never_closed() {
    insta::assert_snapshot!(told(["", " \n", "{", "[", r#"{"a": 1"#, r#"{"a": [1, 2"#,
        r#"{"a""#, r#"{"a":"#, "{\"a\":\n  {\"b\": 1\n", r#"{"a": "x"#, r#"{"a": "\"#,
        "{\"a\": \"x\n}", "{\"a\": \"x\r\n}", r#"{"a": [1}"#, r#"{"a": [{"b": 1]}"#,
        r#"{}}"#, "{} {}", "}"]), @r##"

      1:1 invalid_json ⟨⟩ the file is empty
          begin with `{ "schemaVersion": 1, "script": "...", "exports": [ ... ] }`
     \n
      1:1 invalid_json ⟨⟩ the file is empty
          begin with `{ "schemaVersion": 1, "script": "...", "exports": [ ... ] }`
    {
      1:1 invalid_json ⟨{⟩ this `{` is never closed
          write `}` where it ends
    [
      1:1 invalid_json ⟨[⟩ this `[` is never closed
          write `]` where it ends
    {"a": 1
      1:1 invalid_json ⟨{⟩ this `{` is never closed
          write `}` where it ends
    {"a": [1, 2
      1:7 invalid_json ⟨[⟩ this `[` is never closed
          write `]` where it ends
    {"a"
      1:5 invalid_json ⟨⟩ a `:` is missing before this
          write each field as `"name": value`
    {"a":
      1:6 invalid_json ⟨⟩ a value is missing here
    {"a":\n  {"b": 1\n
      2:3 invalid_json ⟨{⟩ this `{` is never closed
          write `}` where it ends
    {"a": "x
      1:7 invalid_json ⟨"x⟩ this text is never closed
          close it with `"`
    {"a": "\
      1:7 invalid_json ⟨"\⟩ this text is never closed
          close it with `"`
    {"a": "x\n}
      1:7 invalid_json ⟨"x⟩ this text has no closing `"` on its line
          close it with `"`; a line break within text is written `\n`
    {"a": "x\r\n}
      1:7 invalid_json ⟨"x⟩ this text has no closing `"` on its line
          close it with `"`; a line break within text is written `\n`
    {"a": [1}
      1:9 invalid_json ⟨}⟩ the `[` of line 1 is not closed before this
          write `]` before it
    {"a": [{"b": 1]}
      1:15 invalid_json ⟨]⟩ the `{` of line 1 is not closed before this
          write `}` before it
    {}}
      1:3 invalid_json ⟨}⟩ there is one `}` too many
          remove it
    {} {}
      1:4 invalid_json ⟨{⟩ the manifest has already ended before this
          remove what follows, or the bracket that ends it too early
    }
      1:1 invalid_json ⟨}⟩ `}` cannot stand here
    "##);
}

#[test]
fn commas_and_colons() {
    insta::assert_snapshot!(told([r#"{"a": 1,}"#, "[1, 2,]", "{\"a\": 1\r\n \"b\": 2}", "[1 2]",
        r#"{"a": 1,, "b": 2}"#, "[,]", r#"{"a": }"#, r#"{"a" 1}"#, r#"{"a"; 1}"#, r#"{"a": 1;}"#,
        "[1 : 2]", "{[]}"]), @r##"
    {"a": 1,}
      1:8 invalid_json ⟨,⟩ nothing follows this comma
          remove the comma
    [1, 2,]
      1:6 invalid_json ⟨,⟩ nothing follows this comma
          remove the comma
    {"a": 1\r\n "b": 2}
      1:8 invalid_json ⟨⟩ a comma is missing here
          write `,` between one entry and the next
    [1 2]
      1:3 invalid_json ⟨⟩ a comma is missing here
          write `,` between one entry and the next
    {"a": 1,, "b": 2}
      1:9 invalid_json ⟨,⟩ `,` cannot stand here
    [,]
      1:2 invalid_json ⟨,⟩ `,` cannot stand here
    {"a": }
      1:7 invalid_json ⟨}⟩ a value is missing before this
    {"a" 1}
      1:6 invalid_json ⟨1⟩ a `:` is missing before this
          write each field as `"name": value`
    {"a"; 1}
      1:5 invalid_json ⟨;⟩ `;` cannot stand here
    {"a": 1;}
      1:8 invalid_json ⟨;⟩ `;` cannot stand here
    [1 : 2]
      1:4 invalid_json ⟨:⟩ `:` cannot stand here
    {[]}
      1:2 invalid_json ⟨[⟩ `[` cannot stand here
    "##);
}

#[test]
fn liberties_that_json_does_not_take() {
    insta::assert_snapshot!(told(["// hi\n{}", "{} # hi", "{ /* \"a\n\" */ }", "{ /* x",
        "{a: 1}", "{1: 2}", "{'a': 1}", r#"{"a": 'x'}"#, "{“a”: 1}", r#"{"a": True}"#,
        r#"{"a": yes}"#, r#"{"a": tru}"#, r#"{"a": None}"#, "returns.rhai", r#"{"a": NaN}"#,
        r#"{"a": -Infinity}"#, r#"{"a": 01}"#, r#"{"a": +1}"#, r#"{"a": .5}"#, r#"{"a": 0x1F}"#,
        r#"{"a": 1e}"#]), @r##"
    // hi\n{}
      1:1 invalid_json ⟨// hi⟩ JSON has no comments
          remove it
    {} # hi
      1:4 invalid_json ⟨#⟩ JSON has no comments
          remove it
    { /* "a\n" */ }
      1:3 invalid_json ⟨/* "a⟩ JSON has no comments
          remove it
    { /* x
      1:3 invalid_json ⟨/* x⟩ JSON has no comments
          remove it
    {a: 1}
      1:2 invalid_json ⟨a⟩ the name `a` has no quotes
          write `"a"`
    {1: 2}
      1:2 invalid_json ⟨1⟩ the name `1` has no quotes
          write `"1"`
    {'a': 1}
      1:2 invalid_json ⟨'⟩ text stands in double quotes
          write `"` instead of `'`
    {"a": 'x'}
      1:7 invalid_json ⟨'⟩ text stands in double quotes
          write `"` instead of `'`
    {“a”: 1}
      1:2 invalid_json ⟨“⟩ text stands in straight double quotes
          write `"` at both ends
    {"a": True}
      1:7 invalid_json ⟨True⟩ `True` is not a value
          write `true`, or put text in double quotes
    {"a": yes}
      1:7 invalid_json ⟨yes⟩ `yes` is not a value
          write `true`, or put text in double quotes
    {"a": tru}
      1:7 invalid_json ⟨tru⟩ `tru` is not a value
          write `true`, or put text in double quotes
    {"a": None}
      1:7 invalid_json ⟨None⟩ `None` is not a value
          put text in double quotes: `"None"`
    returns.rhai
      1:1 invalid_json ⟨returns⟩ `returns` is not a value
          put text in double quotes: `"returns"`
    {"a": NaN}
      1:7 invalid_json ⟨NaN⟩ `NaN` is not a value
          put text in double quotes: `"NaN"`
    {"a": -Infinity}
      1:7 invalid_json ⟨-Infinity⟩ this is not a number
          write decimal digits, such as `12` or `0.5`
    {"a": 01}
      1:7 invalid_json ⟨0⟩ a number cannot begin with `0`
          remove the zero
    {"a": +1}
      1:7 invalid_json ⟨+⟩ this is not a number
          write decimal digits, such as `12` or `0.5`
    {"a": .5}
      1:7 invalid_json ⟨.⟩ this is not a number
          write decimal digits, such as `12` or `0.5`
    {"a": 0x1F}
      1:7 invalid_json ⟨0⟩ this is not a number
          write decimal digits, such as `12` or `0.5`
    {"a": 1e}
      1:9 invalid_json ⟨}⟩ this is not a number
          write decimal digits, such as `12` or `0.5`
    "##);
}

#[test]
fn characters() {
    insta::assert_snapshot!(told(["{\"a\": \"x\ty\"}", "{\"a\": \"\0\"}", "{\"a\": \0}",
        r#"{"a": "scripts\days.rhai"}"#, r#"{"a": "\ud800"}"#, r#"{"a": "\u12"}"#,
        "{\"a\": \"x\\\n\"}", "{\"a\":\u{a0}1}", "\u{feff}{}", "{\"a\": 1\u{b}}",
        "{\"é\": \"ü\" x}"]), @r##"
    {"a": "x\ty"}
      1:9 invalid_json ⟨\t⟩ a tab cannot stand in text
          write `\t`, or a space
    {"a": "\u{0}"}
      1:8 invalid_json ⟨\u{0}⟩ a control character cannot stand in text
          write `\u0000`, or a space
    {"a": \u{0}}
      1:7 invalid_json ⟨\u{0}⟩ `\u{0}` cannot stand here
    {"a": "scripts\days.rhai"}
      1:15 invalid_json ⟨\d⟩ `\d` means nothing in text
          write a backslash as `\\`, and `/` between the folders of a path
    {"a": "\ud800"}
      1:8 invalid_json ⟨\ud800⟩ this `\u` does not make a character
          write the character itself
    {"a": "\u12"}
      1:8 invalid_json ⟨\u12⟩ this `\u` does not make a character
          write the character itself
    {"a": "x\\n"}
      1:9 invalid_json ⟨\⟩ `\\n` means nothing in text
          write a backslash as `\\`, and `/` between the folders of a path
    {"a": 1}
      1:6 invalid_json ⟨ ⟩ an unusual space (U+00A0) stands here
          replace it by an ordinary space
    \u{feff}{}
      1:1 invalid_json ⟨\u{feff}⟩ an unusual space (U+FEFF) stands here
          replace it by an ordinary space
    {"a": 1\u{b}}
      1:8 invalid_json ⟨\u{b}⟩ an unusual space (U+000B) stands here
          replace it by an ordinary space
    {"é": "ü" x}
      1:11 invalid_json ⟨x⟩ `x` is not a value
          put text in double quotes: `"x"`
    "##);
}

#[test]
fn nesting() {
    let levels =
        |open: &str, close: &str, count: usize| open.repeat(count) + close.repeat(count).as_str();
    let within = levels("[", "]", 127);
    assert!(told([within]).contains("a manifest must be an object, not a list"));
    for (text, column) in [
        (levels("[", "]", 128), 128),
        ("[".repeat(1_000_000), 128),
        (r#"{"a":"#.repeat(200_000), 636),
        // What is wrong before that is told first.
        ("[".repeat(100) + ",," + "[".repeat(1_000_000).as_str(), 101),
    ] {
        let (_, problems) = read(&Source::new("m.json", text));
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].position().unwrap().column, column);
    }
}
