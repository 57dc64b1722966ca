//! One problem as data: what, where, and what to write instead.
//!
//! How a problem looks on a terminal or in JSON is decided by whoever shows it.

use std::fmt;

use crate::code::{Code, Severity};
use crate::source::{Position, Source, Span};

/// One problem of a manifest or of a script.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    code: Code,
    message: String,
    file: Option<String>,
    place: Option<(Source, Span)>,
    help: Option<String>,
}

impl Diagnostic {
    /// A problem without a place: lower case, no full stop, user text in backticks.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), file: None, place: None, help: None }
    }

    /// The same problem, at a place in a text.
    #[must_use]
    pub fn at(mut self, source: &Source, span: Span) -> Self {
        self.file = Some(source.name().to_owned());
        self.place = Some((source.clone(), span));
        self
    }

    /// The same problem, of a file whose text is not at hand.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// The same problem, with what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> Code {
        self.code
    }

    /// How bad it is.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// What is wrong, in one line.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The file, relative to the root.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The text and the span to underline.
    #[must_use]
    pub fn place(&self) -> Option<(&Source, Span)> {
        self.place.as_ref().map(|(source, span)| (source, *span))
    }

    /// Where the span begins.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.place().map(|(source, span)| source.position(span.start))
    }

    /// The text to underline, exactly.
    #[must_use]
    pub fn underlined(&self) -> Option<&str> {
        self.place.as_ref().map(|(source, span)| source.slice(*span))
    }

    /// What to write instead.
    #[must_use]
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

/// One line: `file:line:column: error[code]: message`, then the help.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = self.file() {
            write!(f, "{file}:")?;
            if let Some(Position { line, column }) = self.position() {
                write!(f, "{line}:{column}:")?;
            }
            f.write_str(" ")?;
        }
        write!(f, "{}[{}]: {}", self.severity().as_str(), self.code, self.message)?;
        match &self.help {
            Some(help) => write!(f, "; help: {help}"),
            None => Ok(()),
        }
    }
}
