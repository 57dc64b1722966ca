//! The pages about the manifest as a document.

use super::page::Example::Manifest;
use super::page::Page;

/// The manifest that most pages here end with.
const RIGHT: &str = r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#;

pub(super) const INVALID_JSON: Page = Page::new(
    "The manifest is not JSON.",
    "A manifest is plain JSON: names and texts in double quotes, a comma between two entries and \
     none after the last, no comments. The place shown is where reading stopped; the slip may be \
     just before it.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [{ "name": "decide", "description": "Says yes or no." }],
}"#,
    ),
    Manifest(RIGHT),
);

pub(super) const UNSUPPORTED_VERSION: Page = Page::new(
    "`schemaVersion` is not one that this version reads.",
    "The number says which rules the manifest was written by, so that a later version can change \
     them without misreading older files. This version reads 1, written as a number.",
    Manifest(
        r#"{
  "schemaVersion": 2,
  "script": "rules.rhai",
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#,
    ),
    Manifest(RIGHT),
);

pub(super) const UNKNOWN_FIELD: Page = Page::new(
    "A field that a manifest does not have.",
    "Unknown fields are refused, because one that is quietly passed over is most often a slip in \
     the name of one that matters. Capital letters count. `docs/manifest.md` lists every field.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    {
      "name": "decide",
      "description": "Says yes or no.",
      "needsApproval": true
    }
  ]
}"#,
    ),
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    {
      "name": "decide",
      "description": "Says yes or no.",
      "requiresApproval": true
    }
  ]
}"#,
    ),
);

pub(super) const MISSING_FIELD: Page = Page::new(
    "A field that a manifest must have is not there.",
    "A manifest has `schemaVersion` and `exports`, and every export has a `name`. Nothing is \
     guessed in their place.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [{ "function": "decide", "description": "Says yes or no." }]
}"#,
    ),
    Manifest(RIGHT),
);

pub(super) const DUPLICATE_FIELD: Page = Page::new(
    "One field is written twice.",
    "Only one of the two could count, and readers would disagree on which. Keep the one that is \
     meant.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    {
      "name": "decide",
      "description": "Says yes or no.",
      "description": "Decides a case."
    }
  ]
}"#,
    ),
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    {
      "name": "decide",
      "description": "Says yes or no."
    }
  ]
}"#,
    ),
);

pub(super) const INVALID_VALUE: Page = Page::new(
    "A field holds a value of the wrong kind.",
    "Every field takes one kind of value: a text, a number, true or false, a list. A list with one \
     entry is still a list, and `true` is not `\"true\"`.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "instructions": "Answer in one sentence.",
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#,
    ),
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "instructions": ["Answer in one sentence."],
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#,
    ),
);
