//! What holds for any text that arguments are read from.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook::parse_arguments;
use rulebook_fuzz::text;
use serde_json::Value;

/// Glued together, they are nearly JSON; random letters never are.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"a\"",
    "\"b\"",
    "\"\\u0061\"",
    "\"",
    "\\",
    "\\u",
    "\\ud83d",
    "\\ude00",
    "d8",
    "\\n",
    "true",
    "false",
    "null",
    "nul",
    "0",
    "-",
    "1",
    "9",
    ".",
    "e",
    "E",
    "+",
    "-0",
    "1.5",
    "9007199254740993",
    "9223372036854775808",
    "18446744073709551616",
    "0.1000000000000000055",
    "1e400",
    "1e-400",
    "000000000000000000",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u{feff}",
    "\u{a0}",
    "é",
    "\u{1f600}",
    "//",
    "/*",
    "'",
    "NaN",
    "{\"a\":",
    "[[[[[[[[",
];

fuzz_target!(|data: &[u8]| {
    let Some(text) = text(data, PIECES) else { return };
    let theirs = serde_json::from_str::<Value>(text.strip_prefix('\u{feff}').unwrap_or(&text));
    match parse_arguments(&text) {
        Ok(ours) => {
            let ours = Value::Object(ours);
            assert_eq!(ours, theirs.unwrap());
            let again = parse_arguments(&ours.to_string()).unwrap();
            assert_eq!(Value::Object(again), ours);
        }
        Err(error) => {
            assert!(!error.message.is_empty());
            let stricter = ["lose digits", "given twice", "too deep", "must be an object"];
            assert!(theirs.is_err() || stricter.iter().any(|why| error.message.contains(why)));
        }
    }
});
