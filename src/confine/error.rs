//! Why a file was not read.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::quote::one_line;
use crate::source::{Source, Span};

/// Why a file was not read. It names the file as whoever asked for it wrote it.
#[derive(Clone, Debug)]
pub(crate) struct FileError {
    /// What kind of problem it is.
    pub(crate) code: Code,
    /// What is wrong, in one line.
    pub(crate) message: String,
    /// What to do instead.
    pub(crate) help: Option<String>,
    /// The file, as it was asked for.
    pub(crate) file: String,
    /// The place in the file itself, where its bytes are at fault.
    pub(crate) place: Option<(Source, Span)>,
}

impl FileError {
    pub(super) fn new(code: Code, file: &str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), help: None, file: one_line(file), place: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(super) fn at(mut self, source: &Source, span: Span) -> Self {
        self.place = Some((source.clone(), span));
        self
    }

    /// The problem as data.
    pub(crate) fn diagnostic(self) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.code, self.message);
        let diagnostic = match self.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        };
        match self.place {
            Some((source, span)) => diagnostic.at(&source, span),
            None => diagnostic.in_file(self.file),
        }
    }

    /// The problem at the place that asked for the file, unless the file's own
    /// text is at fault.
    pub(crate) fn asked_for_at(self, source: &Source, span: Span) -> Diagnostic {
        let own_place = self.place.is_some();
        let diagnostic = self.diagnostic();
        if own_place { diagnostic } else { diagnostic.at(source, span) }
    }
}
