//! Names that models and people read.

use syn::Ident;
use syn::ext::IdentExt;

/// The longest name that every provider of models takes.
const LONGEST: usize = 64;

/// What is wrong with a name, if a model would refuse it.
pub(crate) fn refused(what: &str, name: &str) -> Option<String> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let wrong = if name.is_empty() {
        format!("a {what} name cannot be empty")
    } else if let Some(odd) = name.chars().find(|c| !allowed(*c)) {
        let odd = if odd == ' ' { "a space".to_owned() } else { format!("`{odd}`") };
        format!("models refuse the {what} name `{name}`: it has {odd} in it")
    } else if name.len() > LONGEST {
        format!("models refuse the {what} name `{name}`: it is {} characters long", name.len())
    } else {
        return None;
    };
    Some(format!("{wrong}; use the letters a to z, digits, `_` and `-`, at most {LONGEST}"))
}

/// What names have in common that a model would mix up.
pub(crate) fn likeness(name: &str) -> String {
    name.to_ascii_lowercase().replace('-', "_")
}

/// An identifier as people say it.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// The candidate most like `name`, when one is like it at all.
pub(crate) fn nearest(name: &str, candidates: &[&'static str]) -> Option<&'static str> {
    const ALIKE: f64 = 0.7;
    let wanted = name.to_lowercase();
    candidates
        .iter()
        .map(|candidate| (strsim::jaro_winkler(&wanted, candidate), *candidate))
        .filter(|(score, _)| *score >= ALIKE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate)
}
