//! What holds for any text that settings are read from, and for any value of them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook::{Decimal, Migrations, SettingValue, SettingsDocument};
use rulebook_fuzz::text;
use serde_json::Value;

/// Glued together, they are nearly a document of settings; random letters never are.
const PIECES: &[&str] = &[
    "{\"schemaVersion\":1,\"tools\":{",
    "{\"schemaVersion\":1,\"tools\":{\"a\":{\"b\":",
    "\"schemaVersion\":",
    "\"tools\":",
    "\"a\":{",
    "\"a\":",
    "\"b\":",
    "\"\"",
    "{",
    "}",
    "}}}",
    "[",
    "]",
    ",",
    "1",
    "-1",
    "255",
    "256",
    "3.0",
    "1e400",
    "0.1",
    "18446744073709551616",
    "\"170141183460469231731687303715884105727\"",
    "0.1000000000000000055",
    "\"0.1000000000000000055\"",
    "null",
    "true",
    "\"1h 30m\"",
    "\"1.5s\"",
    "\"18446744073709551615s\"",
    "\"6f1c4a1e-7d0e-4a6e-9a63-8f0d4f1b2c3d\"",
    "\\u0000",
    "\u{feff}",
    "é",
    " ",
    "[[[[[[[[",
];

fuzz_target!(|data: &[u8]| {
    let Some(text) = text(data, PIECES) else { return };
    let document = match SettingsDocument::parse(&text) {
        Ok(document) => document,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let again = SettingsDocument::parse(&document.to_text()).unwrap();
    assert_eq!(again, document);
    assert_eq!(again.to_text(), document.to_text());
    assert_eq!(Migrations::new().raise(document.clone()).is_ok(), document.schema_version == 1);
    for tool in document.values.tools() {
        for value in document.values.of(tool).into_iter().flatten().map(|(_, value)| value) {
            of_every_kind(value);
        }
    }
});

fn of_every_kind(value: &Value) {
    held::<String>(value);
    held::<bool>(value);
    held::<i8>(value);
    held::<u64>(value);
    held::<i128>(value);
    held::<u128>(value);
    held::<f32>(value);
    held::<f64>(value);
    held::<Decimal>(value);
    held::<std::time::Duration>(value);
    held::<Vec<i64>>(value);
    held::<[bool; 2]>(value);
    held::<std::collections::BTreeSet<String>>(value);
    held::<std::collections::HashMap<String, Vec<Decimal>>>(value);
}

/// What is taken has a JSON that is taken again, and is the same from then on.
fn held<T: SettingValue>(value: &Value) {
    match T::from_json(value.clone()) {
        Ok(taken) => {
            let json = taken.to_json();
            let again = T::from_json(json.clone()).unwrap();
            assert_eq!(again.to_json(), json);
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}
