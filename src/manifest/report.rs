//! The problems found while one manifest is read.

use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// After so many problems of one manifest no more are looked for.
const MOST: usize = 256;

pub(super) struct Report<'a> {
    pub(super) source: &'a Source,
    problems: Vec<Diagnostic>,
}

impl<'a> Report<'a> {
    pub(super) const fn new(source: &'a Source) -> Self {
        Self { source, problems: Vec::new() }
    }

    pub(super) fn add(&mut self, problem: impl Into<Option<Diagnostic>>) {
        self.problems.extend(problem.into());
    }

    /// Whether there is enough to mend, so that reading may stop.
    pub(super) const fn is_full(&self) -> bool {
        self.problems.len() >= MOST
    }

    /// Every problem, in the order of the text.
    pub(super) fn into_problems(mut self) -> Vec<Diagnostic> {
        self.problems.sort_by_key(|problem| problem.place().map(|(_, span)| span));
        self.problems
    }
}
