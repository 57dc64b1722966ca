//! Text of a child that is shown to people: one line, and harmless on a terminal.

/// Longer lines are cut, in characters.
const LONGEST: usize = 240;

/// A line without what colours it, with control characters and the like spelled out.
pub(super) fn harmless(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let mut shown = String::new();
    let mut letters = text.trim_end().chars().peekable();
    let mut room = LONGEST;
    while let Some(c) = letters.next() {
        if c == '\u{1b}' && letters.next_if_eq(&'[').is_some() {
            // The sequence ends with the first letter.
            let _ = letters.find(|c| matches!(c, '@'..='~'));
            continue;
        }
        let Some(left) = room.checked_sub(1) else {
            shown.push('…');
            break;
        };
        room = left;
        match c {
            '\t' => shown.push_str("    "),
            c if is_unseen(c) => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

/// Whether a character shows nothing, or turns the order of the text around it.
fn is_unseen(c: char) -> bool {
    let turns_or_hides = matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}');
    c.is_control() || turns_or_hides
}
