//! The pages about the entries of a manifest and the functions behind them.

use super::page::Example::{Manifest, Script};
use super::page::Page;

/// The manifest that several pages here end with.
const RIGHT: &str = r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#;

pub(super) const INVALID_TOOL_NAME: Page = Page::new(
    "A tool name that model providers refuse.",
    "A tool name has 1 to 64 characters: the letters a to z and A to Z, digits, `_` and `-`. \
     Providers refuse a whole request for one name outside of this.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    { "name": "decide a case", "function": "decide", "description": "Says yes or no." }
  ]
}"#,
    ),
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    { "name": "decide_a_case", "function": "decide", "description": "Says yes or no." }
  ]
}"#,
    ),
);

pub(super) const DUPLICATE_TOOL_NAME: Page = Page::new(
    "Two tools have one name, or names that are too alike.",
    "A model tells tools apart by name alone. Names that differ only in capital letters, or in `-` \
     and `_`, are taken as one: models mix them up, and so do some clients.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    { "name": "decide_case", "function": "decide", "description": "Says yes or no." },
    { "name": "decide-case", "function": "decide", "description": "Says yes or no." }
  ]
}"#,
    ),
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    { "name": "decide_case", "function": "decide", "description": "Says yes or no." }
  ]
}"#,
    ),
);

pub(super) const MISSING_DESCRIPTION: Page = Page::new(
    "An export has no description.",
    "The description is what a model goes by when it chooses a tool. Write one in the manifest, or \
     a doc comment (`///`) above the function: it is taken where the manifest has none.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [{ "name": "decide" }]
}"#,
    ),
    Manifest(RIGHT),
);

pub(super) const UNKNOWN_PARAMETER: Page = Page::new(
    "A description names a parameter that the function does not have.",
    "The text would reach nobody, and the parameter it was meant for would have none. Write the \
     name as the function writes it. A parameter of the type `session` has no description: no model \
     is told of it.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    {
      "name": "decide",
      "description": "Says yes or no.",
      "parameterDescriptions": { "day": "Whole days since the parcel arrived." }
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
      "parameterDescriptions": { "days": "Whole days since the parcel arrived." }
    }
  ]
}"#,
    ),
);

pub(super) const UNKNOWN_FUNCTION: Page = Page::new(
    "An export names a function that the script does not have.",
    "Without a `function`, an export runs the function of the tool's own name. Only functions of \
     the script itself count, not those that it imports.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [{ "name": "decide_case", "description": "Says yes or no." }]
}"#,
    ),
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    { "name": "decide_case", "function": "decide", "description": "Says yes or no." }
  ]
}"#,
    ),
);

pub(super) const PRIVATE_FUNCTION: Page = Page::new(
    "A private function is exported.",
    "`private` says that a function is for the script alone; the manifest says that it is for an \
     agent. Take one of the two away.",
    Script(
        r#"private fn decide(days: int) -> string {
    if days > 30 { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"fn decide(days: int) -> string {
    if days > 30 { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const OVERLOADED_FUNCTION: Page = Page::new(
    "A function with overloads is exported.",
    "The script has several functions of this name, with different numbers of parameters, and a \
     tool can stand for one only. Give each its own name.",
    Script(
        r#"fn decide(days: int) -> string {
    decide(days, false)
}

fn decide(days: int, final_sale: bool) -> string {
    if final_sale || days > 30 { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"fn decide(days: int) -> string {
    decide_sale(days, false)
}

fn decide_sale(days: int, final_sale: bool) -> string {
    if final_sale || days > 30 { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const METHOD_FUNCTION: Page = Page::new(
    "A method on a type is exported.",
    "`fn int.decide()` runs on a value that stands before it, and a tool call has no such value. \
     Make the value a parameter.",
    Script(
        r#"fn int.decide() -> string {
    if this > 30 { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"fn decide(days: int) -> string {
    if days > 30 { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const INVALID_CONTEXT_FUNCTION: Page = Page::new(
    "The context function has another shape than `() -> string?`.",
    "The function named by `context` is asked before every model call, by nobody who could give it \
     arguments. It takes none, or a `session` alone, and gives a text, or `()` when there is \
     nothing to say.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "context": "decide",
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#,
    ),
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "context": "open_cases",
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#,
    ),
);
