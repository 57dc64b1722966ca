//! How many there are, in words.

use rulebook::{Diagnostic, Severity};

/// How many there are of something, as in `2 errors`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The number of errors among problems, in words.
pub(crate) fn errors(problems: &[Diagnostic]) -> String {
    counted(count(problems, Severity::Error), "error")
}

/// What a line says of the warnings among problems; nothing when there are none.
pub(crate) fn and_warnings(problems: &[Diagnostic]) -> String {
    match count(problems, Severity::Warning) {
        0 => String::new(),
        count => format!(", {}", counted(count, "warning")),
    }
}

fn count(problems: &[Diagnostic], severity: Severity) -> usize {
    problems.iter().filter(|problem| problem.severity() == severity).count()
}
