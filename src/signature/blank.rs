//! Annotations replaced by spaces, so that what is left keeps its place.

use crate::source::Span;

/// The text with every character within the spans made a space. Line breaks
/// and tabs stay, so no line and no column moves.
///
/// The spans are in the order of the text.
pub(super) fn blanked(text: &str, spans: &[Span]) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        let start = span.start.max(at);
        let (Some(before), Some(annotation)) = (text.get(at..start), text.get(start..span.end))
        else {
            continue;
        };
        plain.push_str(before);
        plain.extend(
            annotation.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { c } else { ' ' }),
        );
        at = span.end;
    }
    plain.push_str(text.get(at..).unwrap_or(""));
    plain
}
