//! The longest script that positions can be told of.

use super::problems::Problems;
use crate::code::Code;
use crate::source::{Source, Span};

/// Rhai counts lines and columns in 16 bits.
const MOST: usize = u16::MAX as usize;

/// Reports a text with too many lines, or with a line that is too long.
pub(super) fn is_too_long(source: &Source, problems: &mut Problems<'_>) -> bool {
    let mut start = 0;
    let text = source.text();
    for (index, line) in text.strip_suffix('\n').unwrap_or(text).split('\n').enumerate() {
        if index == MOST {
            let first = line.chars().next().map_or(0, char::len_utf8);
            problems.report(
                Code::ScriptTooLong,
                Span::new(start, start + first),
                format!("the script has more than {MOST} lines"),
                "split it into several scripts, joined by `import`",
            );
            return true;
        }
        // A character takes at least one byte.
        if line.len() > MOST
            && let Some((at, c)) = line.char_indices().nth(MOST)
        {
            problems.report(
                Code::ScriptTooLong,
                Span::new(start + at, start + at + c.len_utf8()),
                format!("line {} has more than {MOST} characters", index + 1),
                "break it into several lines",
            );
            return true;
        }
        start += line.len() + 1;
    }
    false
}
