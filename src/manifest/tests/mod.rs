//! Manifests as text, and what is said about them.

mod property;
mod schema;
mod shape;
mod syntax;

use super::*;
use crate::quote::one_line;

/// How most texts here begin.
const BEGIN: &str = r#"{"schemaVersion": 1, "script": "a.rhai", "exports": ["#;

/// Every problem of every text: place, code, what is underlined, message, help.
fn told<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    texts.into_iter().map(|text| one(text.as_ref())).collect()
}

fn one(text: &str) -> String {
    let (_, problems) = read(&Source::new("m.json", text));
    let mut told = format!("{}\n", one_line(&text.replace(BEGIN, "…")));
    for problem in problems {
        let place = problem.position().unwrap();
        let underlined = one_line(problem.underlined().unwrap());
        let (line, column, code) = (place.line, place.column, problem.code());
        told += &format!("  {line}:{column} {code} ⟨{underlined}⟩ {}\n", problem.message());
        told += &problem.help_text().map(|help| format!("      {help}\n")).unwrap_or_default();
    }
    told
}
