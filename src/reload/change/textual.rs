//! The imports of a script as they can be told without its tokens: too many at
//! most, never too few.

/// The paths that are written after `import`, and whether there is an `import`
/// that no path follows. One in a comment or a text counts too.
pub(super) fn imports(text: &str) -> (Vec<&str>, bool) {
    let (mut paths, mut any) = (Vec::new(), false);
    for (at, word) in text.match_indices("import") {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + word.len()..).unwrap_or_default();
        if before.ends_with(is_of_word) || after.starts_with(is_of_word) {
            continue;
        }
        match path(after.trim_ascii_start()) {
            Some(path) => paths.push(path),
            None => any = true,
        }
    }
    (paths, any)
}

/// What is surely part of a longer word.
const fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The path that a text begins with, when it is all of what is imported and has
/// nothing escaped.
fn path(text: &str) -> Option<&str> {
    let (path, rest) = text.strip_prefix('"')?.split_once('"')?;
    let rest = rest.trim_ascii_start();
    let ends = rest.is_empty() || rest.starts_with([';', '}']) || {
        rest.strip_prefix("as")
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_whitespace()))
    };
    (ends && !path.contains(['\\', '\n', '\r'])).then_some(path)
}
