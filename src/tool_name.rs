//! What a tool may be named, whatever it is made of.

use crate::quote::quoted;

/// The longest name that every provider takes.
const LONGEST: usize = 64;

/// What is wrong with a name that model providers refuse, and what to write.
pub(crate) fn fault(name: &str) -> Option<(String, String)> {
    let message = if name.is_empty() {
        "a tool name cannot be empty".to_owned()
    } else if let Some(odd) = name.chars().find(|c| !allowed(*c)) {
        let odd = if odd == ' ' { "a space".to_owned() } else { quoted(&odd.to_string()) };
        format!("the tool name {} has {odd} in it", quoted(name))
    } else if name.len() > LONGEST {
        format!("the tool name is {} characters long", name.len())
    } else {
        return None;
    };
    let mut help = format!("use the letters a to z, digits, `_` and `-`, at most {LONGEST}");
    if let Some(valid) = suggestion(name) {
        help = format!("{help}, such as {}", quoted(&valid));
    }
    Some((message, help))
}

/// What all names have in common that a model would mix up.
pub(crate) fn likeness(name: &str) -> String {
    name.to_ascii_lowercase().replace('-', "_")
}

const fn allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// The nearest valid name; none where letters would be lost.
fn suggestion(text: &str) -> Option<String> {
    if text.chars().all(allowed) || text.chars().any(|c| !c.is_ascii() && c.is_alphanumeric()) {
        return None;
    }
    let words: Vec<_> = text.split(|c| !allowed(c)).filter(|word| !word.is_empty()).collect();
    let mut name = words.join("_");
    name.truncate(LONGEST);
    (!name.is_empty()).then_some(name)
}
