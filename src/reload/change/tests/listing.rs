//! What is added, removed and shown.

use std::sync::Arc;

use super::{SCRIPT, between, generation, later};
use crate::reload::change::{BreakingChange, Change};
use crate::tool::{ToolKind, ToolSpec};

const TEXT: &str = "fn a(x: int, y: string) -> int { 1 }\nfn b() -> int { 1 }\nfn c() -> int { 1 }";

fn change(before: &[&str], after: &[&str]) -> Change {
    let of = |tools| generation(&[(SCRIPT, TEXT)], tools);
    Change::between(Some(&of(before)), &later(of(after)))
}

#[test]
fn the_first_generation_adds_everything() {
    let change = Change::between(None, &generation(&[(SCRIPT, TEXT)], &["c", "a"]));
    assert_eq!(change.added, ["c", "a"]);
    assert!(change.listing && change.removed.is_empty() && change.breaking.is_empty());
}

#[test]
fn the_same_is_no_change() {
    assert_eq!(change(&["a", "b"], &["a", "b"]), Change::default());
}

#[test]
fn tools_are_told_in_the_order_of_the_manifest() {
    let change = change(&["c", "b", "a"], &["z=a", "b", "y=b"]);
    assert_eq!(change.added, ["z", "y"]);
    assert_eq!(change.removed, ["c", "a"]);
    assert!(change.changed.is_empty());
    let gone = |tool: &str| BreakingChange { tool: tool.into(), message: "is gone".into() };
    assert_eq!(change.breaking, [gone("c"), gone("a")]);
}

#[test]
fn the_order_is_part_of_the_listing() {
    let change = change(&["a", "b"], &["b", "a"]);
    assert_eq!(change, Change { listing: true, ..Change::default() });
}

#[test]
fn another_function_behind_a_tool_is_a_change_that_is_not_shown() {
    let change = change(&["t=b"], &["t=c"]);
    assert_eq!(change, Change { changed: vec!["t".into()], ..Change::default() });
}

#[test]
fn every_text_and_mark_counts() {
    type Edit = fn(&mut ToolSpec);
    let edits: [Edit; 5] = [
        |spec| spec.description.push('!'),
        |spec| spec.kind = Some(ToolKind::Read),
        |spec| spec.requires_approval = true,
        |spec| spec.output_schema = None,
        // A schema of which only the order is another.
        |spec| {
            let properties = spec.input_schema["properties"].as_object_mut().unwrap();
            *properties = std::mem::take(properties).into_iter().rev().collect();
        },
    ];
    let before = generation(&[(SCRIPT, TEXT)], &["a", "b"]);
    for edit in edits {
        let mut after = later(generation(&[(SCRIPT, TEXT)], &["a", "b"]));
        edit(Arc::make_mut(&mut after.specs[0]));
        let change = Change::between(Some(&before), &after);
        let expected = Change { changed: vec!["a".into()], listing: true, ..Change::default() };
        assert_eq!(change, expected);
    }
}

#[test]
fn a_body_is_not_shown() {
    let change =
        between(TEXT, &TEXT.replace("fn b() -> int { 1 }", "fn b() -> int { 2 }"), &["a", "b"]);
    assert_eq!(change, Change { changed: vec!["b".into()], ..Change::default() });
}

#[test]
fn tools_that_are_no_scripts_are_told_by_their_texts() {
    let of = |text: &str| {
        let mut compared = generation(&[], &[]);
        compared.specs = vec![Arc::new(ToolSpec::new("t", text))];
        compared
    };
    assert_eq!(Change::between(Some(&of("a")), &of("a")), Change::default());
    assert_eq!(Change::between(Some(&of("a")), &of("b")).changed, ["t"]);
}
