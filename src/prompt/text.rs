//! Text of one's own, as it stands in a section.

use crate::quote::quoted;

/// Everything that ends a line somewhere.
const LINE_ENDS: [char; 7] = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// The lines of a text, however they end.
pub(super) fn lines_of(text: &str) -> Vec<String> {
    text.replace("\r\n", "\n").split(LINE_ENDS).map(|line| line.trim_end().to_owned()).collect()
}

/// The text with line feeds, and without blanks around it.
pub(super) fn tidy(text: &str) -> String {
    lines_of(text.trim()).join("\n")
}

/// What is wrong with a text that would end its section, or take in those after it.
pub(super) fn runs_over(text: &str) -> Option<String> {
    let mut open: Option<&str> = None;
    let mut above = "";
    for line in text.lines() {
        // What is indented further is code, or belongs to what is above.
        let inner = indented(line, 3).unwrap_or_default();
        let fence = fence(inner);
        match (open, fence) {
            (None, Some(fence)) if opens(inner, fence) => open = Some(fence),
            (None, _) => {
                let heading = if is_heading(inner) {
                    Some(inner)
                } else {
                    Some(above).filter(|above| !above.is_empty() && underlines(inner))
                };
                if let Some(heading) = heading {
                    return Some(format!(
                        "has the heading {}, which would end the section: begin it with `##`",
                        quoted(heading)
                    ));
                }
            }
            (Some(opened), Some(fence)) if fence.starts_with(opened) && fence == inner => {
                open = None;
            }
            _ => {}
        }
        above = line.trim();
    }
    let fence = open?;
    Some(format!("has a code block that does not end: write {fence} on a line after it"))
}

/// A line without the blanks before it, when these are not more than so many.
fn indented(line: &str, most: usize) -> Option<&str> {
    let inner = line.trim_start_matches(' ');
    (line.len() - inner.len() <= most).then_some(inner)
}

/// The mark that a line begins or ends a code block with.
fn fence(line: &str) -> Option<&str> {
    ['`', '~'].into_iter().find_map(|mark| {
        let length = line.find(|c| c != mark).unwrap_or(line.len());
        line.get(..length).filter(|fence| fence.len() >= 3)
    })
}

/// Whether a mark begins a code block, and not code inside a line.
fn opens(line: &str, fence: &str) -> bool {
    fence.starts_with('~') || line.strip_prefix(fence).is_some_and(|info| !info.contains('`'))
}

/// Whether a line is a heading like those of the sections.
fn is_heading(line: &str) -> bool {
    let after = line.strip_prefix('#');
    after.is_some_and(|after| after.is_empty() || after.starts_with([' ', '\t']))
}

/// Whether a line makes such a heading of the text above it.
fn underlines(line: &str) -> bool {
    !line.is_empty() && line.chars().all(|c| c == '=')
}
