//! Files that are not UTF-8, and those that are with a mark or Windows lines.

use super::*;

const SCRIPT: &str = "/// Gives one.\nfn f() -> int { 1 }";
const MANIFEST: &str =
    r#"{ "schemaVersion": 1, "script": "rules.rhai", "exports": [{ "name": "f" }] }"#;

fn utf16(text: &str, little: bool) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    let bytes = units.map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() });
    bytes.flatten().collect()
}

#[tokio::test]
async fn other_encodings_are_refused() {
    let mut told = String::new();
    for (label, bytes) in [
        ("UTF-16, little end first", utf16("fn f() {}", true)),
        ("UTF-16, big end first", utf16("fn f() {}", false)),
        ("UTF-16 without a mark", utf16("fn f() {}", true)[2..].to_vec()),
        ("Latin-1", b"// caf\xe9\n{".to_vec()),
        ("a surrogate", b"// \xed\xa0\x80".to_vec()),
        ("overlong", b"// \xc0\xaf".to_vec()),
        ("cut short", b"// \xe4\xb8".to_vec()),
        ("bytes", vec![0xff; 4096]),
    ] {
        let folder = Folder::new().file("rules.rhai", SCRIPT).file("rules.json", &bytes);
        told += &load(&format!("manifest: {label}"), &folder).await;
        let folder = Folder::new().file("rules.rhai", &bytes).file("rules.json", MANIFEST);
        told += &load(&format!("script: {label}"), &folder).await;
        let script = format!("import \"other\" as other;\n{SCRIPT}");
        let folder = Folder::new().file("rules.rhai", script).file("rules.json", MANIFEST);
        told += &load(&format!("import: {label}"), &folder.file("other.rhai", &bytes)).await;
    }
    insta::assert_snapshot!(told, @r#"
    manifest: UTF-16, little end first
      rules.json not_utf8 ⟨⟩ `rules.json` is UTF-16 text, and must be UTF-8
          save it as UTF-8
    script: UTF-16, little end first
      rules.json:1:33 not_utf8 ⟨"rules.rhai"⟩ `rules.rhai` is UTF-16 text, and must be UTF-8
          save it as UTF-8
    import: UTF-16, little end first
      rules.rhai:1:8 import_failed ⟨"other"⟩ `other.rhai` is UTF-16 text, and must be UTF-8
          save it as UTF-8
    manifest: UTF-16, big end first
      rules.json not_utf8 ⟨⟩ `rules.json` is UTF-16 text, and must be UTF-8
          save it as UTF-8
    script: UTF-16, big end first
      rules.json:1:33 not_utf8 ⟨"rules.rhai"⟩ `rules.rhai` is UTF-16 text, and must be UTF-8
          save it as UTF-8
    import: UTF-16, big end first
      rules.rhai:1:8 import_failed ⟨"other"⟩ `other.rhai` is UTF-16 text, and must be UTF-8
          save it as UTF-8
    manifest: UTF-16 without a mark
      rules.json:1:1 invalid_json ⟨f⟩ `f` is not a value
          put text in double quotes: `"f"`
    script: UTF-16 without a mark
      rules.rhai:1:2 syntax_error ⟨\0⟩ `\u{0}` means nothing here
    import: UTF-16 without a mark
      other.rhai:1:2 syntax_error ⟨\0⟩ `\u{0}` means nothing here
    manifest: Latin-1
      rules.json:1:7 not_utf8 ⟨�⟩ `rules.json` is not UTF-8 text: the byte 0xE9 at line 1, column 7 is no character
          save it as UTF-8
    script: Latin-1
      rules.rhai:1:7 not_utf8 ⟨�⟩ `rules.rhai` is not UTF-8 text: the byte 0xE9 at line 1, column 7 is no character
          save it as UTF-8
    import: Latin-1
      other.rhai:1:7 not_utf8 ⟨�⟩ `other.rhai` is not UTF-8 text: the byte 0xE9 at line 1, column 7 is no character
          save it as UTF-8
    manifest: a surrogate
      rules.json:1:4 not_utf8 ⟨�⟩ `rules.json` is not UTF-8 text: the byte 0xED at line 1, column 4 is no character
          save it as UTF-8
    script: a surrogate
      rules.rhai:1:4 not_utf8 ⟨�⟩ `rules.rhai` is not UTF-8 text: the byte 0xED at line 1, column 4 is no character
          save it as UTF-8
    import: a surrogate
      other.rhai:1:4 not_utf8 ⟨�⟩ `other.rhai` is not UTF-8 text: the byte 0xED at line 1, column 4 is no character
          save it as UTF-8
    manifest: overlong
      rules.json:1:4 not_utf8 ⟨�⟩ `rules.json` is not UTF-8 text: the byte 0xC0 at line 1, column 4 is no character
          save it as UTF-8
    script: overlong
      rules.rhai:1:4 not_utf8 ⟨�⟩ `rules.rhai` is not UTF-8 text: the byte 0xC0 at line 1, column 4 is no character
          save it as UTF-8
    import: overlong
      other.rhai:1:4 not_utf8 ⟨�⟩ `other.rhai` is not UTF-8 text: the byte 0xC0 at line 1, column 4 is no character
          save it as UTF-8
    manifest: cut short
      rules.json:1:4 not_utf8 ⟨�⟩ `rules.json` is not UTF-8 text: the byte 0xE4 at line 1, column 4 is no character
          save it as UTF-8
    script: cut short
      rules.rhai:1:4 not_utf8 ⟨�⟩ `rules.rhai` is not UTF-8 text: the byte 0xE4 at line 1, column 4 is no character
          save it as UTF-8
    import: cut short
      other.rhai:1:4 not_utf8 ⟨�⟩ `other.rhai` is not UTF-8 text: the byte 0xE4 at line 1, column 4 is no character
          save it as UTF-8
    manifest: bytes
      rules.json:1:1 not_utf8 ⟨�⟩ `rules.json` is not UTF-8 text: the byte 0xFF at line 1, column 1 is no character
          save it as UTF-8
    script: bytes
      rules.rhai:1:1 not_utf8 ⟨�⟩ `rules.rhai` is not UTF-8 text: the byte 0xFF at line 1, column 1 is no character
          save it as UTF-8
    import: bytes
      other.rhai:1:1 not_utf8 ⟨�⟩ `other.rhai` is not UTF-8 text: the byte 0xFF at line 1, column 1 is no character
          save it as UTF-8
    "#);
}

#[tokio::test]
async fn marks_and_windows_lines_are_fine_and_places_stay_right() {
    let script = format!("\u{feff}{}", SCRIPT.replace('\n', "\r\n"));
    let manifest = format!("\u{feff}{}", MANIFEST.replace(", ", ",\r\n"));
    let folder = Folder::new().file("rules.rhai", &script).file("rules.json", &manifest);
    let tools = folder.load_with(options()).await.unwrap();
    assert_eq!(tools.call("f", json!({})).await.unwrap(), 1);
    let wrong = script.replace("-> int", "-> lng");
    let folder = Folder::new().file("rules.rhai", wrong).file("rules.json", &manifest);
    let folder = folder.file("rules.json", manifest.replace("\"f\"", "\"ff\""));
    insta::assert_snapshot!(load("marks", &folder).await, @r#"
    marks
      rules.rhai:2:11 unknown_type ⟨lng⟩ there is no type `lng`
          the types are `bool`, `int`, `float`, `decimal`, `string`, `array`, `map`, and those declared with `type` or `settings`
      rules.json:3:23 unknown_function ⟨"ff"⟩ `rules.rhai` has no function `ff`
          did you mean `f`?
    "#);
}

#[tokio::test]
async fn odd_characters_in_scripts() {
    insta::assert_snapshot!(scripts([
        "fn f() -> int { \u{a0}1 }", "fn f() -> int { 1 }\0", "fn f() -> int { \u{202e}1 }", "fn f() -> int { “a” }",
        "fn f() -> int { let é = 1; é }", "fn f() -> int { let 日本 = 1; 1 }", "fn f(é: int) -> int { 1 }",
        "fn f() -> int { \"\\ud800\" }", "fn f() -> int { \"\\U00110000\" }", "fn f() -> int { '\\uD800' }",
        "fn f() -> int { 'ab' }", "fn f() -> int { '' }", "fn f() -> int { \"a\nb\" }", "fn f() -> int { `a",
        "fn f() -> int { 1 } \u{feff}", "\u{feff}\u{feff}fn f() -> int { 1 }", "fn f() -> int { 1 }\r", "#!/bin/rulebook\nfn f() -> int { 1 }",
    ]).await, @r#"
    fn f() -> int { \u{a0}1 }
      rules.rhai:1:17 syntax_error ⟨\u{a0}⟩ an unusual space (U+00A0) stands here
          this is a special space that cannot be seen; write an ordinary one
    fn f() -> int { 1 }\0
      rules.rhai:1:20 syntax_error ⟨\0⟩ `\u{0}` means nothing here
    fn f() -> int { \u{202e}1 }
      rules.rhai:1:17 syntax_error ⟨\u{202e}⟩ `\u{202e}` means nothing here
    fn f() -> int { “a” }
      rules.rhai:1:17 syntax_error ⟨“⟩ `“` means nothing here
          write a text in straight double quotes: `"`
    fn f() -> int { let é = 1; é }
      rules.rhai:1:21 syntax_error ⟨é⟩ `é` means nothing here
          a name has the letters a to z, digits and `_`
    fn f() -> int { let 日本 = 1; 1 }
      rules.rhai:1:21 syntax_error ⟨日本⟩ `日` means nothing here
          a name has the letters a to z, digits and `_`
    fn f(é: int) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨é⟩ `é` means nothing here
          a name has the letters a to z, digits and `_`
    fn f() -> int { "\\ud800" }
      rules.rhai:1:23 syntax_error ⟨0⟩ `\ud800` is no character of a text
          after `\` write `n`, `r`, `t`, `\`, a quote, or `x`, `u`, `U` with the digits of a character
    fn f() -> int { "\\U00110000" }
      rules.rhai:1:27 syntax_error ⟨0⟩ `\U00110000` is no character of a text
          after `\` write `n`, `r`, `t`, `\`, a quote, or `x`, `u`, `U` with the digits of a character
    fn f() -> int { '\\uD800' }
      rules.rhai:1:23 syntax_error ⟨0⟩ `\uD800` is no character of a text
          after `\` write `n`, `r`, `t`, `\`, a quote, or `x`, `u`, `U` with the digits of a character
    fn f() -> int { 'ab' }
      rules.rhai:1:17 syntax_error ⟨'⟩ `ab` is not one character
          write a text in double quotes
    fn f() -> int { '' }
      rules.rhai:1:17 syntax_error ⟨'⟩ `` is not one character
          write a text in double quotes
    fn f() -> int { "a\nb" }
      rules.rhai:1:17 syntax_error ⟨"⟩ a text has no closing quote
          close the text with the quote that began it; a text over several lines is written in back-ticks
    fn f() -> int { `a
      rules.rhai:1:17 syntax_error ⟨`⟩ a text has no closing quote
          close the text with the quote that began it; a text over several lines is written in back-ticks
    fn f() -> int { 1 } \u{feff}
      rules.rhai:1:21 syntax_error ⟨\u{feff}⟩ `\u{feff}` means nothing here
    \u{feff}\u{feff}fn f() -> int { 1 }
      rules.rhai:1:1 syntax_error ⟨\u{feff}⟩ `\u{feff}` means nothing here
    fn f() -> int { 1 }\r
    #!/bin/rulebook\nfn f() -> int { 1 }
      rules.rhai:1:1 syntax_error ⟨#⟩ `#!` means nothing here
          begin a comment with `//`, and a map with `#{`
    "#);
}
