//! Problems on their way from a worker: without the texts, which the parent has.

use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::script::Files;
use crate::source::{Source, Span};

/// A [`Diagnostic`] whose file is named and not held.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WireProblem {
    pub(super) code: String,
    pub(super) message: String,
    file: Option<String>,
    span: Option<(usize, usize)>,
    help: Option<String>,
}

/// What came of a step of loading.
pub(super) type Checked<T> = Result<T, Vec<WireProblem>>;

impl From<&Diagnostic> for WireProblem {
    fn from(problem: &Diagnostic) -> Self {
        Self {
            code: problem.code().as_str().to_owned(),
            message: problem.message().to_owned(),
            file: problem.file().map(str::to_owned),
            span: problem.place().map(|(_, span)| (span.start, span.end)),
            help: problem.help_text().map(str::to_owned),
        }
    }
}

impl WireProblem {
    /// The problem with its file, which was read before.
    pub(super) fn problem(self, files: &dyn Files) -> Diagnostic {
        let problem = Diagnostic::new(code(&self.code), self.message);
        let problem = match self.help {
            Some(help) => problem.help(help),
            None => problem,
        };
        let Some(file) = self.file else { return problem };
        match (self.span, text(files, &file)) {
            (Some((start, end)), Some(source)) => problem.at(&source, Span::new(start, end)),
            _ => problem.in_file(file),
        }
    }
}

/// The text of a file, also of one whose bytes are at fault.
fn text(files: &dyn Files, file: &str) -> Option<Source> {
    match files.read(file) {
        Ok(source) => Some(source),
        Err(error) => error.place.map(|(source, _)| source),
    }
}

/// The code with a name; both sides know the same.
pub(super) fn code(name: &str) -> Code {
    let known = Code::ALL.iter().find(|code| code.as_str() == name);
    known.copied().unwrap_or(Code::LoadFailed)
}
