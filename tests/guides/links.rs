//! Links in the guides lead to files and headings that are there.

use std::path::Path;

use super::guides;
use crate::support::repository;

/// The targets of the links in a text, those in blocks of code left out.
fn targets(markdown: &str) -> Vec<&str> {
    let outside = markdown.split("\n```").step_by(2);
    let after = outside.flat_map(|text| text.split("](").skip(1));
    after.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).collect()
}

/// The name that a heading is linked by.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_lead_somewhere() {
    for guide in guides() {
        let folder = Path::new(&guide.name).parent().expect("a parent");
        for target in targets(&guide.text).into_iter().filter(|target| !target.contains("://")) {
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { Path::new(&guide.name) } else { &folder.join(file) };
            let path = repository().join(path);
            assert!(path.exists(), "`{}` links to `{target}`", guide.name);
            if !heading.is_empty() {
                let text = std::fs::read_to_string(&path).expect("a guide");
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let known = headings.any(|line| anchor(line) == heading);
                assert!(known, "`{}` links to `{target}`", guide.name);
            }
        }
    }
}
