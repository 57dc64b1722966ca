//! The form of a message.

/// Longer messages are cut: a script can throw, or ask for, any text.
const LONGEST: usize = 1000;

/// The message, cut where it is long.
pub(in crate::script) fn cut(message: String) -> String {
    match message.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", message.get(..end).unwrap_or_default()),
        None => message,
    }
}

/// Lower case, no full stop, back-ticks for quotes.
pub(super) fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches('.').replace('\'', "`");
    let mut characters = text.chars();
    let second_is_upper = text.chars().nth(1).is_some_and(char::is_uppercase);
    match characters.next() {
        Some(first) if !second_is_upper => first.to_lowercase().chain(characters).collect(),
        _ => text,
    }
}
