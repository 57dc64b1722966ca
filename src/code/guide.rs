//! The pages as one Markdown document.

use super::page::{Example, Page};

/// The manifest that the examples of scripts are exported by.
const MANIFEST: &str = r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#;

/// The script that stands beside the examples of manifests.
const SCRIPT: &str = r#"fn decide(days: int) -> string {
    if days > 30 { "no" } else { "yes" }
}

fn open_cases() -> string? {
    "2 cases are open"
}

settings Terms = #{ days: int = 30, vip_days: int = 60 };

fn decide_by_terms(age: int, vip: bool, terms: Terms) -> string {
    if age > if vip { terms.vip_days } else { terms.days } { "no" } else { "yes" }
}"#;

/// The script that an example imports as `tax`.
const IMPORTED: &str = r"fn of(amount) {
    (amount * 19 / 100).round_half_up(2)
}";

/// What comes before the first code.
pub(super) fn introduction() -> String {
    format!(
        "# Diagnostics\n\n\
         <!-- Generated from src/code/. Rewrite with: UPDATE=1 cargo test diagnostics_guide -->\n\n\
         Every problem of a manifest and of its scripts has a code, which never changes its \
         meaning. This page says for each why it is a problem and what to write instead.\n\n\
         The examples are whole files. An example of a manifest stands beside this `rules.rhai`:\n\
         \n{}\nAn example of a script is the `rules.rhai` of this manifest:\n\n{}\n\
         Where a script imports `tax`, this is `tax.rhai`:\n\n{}",
        block("rhai", SCRIPT),
        block("json", MANIFEST),
        block("rhai", IMPORTED),
    )
}

/// The index line of a code.
pub(super) fn entry(name: &str, page: Page) -> String {
    format!("- [`{name}`](#{name}): {}\n", page.title)
}

/// The section of a code.
pub(super) fn section(name: &str, severity: &str, page: Page) -> String {
    let Page { title, explanation, wrong, right } = page;
    // The mark keeps a tool that runs the code blocks of guides off this one.
    let mark = match wrong {
        Example::Words(_) => "",
        Example::Manifest(_) | Example::Script(_) => ",wrong",
    };
    format!(
        "\n## {name}\n\n**{title}** ({severity})\n\n{explanation}\n\nWrong:\n\n{}\nRight:\n\n{}",
        block(&format!("{}{mark}", wrong.language()), wrong.text()),
        block(right.language(), right.text()),
    )
}

fn block(language: &str, text: &str) -> String {
    format!("```{language}\n{text}\n```\n")
}
