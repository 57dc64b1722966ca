//! The words of a text that a shell may read.
//!
//! Which shell it is, is not known, nor whether there is one. So a text is plain
//! only if each character is known to mean itself in every common shell; what is
//! not known is not plain.

/// What may stand in a plain text beside letters and digits.
const HARMLESS: &[char] = &[' ', '\t', '_', '-', '.', '/', ':', ',', '=', '+', '@'];

/// What stands between words.
const BLANKS: [char; 2] = [' ', '\t'];

/// The words of a text, split at spaces and tabs.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(BLANKS).filter(|word| !word.is_empty())
}

/// The first character that could be more than part of a word. Only ASCII letters
/// count: some systems read others as the operators that they look like.
pub(super) fn doubtful(text: &str) -> Option<char> {
    text.chars().find(|c| !(c.is_ascii_alphanumeric() || HARMLESS.contains(c)))
}

/// Whether a text begins with the words of a prefix, and holds nothing that could
/// begin another command, redirect it or stand for something else.
pub(super) fn begins_plainly_with(text: &str, prefix: &str) -> bool {
    let mut found = words(text);
    !text.starts_with(BLANKS)
        && words(prefix).all(|word| found.next() == Some(word))
        // `=name` is the path of a command in one shell.
        && !words(text).any(|word| word.starts_with('='))
        && unquoted(text).is_some_and(|text| doubtful(&text).is_none())
}

/// The text without its quotes; none when one of them is not closed. What is inside
/// has to be as plain as the rest, so it does not matter whose quotes they are.
fn unquoted(text: &str) -> Option<String> {
    let mut open = None;
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match (c, open) {
            ('"' | '\'', None) => open = Some(c),
            (c, Some(quote)) if c == quote => open = None,
            ('"' | '\'', Some(_)) => {}
            (c, _) => plain.push(c),
        }
    }
    open.is_none().then_some(plain)
}
