//! A tool's name is one that model providers take.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::manifest::raw::Spanned;
use crate::quote::quoted;
use crate::source::Source;

/// The longest name that every provider takes.
const LONGEST: usize = 64;

pub(in crate::manifest) fn check(source: &Source, name: &Spanned<String>) -> Option<Diagnostic> {
    let text = name.value.as_str();
    let message = if text.is_empty() {
        "a tool name cannot be empty".to_owned()
    } else if let Some(odd) = text.chars().find(|c| !allowed(*c)) {
        let odd = if odd == ' ' { "a space".to_owned() } else { quoted(&odd.to_string()) };
        format!("the tool name {} has {odd} in it", quoted(text))
    } else if text.len() > LONGEST {
        format!("the tool name is {} characters long", text.len())
    } else {
        return None;
    };
    let mut help = format!("use the letters a to z, digits, `_` and `-`, at most {LONGEST}");
    if let Some(valid) = suggestion(text) {
        help = format!("{help}, such as {}", quoted(&valid));
    }
    Some(Diagnostic::new(Code::InvalidToolName, message).at(source, name.span).help(help))
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
