//! Lines that become bullets.

use std::collections::HashSet;

use super::text::lines_of;

/// The text of a bullet; nothing of a line that is blank. What follows its first line
/// is indented, so that nothing in it can begin another bullet or a section. A blank
/// line would read as its end, and is left out.
fn bullet(line: &str) -> Option<String> {
    let lines = lines_of(line.trim());
    let full: Vec<_> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    (!full.is_empty()).then(|| format!("- {}", full.join("\n  ")))
}

/// Whether a line says nothing.
pub(super) fn is_blank(line: &str) -> bool {
    bullet(line).is_none()
}

/// Instructions and constraints as bullets, each once, where it comes first.
///
/// What is both is a constraint: nobody who asked for it is told less by that.
pub(super) fn bullets(instructions: &[&str], constraints: &[&str]) -> [Vec<String>; 2] {
    let mut seen = HashSet::new();
    let mut once = |lines: &[&str]| -> Vec<String> {
        let bullets = lines.iter().filter_map(|line| bullet(line));
        bullets.filter(|bullet| seen.insert(bullet.clone())).collect()
    };
    let constraints = once(constraints);
    [once(instructions), constraints]
}
