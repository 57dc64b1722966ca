//! Files on their way to a worker, which opens none itself.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::problem::code;
use super::request::{read, write};
use crate::code::Code;
use crate::confine::FileError;
use crate::script::{Files, LogLine};
use crate::source::{Source, Span};
use crate::worker::{Line, Parent};

#[derive(Debug, Serialize, Deserialize)]
struct WireText {
    name: String,
    text: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct WireFileError {
    code: String,
    message: String,
    help: Option<String>,
    file: String,
    place: Option<(WireText, usize, usize)>,
}

/// What a file is asked for.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Wish {
    Read,
    Foresee,
}

type Answer = Result<WireText, WireFileError>;

/// The files of a worker: its parent's.
pub(super) struct FarFiles(pub(super) Arc<Line>);

impl FarFiles {
    fn ask(&self, path: &str, wish: Wish) -> Result<Source, FileError> {
        let failed = || FileError {
            code: Code::FileNotFound,
            message: "the file could not be read".to_owned(),
            help: None,
            file: path.to_owned(),
            place: None,
        };
        let question = write(&(path, wish)).map_err(|_| failed())?;
        match read::<Answer>(&self.0.ask(question)).map_err(|_| failed())? {
            Ok(text) => Ok(text.into()),
            Err(error) => Err(error.into()),
        }
    }
}

impl Files for FarFiles {
    fn read(&self, path: &str) -> Result<Source, FileError> {
        self.ask(path, Wish::Read)
    }

    fn foresee(&self, path: &str) -> Result<Source, FileError> {
        self.ask(path, Wish::Foresee)
    }
}

/// What the parent of a worker does for it.
pub(super) struct FileServer(pub(super) Arc<dyn Files>);

impl Parent for FileServer {
    fn answer(&self, question: &[u8]) -> Vec<u8> {
        // What cannot be told is read as a file that could not be read.
        let Ok((path, wish)) = read::<(String, Wish)>(question) else { return Vec::new() };
        let file = match wish {
            Wish::Read => self.0.read(&path),
            Wish::Foresee => self.0.foresee(&path),
        };
        let answer: Answer = match file {
            Ok(source) => Ok(source.into()),
            Err(error) => Err(error.into()),
        };
        write(&answer).unwrap_or_default()
    }

    fn log(&self, line: &[u8]) {
        if let Ok(line) = read::<LogLine>(line) {
            line.record();
        }
    }
}

impl From<Source> for WireText {
    fn from(source: Source) -> Self {
        Self { name: source.name().to_owned(), text: source.text().to_owned() }
    }
}

impl From<WireText> for Source {
    fn from(text: WireText) -> Self {
        Self::new(text.name, text.text)
    }
}

impl From<FileError> for WireFileError {
    fn from(error: FileError) -> Self {
        let place = error.place.map(|(source, span)| (source.into(), span.start, span.end));
        let FileError { code, message, help, file, .. } = error;
        Self { code: code.as_str().to_owned(), message, help, file, place }
    }
}

impl From<WireFileError> for FileError {
    fn from(error: WireFileError) -> Self {
        let place = error.place.map(|(text, start, end)| (text.into(), Span::new(start, end)));
        let WireFileError { code: name, message, help, file, .. } = error;
        Self { code: code(&name), message, help, file, place }
    }
}
