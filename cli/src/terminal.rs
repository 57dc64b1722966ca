//! What the reader at the other end of a stream can show.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal};

/// How to write for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terminal {
    /// Whether to use colour.
    pub(crate) colour: bool,
    /// Whether to draw with more than ASCII.
    pub(crate) unicode: bool,
    /// How many columns there are; lines are not wrapped when it is unknown.
    pub(crate) width: Option<usize>,
}

const NARROWEST: usize = 40;
const WIDEST: usize = 120;

impl Terminal {
    /// A file, a pipe, or nothing: the same text whatever the environment says.
    pub(crate) const PLAIN: Self = Self { colour: false, unicode: false, width: None };

    pub(crate) fn of_stdout() -> Self {
        let out = io::stdout();
        if !out.is_terminal() {
            return Self::PLAIN;
        }
        Self::with_columns(terminal_size::terminal_size_of(out))
    }

    pub(crate) fn of_stderr() -> Self {
        let err = io::stderr();
        if !err.is_terminal() {
            return Self::PLAIN;
        }
        Self::with_columns(terminal_size::terminal_size_of(err))
    }

    fn with_columns(size: Option<(terminal_size::Width, terminal_size::Height)>) -> Self {
        Self {
            colour: wants_colour(
                env::var_os("NO_COLOR").as_deref(),
                env::var_os("TERM").as_deref(),
            ),
            unicode: supports_unicode::supports_unicode(),
            width: size.map(|(width, _)| usize::from(width.0).clamp(NARROWEST, WIDEST)),
        }
    }

    /// The text in bold.
    pub(crate) fn bold(self, text: &str) -> String {
        if self.colour { format!("\u{1b}[1m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

fn wants_colour(no_color: Option<&OsStr>, term: Option<&OsStr>) -> bool {
    let refused = no_color.is_some_and(|value| !value.is_empty());
    !refused && term.is_none_or(|term| term != "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_is_refused_by_no_color_and_by_a_dumb_terminal() {
        let os = |text| Some(OsStr::new(text));
        assert!(wants_colour(None, os("xterm")));
        assert!(wants_colour(os(""), os("xterm")));
        assert!(!wants_colour(os("1"), os("xterm")));
        assert!(!wants_colour(os("0"), None));
        assert!(!wants_colour(None, os("dumb")));
    }
}
