//! What is told of a manifest that does not load as it should: drawn for a person, or in the
//! log where a program reads it.

use rulebook::{Diagnostic, Severity};

use crate::{escape, output, report};

/// How problems are told, and which.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problems {
    /// In the log, so that each line on standard error is one of it.
    pub(super) in_log: bool,
    /// Also what keeps nothing from being served.
    pub(super) warnings: bool,
}

impl Problems {
    /// Tells the problems of a manifest.
    pub(super) fn show(self, problems: &[Diagnostic], manifest: &str) {
        if self.in_log {
            problems.iter().for_each(|problem| log(problem, manifest));
        } else if self.warnings {
            report::show(problems);
        } else {
            let errors = problems.iter().filter(|it| it.severity() == Severity::Error);
            report::show(&errors.cloned().collect::<Vec<_>>());
        }
    }

    /// Tells what ends the command.
    pub(super) fn end(self, problem: &str) {
        for line in problem.lines() {
            if self.in_log {
                tracing::error!("{line}");
            } else {
                output::stderr(&format!("error: {}", escape::line(line)));
            }
        }
    }
}

/// Has the log told of a problem of a manifest.
pub(super) fn log(problem: &Diagnostic, manifest: &str) {
    let place = problem.position();
    let (file, line, column) = (
        problem.file().unwrap_or_default(),
        place.map(|place| place.line),
        place.map(|place| place.column),
    );
    let (code, help, message) =
        (problem.code().as_str(), problem.help_text().unwrap_or_default(), problem.message());
    if problem.severity() == Severity::Error {
        tracing::error!(manifest, file, line, column, code, help, "{message}");
    } else {
        tracing::warn!(manifest, file, line, column, code, help, "{message}");
    }
}
