//! User text inside a message: short, on one line, and harmless on a terminal.

/// Longer text is cut, so that a huge value does not make a huge message.
const LONGEST: usize = 100;

/// The text in backticks, cut where it is long.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", one_line(text.get(..end).unwrap_or_default())),
        None => format!("`{}`", one_line(text)),
    }
}

/// The text with line breaks, control characters and the like spelled out.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unseen(c) {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

/// Whether a character shows nothing, or turns the order of the text around it.
pub(crate) fn is_unseen(c: char) -> bool {
    const ELSE: [std::ops::RangeInclusive<char>; 4] = [
        '\u{200B}'..='\u{200F}',
        '\u{2028}'..='\u{202E}',
        '\u{2060}'..='\u{2069}',
        '\u{FEFF}'..='\u{FEFF}',
    ];
    c.is_control() || ELSE.iter().any(|range| range.contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_shown_on_one_line() {
        assert_eq!(quoted("a\tb\n\u{1b}[31m\0"), r"`a\tb\n\u{1b}[31m\u{0}`");
        assert_eq!(quoted("safe\u{202e}txt.exe"), r"`safe\u{202e}txt.exe`");
        assert_eq!(quoted("Prüfung"), "`Prüfung`");
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(quoted(&"é".repeat(1000)), format!("`{}…`", "é".repeat(LONGEST)));
        assert_eq!(quoted(&"é".repeat(LONGEST)), format!("`{}`", "é".repeat(LONGEST)));
    }
}
