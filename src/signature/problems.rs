//! The problems found in one script, and how user text is quoted in them.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};

/// More than anyone reads, and few enough for a script that is hostile.
const MOST: usize = 100;

/// Gathers the problems of a script.
pub(super) struct Problems<'s> {
    source: &'s Source,
    found: Vec<(Span, Diagnostic)>,
    /// The first problem that was one too many, and how many there were.
    unshown: Option<(Code, Span, usize)>,
}

impl<'s> Problems<'s> {
    pub(super) fn new(source: &'s Source) -> Self {
        Self { source, found: Vec::new(), unshown: None }
    }

    /// Whether what is reported now is still shown.
    pub(super) fn open(&self) -> bool {
        self.found.len() < MOST
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.found.len() + self.unshown.as_ref().map_or(0, |(_, _, count)| *count)
    }

    /// Adds a problem: what is wrong, and what to write instead.
    pub(super) fn report(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        if self.open() {
            let problem = Diagnostic::new(code, message).at(self.source, span).help(help);
            self.found.push((span, problem));
        } else {
            self.unshown.get_or_insert((code, span, 0)).2 += 1;
        }
    }

    /// Every problem, in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|(span, _)| span.start);
        if let Some((code, span, count)) = self.unshown {
            let message = format!("{count} more problems of this script are not shown");
            let problem = Diagnostic::new(code, message).at(self.source, span);
            self.found.push((span, problem.help("correct the others first")));
        }
        self.found.into_iter().map(|(_, problem)| problem).collect()
    }
}

/// User text in backticks, on one line and not too long.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text))
}

/// User text on one line and not too long.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short = String::new();
    for (index, word) in text.split_whitespace().enumerate() {
        if index > 0 {
            short.push(' ');
        }
        short.extend(word.chars().take(LONGEST + 1));
        if short.chars().count() > LONGEST {
            short = short.chars().take(LONGEST).chain(['…']).collect();
            break;
        }
    }
    short
}
