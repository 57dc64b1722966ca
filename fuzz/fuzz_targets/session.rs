//! What holds for any text that a session is restored from.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook::Session;
use rulebook_fuzz::text;
use serde_json::Value;

/// Glued together, they are nearly the JSON of a session; random letters never are.
const PIECES: &[&str] = &[
    "{\"version\":1,\"state\":{",
    "\"state\":",
    "\"version\":",
    "\"answered\":[",
    "\"a\":{",
    "\"script\":{",
    "\"a\"",
    "\"b\":",
    "\"\"",
    "{",
    "}",
    "[",
    "]",
    "}}",
    "}}}",
    ",",
    ":",
    "1",
    "2",
    "0",
    "-",
    ".5",
    "e9",
    "18446744073709551615",
    "0.1000000000000000055",
    "null",
    "true",
    "\"$decimal\":\"1.50\"",
    "\"$map\":{",
    "\\u0000",
    "\u{feff}",
    "é",
    " ",
    "\n",
    "[[[[[[[[",
];

fuzz_target!(|data: &[u8]| {
    let Some(text) = text(data, PIECES) else { return };
    match text.parse::<Session>() {
        Ok(session) => {
            let json = session.to_json();
            let given: Value =
                serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(&text)).unwrap();
            assert_eq!(json["version"], given["version"]);
            assert_eq!(json["state"], given["state"]);
            let again: Session = json.to_string().parse().unwrap();
            assert_eq!(again.to_json(), json);
            assert_eq!(again.to_json().to_string(), json.to_string());
            assert_eq!(Session::from_json(json.clone()).unwrap().to_json(), json);
            assert_eq!(again.entries(), session.entries());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
