//! What is wrong with the parts of a prompt.

use super::lines::is_blank;
use super::parts::{Parts, Standing};
use super::section::Section;
use super::text::runs_over;
use crate::quote::quoted;

/// Every mistake, and what to write instead.
pub(super) fn mistakes(parts: &Parts) -> Vec<String> {
    let mut problems = Vec::new();
    match &parts.raw {
        Some(raw) => problems.extend(beside_raw(raw, parts)),
        None if !parts.texts.contains_key(&Section::Role) => {
            problems.push("the prompt has no role: say in `role` who the agent is".to_owned());
        }
        None => {}
    }
    for (section, text) in &parts.texts {
        let name = section.name();
        if text.is_empty() {
            problems.push(format!("the section `{name}` is empty: write it, or leave it out"));
        }
        problems.extend(runs_over(text).map(|what| format!("the section `{name}` {what}")));
    }
    problems.extend(blank("instruction", &parts.own.instructions));
    problems.extend(blank("constraint", &parts.own.constraints));
    for (example, number) in parts.examples.iter().zip(1_usize..) {
        let wrong = example.problems().into_iter();
        problems.extend(wrong.map(|what| format!("example {number} {what}")));
    }
    problems
}

/// The agent's own lines that say nothing. Those of a collection are left out without
/// a word: who builds the prompt cannot mend them, and nothing is lost.
fn blank<'a>(what: &'a str, lines: &'a [String]) -> impl Iterator<Item = String> + 'a {
    let blank = lines.iter().zip(1_usize..).filter(|(line, _)| is_blank(line));
    blank.map(move |(_, number)| format!("{what} {number} is empty: write it, or leave it out"))
}

/// What is wrong with a raw prompt and what was given with it.
fn beside_raw(raw: &str, parts: &Parts) -> Vec<String> {
    let mut problems = Vec::new();
    if raw.trim().is_empty() {
        problems.push("the raw prompt is empty: write it, or compose one".to_owned());
    }
    let mut sections: Vec<_> = parts.texts.keys().copied().collect();
    let more = [
        (Section::Instructions, parts.own.instructions.is_empty()),
        (Section::Constraints, parts.own.constraints.is_empty()),
        (Section::Examples, parts.examples.is_empty()),
    ];
    sections.extend(more.into_iter().filter(|(_, empty)| !empty).map(|(section, _)| section));
    sections.sort_unstable();
    let sections = sections.into_iter().map(|section| format!("`{}`", section.name()));
    let collections = parts.collections.iter().filter(|(_, standing)| says_something(standing));
    let collections = collections.map(|(name, _)| format!("the lines of {}", quoted(name)));
    let lost: Vec<_> = sections.chain(collections).collect();
    if !lost.is_empty() {
        problems.push(format!(
            "a raw prompt stands alone, and there is more beside it ({}): put that into the raw \
             prompt, or leave the raw prompt out",
            lost.join(", ")
        ));
    }
    problems
}

/// Whether a raw prompt in its place would lose anything.
fn says_something(standing: &Standing) -> bool {
    standing.instructions.iter().chain(&standing.constraints).any(|line| !is_blank(line))
}
