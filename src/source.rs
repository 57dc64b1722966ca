//! Named text, spans, and where a span is in lines and columns.
//!
//! A [`Source`] is cheap to clone: a problem that is reported keeps its text
//! alive, so it can be shown anywhere, long after the file was read.

use std::fmt;
use std::sync::Arc;

/// A text with the name it is shown under: a path relative to the root.
#[derive(Clone)]
pub struct Source(Arc<Inner>);

struct Inner {
    name: String,
    text: String,
    /// Byte offset of the first character of each line.
    lines: Vec<usize>,
}

/// A half-open range of bytes in a [`Source`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A place for people: both numbers count from 1, columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl Span {
    /// A span from `start` up to, and without, `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// From the start of this span to the end of `other`.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start, end: other.end.max(self.start) }
    }
}

impl Source {
    /// Text under a name.
    ///
    /// ```
    /// let source = rulebook::source::Source::new("rules.rhai", "fn a() {}\n");
    /// assert_eq!(source.position(3).column, 4);
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let lines =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self(Arc::new(Inner { name: name.into(), text, lines }))
    }

    /// The name, a path relative to the root.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The text of a span, or nothing where it is not within the text.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.0.text.get(span.start..span.end).unwrap_or("")
    }

    /// How many lines the text has; a text without line breaks has one.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.0.lines.len()
    }

    /// The line (counted from 1) without its line break.
    #[must_use]
    pub fn line(&self, line: usize) -> &str {
        let start = self.line_start(line);
        let rest = self.0.text.get(start..).unwrap_or("");
        rest.split('\n').next().unwrap_or("").trim_end_matches('\r')
    }

    fn line_start(&self, line: usize) -> usize {
        let end = self.0.text.len();
        self.0.lines.get(line.saturating_sub(1)).copied().unwrap_or(end)
    }

    /// The line and column of a byte offset; past the end, of the end.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.0.text.len());
        let line = self.0.lines.partition_point(|start| *start <= offset).max(1);
        let start = self.line_start(line);
        let before = self.0.text.get(start..offset).unwrap_or("");
        Position { line, column: before.chars().count() + 1 }
    }

    /// The byte offset of a line and column; past a line's end, of its end.
    #[must_use]
    pub fn offset(&self, position: Position) -> usize {
        let start = self.line_start(position.line);
        let line = self.line(position.line);
        line.char_indices()
            .nth(position.column.saturating_sub(1))
            .map_or(start + line.len(), |(at, _)| start + at)
    }

    /// The span of the word, text or symbol that begins at a line and column.
    #[must_use]
    pub fn word_at(&self, position: Position) -> Span {
        let start = self.offset(position);
        let rest = self.0.text.get(start..).unwrap_or("");
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match rest.chars().next() {
            Some(first) if word(first) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            Some('"') => quoted(rest).unwrap_or(1),
            Some(first) if first != '\n' && first != '\r' => first.len_utf8(),
            _ => 0,
        };
        Span::new(start, start + length)
    }
}

/// How long the quoted text is that a line begins with, if it ends there.
fn quoted(rest: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' | '\r' => return None,
            '"' if !escaped => return Some(at + 1),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    None
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Source").field(&self.0.name).finish()
    }
}
