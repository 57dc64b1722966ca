//! The text of doc comments.

/// The text of a run of doc comments, as they are written; nothing when they
/// say nothing.
pub(super) fn text<'a>(comments: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    for comment in comments {
        if let Some(line) = comment.strip_prefix("///") {
            lines.push(line);
        } else {
            parts.push(unindented(&std::mem::take(&mut lines)));
            parts.push(block(comment));
        }
    }
    parts.push(unindented(&lines));
    parts.retain(|part| !part.is_empty());
    let text = parts.join("\n");
    (!text.is_empty()).then_some(text)
}

/// The text of a `/** … */`, with or without a `*` before each line.
fn block(comment: &str) -> String {
    let inner = comment.strip_prefix("/**").unwrap_or(comment);
    let inner = inner.strip_suffix("*/").unwrap_or(inner);
    let mut lines = inner.lines();
    let first = lines.next().unwrap_or("").trim();
    let rest: Vec<&str> = lines.collect();
    let starred = rest
        .iter()
        .map(|line| line.trim_start())
        .all(|line| line.is_empty() || line.starts_with('*'));
    let rest = if starred {
        rest.iter().map(|line| line.trim_start().strip_prefix('*').unwrap_or("")).collect()
    } else {
        rest
    };
    [first, &unindented(&rest)].join("\n").trim_matches('\n').to_owned()
}

/// The lines without the space that they all begin with, and without empty
/// lines around them.
fn unindented(lines: &[&str]) -> String {
    let indent = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.chars().take_while(|c| c.is_whitespace()).count())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = lines
        .iter()
        .map(|line| {
            let mut chars = line.chars();
            chars.by_ref().take(indent).for_each(drop);
            chars.as_str().trim_end()
        })
        .collect();
    lines.join("\n").trim_matches('\n').to_owned()
}
