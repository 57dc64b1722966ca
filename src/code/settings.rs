//! The pages about settings, in scripts and in the entries of a manifest.

use super::page::Example::{Manifest, Script};
use super::page::Page;

/// The manifest that several pages here end with.
const RIGHT: &str = r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    {
      "name": "decide_by_terms",
      "description": "Says yes or no.",
      "configurable": ["days"]
    }
  ]
}"#;

pub(super) const UNKNOWN_SETTING: Page = Page::new(
    "A setting in `configurable` or `fixed` that the function does not take.",
    "The names are those of the settings that the function has a parameter for. A name that is \
     none of them is most often misspelt, and would leave the setting as it was. A function \
     without such a parameter takes no settings, and its entry has neither field.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    {
      "name": "decide_by_terms",
      "description": "Says yes or no.",
      "configurable": ["dyas"]
    }
  ]
}"#,
    ),
    Manifest(RIGHT),
);

pub(super) const DUPLICATE_SETTING: Page = Page::new(
    "A setting that is named twice in `configurable` or `fixed`.",
    "Once says it. Where a name stands twice, another one was probably meant.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    {
      "name": "decide_by_terms",
      "description": "Says yes or no.",
      "configurable": ["days", "days"]
    }
  ]
}"#,
    ),
    Manifest(RIGHT),
);

pub(super) const CONFLICTING_FIELDS: Page = Page::new(
    "An entry has both `configurable` and `fixed`.",
    "`configurable` names the settings that may be stored and given for a run, and closes all \
     others; `fixed` names those that are closed, and opens all others. With both, a setting that \
     stands in neither could be either. Keep the one that stays right when a setting is added.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [
    {
      "name": "decide_by_terms",
      "description": "Says yes or no.",
      "configurable": ["days"],
      "fixed": ["vip_days"]
    }
  ]
}"#,
    ),
    Manifest(RIGHT),
);

pub(super) const MALFORMED_SETTINGS: Page = Page::new(
    "A declaration of settings that cannot be read.",
    "Settings are declared as `settings NAME = #{ ... };`, and each has a name of its own, a type \
     and a default. There is no record without settings, and none that is left out.",
    Script(
        r#"settings Terms = #{ days: int };

fn decide(age: int, terms: Terms) -> string {
    if age > terms.days { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"settings Terms = #{ days: int = 30 };

fn decide(age: int, terms: Terms) -> string {
    if age > terms.days { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const INVALID_DEFAULT: Page = Page::new(
    "The default of a setting is no value of its type.",
    "A default is written down as a value of the type: nothing is converted, rounded or worked \
     out. A number has no quotes, a text has them, and in place of `10 * 60` stands `600`.",
    Script(
        r#"settings Terms = #{ days: int = "30" };

fn decide(age: int, terms: Terms) -> string {
    if age > terms.days { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"settings Terms = #{ days: int = 30 };

fn decide(age: int, terms: Terms) -> string {
    if age > terms.days { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const UNUSED_SETTINGS: Page = Page::new(
    "Settings that no function takes.",
    "A function receives settings through a parameter that has their name as its type. Without \
     one, whatever is set has no effect. Add the parameter, or take the settings away.",
    Script(
        r#"settings Terms = #{ days: int = 30 };

fn decide(age: int) -> string {
    if age > 30 { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"settings Terms = #{ days: int = 30 };

fn decide(age: int, terms: Terms) -> string {
    if age > terms.days { "no" } else { "yes" }
}"#,
    ),
);
