//! Where a comment ends, as Rhai sees it.

use std::ops::ControlFlow;

/// A comment at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    /// How many bytes it takes, without the line break that ends it.
    pub(super) length: usize,
    /// Whether it documents what follows.
    pub(super) doc: bool,
    /// Whether it ends before the text does, or with its line.
    pub(super) closed: bool,
}

/// The comment that `text` begins with, if it begins with one.
///
/// They are skipped here rather than by the lexer, so that the lexer stands
/// exactly where the next token begins.
pub(super) fn comment_at(text: &str) -> Option<Comment> {
    let after = text.strip_prefix('/')?;
    if after.starts_with('/') {
        // A lone carriage return ends a line comment too.
        let length = text.find(['\n', '\r']).unwrap_or(text.len());
        let doc = text.starts_with("///") && !text.starts_with("////");
        Some(Comment { length, doc, closed: true })
    } else if after.starts_with('*') {
        let doc = text.starts_with("/**") && !text.starts_with("/***");
        let length = block_length(text);
        Some(Comment { length: length.unwrap_or(text.len()), doc, closed: length.is_some() })
    } else {
        None
    }
}

/// Block comments nest. One that is never closed takes the rest of the text: it
/// has no length of its own.
fn block_length(text: &str) -> Option<usize> {
    // Rhai reads `/**` as one mark, so that `/**/` does not close itself.
    let mark = if text.starts_with("/**") { 3 } else { 2 };
    let mut level = 1_usize;
    let mut previous = '\0';
    let end = text.char_indices().skip(mark).try_for_each(|(at, c)| {
        let pair = (previous, c);
        previous = if matches!(pair, ('/', '*') | ('*', '/')) { '\0' } else { c };
        match pair {
            ('/', '*') => level += 1,
            ('*', '/') => level -= 1,
            _ => {}
        }
        if level == 0 { ControlFlow::Break(at + 1) } else { ControlFlow::Continue(()) }
    });
    end.break_value()
}
