//! The instructions and constraints of a toolkit, for an agent without a prompt of ours.

use std::fmt::Write;

use rulebook::Toolkit;

/// The lines that hold for the toolkit's tools; nothing when there are none.
pub(crate) fn text(toolkit: &Toolkit) -> Option<String> {
    let mut text = String::new();
    for (title, lines) in
        [("Instructions", toolkit.instructions()), ("Constraints", toolkit.constraints())]
    {
        let lines: Vec<_> = lines.iter().filter(|line| !line.trim().is_empty()).collect();
        if lines.is_empty() {
            continue;
        }
        let _ = write!(text, "\n# {title}\n\n");
        for line in lines {
            let _ = writeln!(text, "- {}", line.trim().replace('\n', "\n  "));
        }
    }
    (!text.is_empty()).then_some(text)
}
