//! Text of a server as a part of messages: bounded, and harmless on a terminal.

/// The longest text of a server in an error, in bytes.
const LONGEST: usize = 64 * 1024;

/// The text, cut where it is long.
pub(in crate::remote) fn said(text: &str) -> String {
    cut(text, text.floor_char_boundary(LONGEST))
}

/// The same, cut after a number of characters.
pub(in crate::remote) fn within(text: &str, characters: usize) -> String {
    let end = text.char_indices().nth(characters).map_or(text.len(), |(end, _)| end);
    cut(text, end)
}

fn cut(text: &str, end: usize) -> String {
    let shown = text.get(..end).unwrap_or(text);
    let mut safe = String::with_capacity(shown.len());
    let mut left = shown.chars().peekable();
    while let Some(c) = left.next() {
        if c == '\r' && left.peek() == Some(&'\n') {
            // The line ends of Windows are line ends.
        } else if is_harmful(c) {
            safe.extend(c.escape_default());
        } else {
            safe.push(c);
        }
    }
    if end < text.len() {
        safe.push('…');
    }
    safe
}

/// Whether a character does something to a terminal, or turns the order of what stands
/// around it.
fn is_harmful(c: char) -> bool {
    let turns = matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && c != '\n' && c != '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_does_nothing_to_a_terminal() {
        assert_eq!(
            said("a\tb\r\nc\r\u{1b}[2J\u{9b}x\u{202e}é"),
            "a\tb\nc\\r\\u{1b}[2J\\u{9b}x\\u{202e}é"
        );
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        let long = said(&"é".repeat(LONGEST));
        assert_eq!(long, format!("{}…", "é".repeat(LONGEST / 2)));
        assert_eq!(within("ééé", 2), "éé…");
        assert_eq!(within("éé", 2), "éé");
    }
}
