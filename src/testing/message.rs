//! What an error of a tool says.

use super::report::Report;
use crate::error::ToolError;

/// Looks at the message of an error.
pub(super) fn told(error: &ToolError, report: &mut Report) {
    let message = &error.message;
    if message.trim().is_empty() {
        report.add(
            format!("an error with the code `{}` has no message", error.code),
            "say what is wrong and what to do: the model reads it",
        );
    }
    if message.contains(char::is_control) {
        report.add(
            format!("the message of an error is not one line: {message:?}"),
            "put it in one line, without control characters",
        );
    }
    if let Some(path) = path_of_machine(message) {
        report.add(
            format!("the message of an error has a path of the machine in it, `{path}`"),
            "name the file as those know it who wrote it: a model tells everyone",
        );
    }
}

/// An absolute path in a text.
fn path_of_machine(text: &str) -> Option<&str> {
    let edges = |c: char| matches!(c, '`' | '"' | '\'' | '(' | ')' | ',' | ';' | ':' | '.');
    text.split_whitespace().map(|word| word.trim_matches(edges)).find(|word| {
        let mut start = word.chars();
        let drive = start.next().is_some_and(|c| c.is_ascii_alphabetic())
            && start.next() == Some(':')
            && matches!(start.next(), Some('\\' | '/'));
        let folders = word.strip_prefix('/').is_some_and(|rest| rest.contains('/'));
        drive || folders
    })
}
