//! The lines of a file around a place, ready to be drawn.
//!
//! Only what is shown is handed on: a manifest may be a single line of a
//! megabyte, and a script may hold characters that steer a terminal.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use rulebook::source::{Position, Source, Span};

use crate::escape;

/// How many characters of a line are shown before, within and after the place.
const BEFORE: usize = 60;
const WITHIN: usize = 100;
const AFTER: usize = 60;
const CUT: &str = "...";

/// The line of a place with its neighbours.
#[derive(Debug)]
pub(crate) struct Excerpt {
    name: String,
    text: String,
    span: SourceSpan,
    /// The number of the first line shown, from 0.
    first_line: usize,
    position: Position,
}

impl Excerpt {
    /// The lines around a span; a span of many lines is shown by its first.
    pub(crate) fn new(source: &Source, span: Span) -> Self {
        let position = source.position(span.start);
        let mut text = String::new();
        let mut first_line = position.line.saturating_sub(1);
        if first_line > 0 {
            push_neighbour(&mut text, visible_line(source, first_line).1);
            text.push('\n');
            first_line -= 1;
        }
        let (line_start, line) = visible_line(source, position.line);
        let (before, within, after) = split(line, line_start, span);
        push_end(&mut text, before, BEFORE);
        let start = text.len();
        push_start(&mut text, within, WITHIN);
        let marked = text.len() - start;
        push_start(&mut text, after, AFTER);
        if text.len() == start {
            // The mark for the end of a line needs a character to stand under.
            text.push(' ');
        }
        if position.line < source.line_count() {
            text.push('\n');
            push_neighbour(&mut text, visible_line(source, position.line + 1).1);
        }
        let name = escape::line(source.name()).into_owned();
        Self { name, text, span: (start, marked).into(), first_line, position }
    }

    /// What to underline, within the excerpt.
    pub(crate) const fn span(&self) -> SourceSpan {
        self.span
    }
}

/// Where a line begins in the text, and the line without a byte order mark.
fn visible_line(source: &Source, line: usize) -> (usize, &str) {
    const MARK: char = '\u{feff}';
    let start = source.offset(Position { line, column: 1 });
    let text = source.line(line);
    match text.strip_prefix(MARK) {
        Some(rest) if line == 1 => (start + MARK.len_utf8(), rest),
        _ => (start, text),
    }
}

/// The line before, within and after the span.
fn split(line: &str, line_start: usize, span: Span) -> (&str, &str, &str) {
    let start = line.floor_char_boundary(span.start.saturating_sub(line_start));
    let end = line.ceil_char_boundary(span.end.saturating_sub(line_start)).max(start);
    let (before, rest) = line.split_at_checked(start).unwrap_or((line, ""));
    let (within, after) = rest.split_at_checked(end - start).unwrap_or((rest, ""));
    (before, within, after)
}

fn push_start(text: &mut String, part: &str, most: usize) {
    match part.char_indices().nth(most) {
        Some((end, _)) => {
            text.push_str(&escape::source_line(part.get(..end).unwrap_or("")));
            text.push_str(CUT);
        }
        None => text.push_str(&escape::source_line(part)),
    }
}

fn push_end(text: &mut String, part: &str, most: usize) {
    match part.char_indices().rev().nth(most) {
        Some((at, cut)) => {
            text.push_str(CUT);
            text.push_str(&escape::source_line(part.get(at + cut.len_utf8()..).unwrap_or("")));
        }
        None => text.push_str(&escape::source_line(part)),
    }
}

fn push_neighbour(text: &mut String, line: &str) {
    push_start(text, line, BEFORE + AFTER);
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        _span: &SourceSpan,
        lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // Asked without neighbours, the drawing wants the place itself: its
        // line and column go into the heading, so they are those of the file.
        let (line, column) = if lines_before == 0 {
            (self.position.line.saturating_sub(1), self.position.column.saturating_sub(1))
        } else {
            (self.first_line, 0)
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            self.text.as_bytes(),
            (0, self.text.len()).into(),
            line,
            column,
            self.text.lines().count(),
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, span: Span) -> (String, String) {
        let excerpt = Excerpt::new(&Source::new("a.rhai", text), span);
        let (start, length) = (excerpt.span.offset(), excerpt.span.len());
        let marked = excerpt.text.get(start..start + length).unwrap_or("?").to_owned();
        (excerpt.text, marked)
    }

    #[test]
    fn a_place_comes_with_its_neighbours() {
        let text = "one\r\ntwo three\r\nfour\r\nfive";
        assert_eq!(shown(text, Span::new(9, 14)), ("one\ntwo three\nfour".into(), "three".into()));
        assert_eq!(shown(text, Span::new(0, 3)), ("one\ntwo three".into(), "one".into()));
        assert_eq!(shown(text, Span::new(22, 26)), ("four\nfive".into(), "five".into()));
    }

    #[test]
    fn a_span_of_many_lines_is_marked_on_its_first() {
        let (text, marked) = shown("fn a() {\n  1\n}\n", Span::new(7, 14));
        assert_eq!((text.as_str(), marked.as_str()), ("fn a() {\n  1", "{"));
    }

    #[test]
    fn the_end_of_a_text_has_something_to_stand_under() {
        assert_eq!(shown("", Span::new(0, 0)), (" ".into(), String::new()));
        assert_eq!(shown("a\n", Span::new(2, 2)), ("a\n ".into(), String::new()));
        assert_eq!(shown("a", Span::new(90, 99)), ("a ".into(), String::new()));
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let line = format!("{}HERE{}", "é".repeat(500_000), "世".repeat(500_000));
        let (text, marked) = shown(&line, Span::new(1_000_000, 1_000_004));
        assert_eq!(marked, "HERE");
        assert_eq!(text, format!("...{}HERE{}...", "é".repeat(60), "世".repeat(60)));
    }

    #[test]
    fn odd_characters_and_odd_spans_do_no_harm() {
        assert_eq!(shown("a\u{1b}[2Jb", Span::new(5, 6)).0, "a\\u{1b}[2Jb");
        assert_eq!(shown("\u{feff}{ }", Span::new(0, 4)), ("{ }".into(), "{".into()));
        assert_eq!(shown("é", Span::new(1, 1)), ("é".into(), "é".into()));
        assert_eq!(shown("abc", Span::new(2, 1)), ("abc".into(), String::new()));
    }
}
