//! What scripts print: lines of a log, never standard output.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// One line that a script printed.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LogLine {
    text: String,
    /// The script and the line in it, for what is printed to find a mistake.
    place: Option<(String, Option<usize>)>,
}

/// Where the lines go that scripts print.
pub(crate) type Log = Arc<dyn Fn(LogLine) + Send + Sync>;

impl LogLine {
    pub(super) fn printed(text: &str) -> Self {
        Self { text: text.to_owned(), place: None }
    }

    pub(super) fn debugged(text: &str, source: Option<&str>, line: Option<usize>) -> Self {
        let place = Some((source.unwrap_or_default().to_owned(), line));
        Self { text: text.to_owned(), place }
    }

    /// Makes it a record of this process's log.
    pub(crate) fn record(self) {
        let text = self.text;
        match self.place {
            None => tracing::info!(target: "rulebook::script", "{text}"),
            Some((source, line)) => {
                tracing::debug!(target: "rulebook::script", source, line, "{text}");
            }
        }
    }
}
