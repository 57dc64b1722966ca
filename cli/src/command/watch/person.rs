//! What becomes of a manifest, for a person: one line when all is well.

use std::io;
use std::path::Path;
use std::time::Duration;

use rulebook::{Change, Diagnostic, LoadError, Loaded};

use super::follow::What;
use crate::tally::{self, counted};
use crate::{escape, output, report};

/// Tells something: whether there still is a reader.
pub(super) fn tell(what: &What, manifest: Option<&Path>) -> io::Result<bool> {
    let (loaded, warnings, change) = match what {
        What::First(loaded, _, warnings) => (loaded, warnings, None),
        What::Loads(loaded, warnings) => (loaded, warnings, Some(&loaded.change)),
        What::Fails(error, serving) => {
            // With several manifests, which of them has the file of that name.
            if manifest.is_some() {
                output::stderr(&beneath(manifest, ["does not load".to_owned()]));
            }
            report::show(error.diagnostics());
            output::stderr(&beneath(manifest, [fails(error, *serving)]));
            return Ok(true);
        }
    };
    report::show(warnings);
    let mut lines = vec![loads(loaded, warnings)];
    if let Some(change) = change {
        lines.extend(broken(change));
        if let Some(line) = lines.first_mut() {
            line.push_str(&differs(change));
        }
    }
    output::stdout_while_read(&beneath(manifest, lines))
}

/// The lines, each of which says what it is about where there are several.
fn beneath(manifest: Option<&Path>, lines: impl IntoIterator<Item = String>) -> String {
    let name = manifest.map(|manifest| format!("{}: ", manifest.display())).unwrap_or_default();
    let lines = lines.into_iter().map(|line| escape::line(&format!("{name}{line}")).into_owned());
    lines.collect::<Vec<_>>().join("\n")
}

fn loads(loaded: &Loaded, warnings: &[Diagnostic]) -> String {
    let (tools, warnings) = (counted(loaded.tools, "tool"), tally::and_warnings(warnings));
    let (generation, took) = (loaded.generation, time(loaded.took));
    format!("ok, {tools}{warnings}, generation {generation}, {took}")
}

fn fails(error: &LoadError, serving: Option<u64>) -> String {
    let (errors, warnings) =
        (tally::errors(error.diagnostics()), tally::and_warnings(error.diagnostics()));
    match serving {
        Some(generation) => format!("{errors}{warnings}, generation {generation} still serves"),
        None => format!("{errors}{warnings}, nothing serves yet"),
    }
}

/// What is different from the generation before; nothing when nothing is.
fn differs(change: &Change) -> String {
    let Change { added, removed, changed, .. } = change;
    let kinds = [("changed", changed), ("added", added), ("removed", removed)];
    let told = kinds.into_iter().filter(|(_, tools)| !tools.is_empty());
    let told: Vec<_> = told.map(|(what, tools)| format!("{what} {}", listed(tools))).collect();
    if told.is_empty() { String::new() } else { format!("; {}", told.join(", ")) }
}

/// Names as a person lists them; those of a large change are counted.
fn listed(names: &[String]) -> String {
    const MOST: usize = 5;
    let more = names.len().saturating_sub(MOST);
    let mut names: Vec<_> = names.iter().take(MOST).cloned().collect();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}

fn broken(change: &Change) -> impl Iterator<Item = String> {
    let breaking = change.breaking.iter();
    breaking.map(|broken| format!("  breaking: {}: {}", broken.tool, broken.message))
}

/// A time in the unit that a person reads it in.
fn time(took: Duration) -> String {
    const LONG: u128 = 10_000;
    match took.as_micros().div_ceil(1000) {
        short if short < LONG => format!("{short} ms"),
        _ => format!("{:.1} s", took.as_secs_f64()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn names_are_listed_as_a_person_does() {
        assert_eq!(listed(&names(&["a"])), "a");
        assert_eq!(listed(&names(&["a", "b"])), "a and b");
        assert_eq!(listed(&names(&["a", "b", "c", "d", "e"])), "a, b, c, d and e");
        let many = ["a", "b", "c", "d", "e", "f", "g"];
        assert_eq!(listed(&names(&many)), "a, b, c, d, e and 2 more");
    }

    #[test]
    fn times_are_told_in_their_unit() {
        assert_eq!(time(Duration::from_micros(200)), "1 ms");
        assert_eq!(time(Duration::from_micros(11_400)), "12 ms");
        assert_eq!(time(Duration::from_millis(9_999)), "9999 ms");
        assert_eq!(time(Duration::from_millis(12_340)), "12.3 s");
    }

    #[test]
    fn each_line_says_what_it_is_about() {
        let lines = || names(&["ok", "  breaking: a\u{1b}"]);
        assert_eq!(beneath(None, lines()), "ok\n  breaking: a\\u{1b}");
        let several = beneath(Some(Path::new("x.json")), lines());
        assert_eq!(several, "x.json: ok\nx.json:   breaking: a\\u{1b}");
    }

    #[test]
    fn what_is_different_stands_on_one_line() {
        let mut change = Change::default();
        assert_eq!(differs(&change), "");
        change.changed = names(&["late_fee"]);
        change.added = names(&["x", "z"]);
        change.removed = names(&["y"]);
        assert_eq!(differs(&change), "; changed late_fee, added x and z, removed y");
    }
}
