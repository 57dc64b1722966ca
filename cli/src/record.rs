//! A problem as a JSON record.

use rulebook::Diagnostic;
use serde::Serialize;

/// One problem, as `check --format json` prints it.
#[derive(Serialize)]
pub(crate) struct Record<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    help: Option<&'a str>,
}

impl<'a> From<&'a Diagnostic> for Record<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        let position = diagnostic.position();
        Self {
            code: diagnostic.code().as_str(),
            severity: diagnostic.severity().as_str(),
            message: diagnostic.message(),
            file: diagnostic.file(),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
            help: diagnostic.help_text(),
        }
    }
}
