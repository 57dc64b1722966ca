//! The text of a prompt.

use super::defaults;
use super::example::Example;
use super::lines::bullets;
use super::parts::Parts;
use super::section::Section;

/// The text of a prompt, of parts without mistakes.
pub(super) fn render(parts: Parts) -> String {
    let Parts { raw, without_defaults, texts: mut sections, collections, own, examples } = parts;
    if let Some(raw) = raw {
        return raw;
    }
    let (mut instructions, mut constraints) = (Vec::new(), Vec::new());
    if !without_defaults {
        instructions.extend_from_slice(defaults::INSTRUCTIONS);
        constraints.extend_from_slice(defaults::CONSTRAINTS);
    }
    for standing in collections.iter().map(|(_, standing)| standing).chain([&own]) {
        instructions.extend(standing.instructions.iter().map(String::as_str));
        constraints.extend(standing.constraints.iter().map(String::as_str));
    }
    let [instructions, constraints] = bullets(&instructions, &constraints);
    let examples: Vec<_> = examples.iter().map(Example::render).collect();
    sections.insert(Section::Instructions, instructions.join("\n"));
    sections.insert(Section::Constraints, constraints.join("\n"));
    sections.insert(Section::Examples, examples.join("\n\n"));
    let full = sections.iter().filter(|(_, text)| !text.is_empty());
    let full = full.map(|(section, text)| format!("{}\n\n{text}", section.heading()));
    full.collect::<Vec<_>>().join("\n\n")
}
