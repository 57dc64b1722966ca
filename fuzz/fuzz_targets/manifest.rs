//! What holds for any text that a manifest is read from.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rulebook::fuzzing::read_manifest;
use rulebook::source::Source;
use rulebook::{Code, Diagnostic, manifest_schema, parse_arguments};
use rulebook_fuzz::schema::fits;
use rulebook_fuzz::{Dice, Input, glued, input, json};
use serde_json::Value;

static SCHEMA: LazyLock<Value> = LazyLock::new(manifest_schema);

/// The reference manifests, and one with every field.
static GOOD: LazyLock<Vec<Value>> = LazyLock::new(|| {
    [
        include_str!("../seeds/manifest/every_field.json"),
        include_str!("../../manifests/returns.json"),
        include_str!("../../manifests/incidents.json"),
    ]
    .map(|text| serde_json::from_str(text).unwrap())
    .into()
});

const PIECES: &[&str] = &[
    "{\"schemaVersion\": 1, \"script\": \"a.rhai\", \"exports\": [",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "{\"name\": \"a\"}",
    "\"$schema\":",
    "\"schemaVersion\": 1",
    "\"script\":",
    "\"instructions\":",
    "\"constraints\":",
    "\"context\":",
    "\"exports\":",
    "\"name\":",
    "\"function\":",
    "\"description\":",
    "\"parameterDescriptions\": {",
    "\"kind\":",
    "\"requiresApproval\":",
    "\"configurable\": [",
    "\"fixed\": [\"a\"]",
    "\"schema_version\"",
    "\"Name\"",
    "\"read\"",
    "\"A-b\"",
    "\"a_B\"",
    "\"\"",
    "\" \"",
    "\"\\u0061\"",
    "\"\\u00a0\"",
    "\"",
    "'",
    "\\",
    "\\u",
    "\\ud83d",
    "true",
    "null",
    "True",
    "NaN",
    "0",
    "1",
    "-",
    "1.0",
    "2",
    "10e-1",
    "1e999",
    "00",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u{feff}",
    "\u{a0}",
    "\u{200b}",
    "é",
    "\u{1f600}",
    "// c\n",
    "/* c */",
    "/*",
    "#",
    "name:",
    ",,",
    "[[[[[[[[[[[[[[[[",
    "{\"a\":{\"a\":{\"a\":{\"a\":",
];

fn changed(mut dice: Dice<'_>, damage: bool) -> String {
    let mut manifest = GOOD[dice.below(GOOD.len())].clone();
    for _ in 0..dice.below(6) {
        json::change(&mut manifest, &mut dice);
    }
    let text = if dice.flip() {
        serde_json::to_string_pretty(&manifest)
    } else {
        serde_json::to_string(&manifest)
    };
    let mut text: Vec<char> = text.unwrap().chars().collect();
    while damage && !dice.is_empty() {
        let start = (usize::from(dice.byte()) << 8 | usize::from(dice.byte())) % (text.len() + 1);
        let end = (start + dice.below(8)).min(text.len());
        text.splice(start..end, dice.of(PIECES).chars());
    }
    text.into_iter().collect()
}

fn text(data: &[u8]) -> Option<String> {
    Some(match input(data)? {
        Input::Text(text) => text.to_owned(),
        Input::Choices(1..4, dice) => glued(dice, PIECES),
        Input::Choices(mode, dice) => changed(dice, mode < 6),
    })
}

/// Problems that the schema cannot speak of: names that are too alike, a script
/// that is named nowhere, and a field that is written twice.
fn beyond_the_schema(problem: &Diagnostic) -> bool {
    matches!(problem.code(), Code::DuplicateToolName | Code::DuplicateField)
        || problem.message().starts_with("nothing says which script")
}

fuzz_target!(|data: &[u8]| {
    let Some(text) = text(data) else { return };
    let source = Source::new("fuzz.json", text.as_str());
    let (is_some, problems) = read_manifest(&source);
    let told =
        |problems: &[Diagnostic]| problems.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(told(&problems), told(&read_manifest(&source).1));
    assert!(is_some || !problems.is_empty());

    for problem in &problems {
        let (place, span) = problem.place().unwrap();
        assert!(place.text().get(span.start..span.end).is_some(), "{span:?} {problem}");
        assert!(
            !problem.message().is_empty() && !problem.message().contains(['\n', '\0']),
            "{problem}"
        );
    }
    match serde_json::from_str::<Value>(&text) {
        Err(_) => {
            assert!(matches!(&*problems, [one] if one.code() == Code::InvalidJson), "{problems:?}")
        }
        Ok(manifest) => {
            assert!(
                problems.iter().all(|problem| problem.code() != Code::InvalidJson),
                "{problems:?}"
            );
            let fits = fits(&SCHEMA, &SCHEMA, &manifest);
            let good = problems.iter().all(beyond_the_schema);
            // Of two fields with one name, the two readers keep another.
            let twice = parse_arguments(&text).is_err() && manifest.is_object();
            assert!(twice || fits == good, "{problems:?}");
        }
    }
});
