//! Results and thrown values that are too much.

use super::case::{Case, TIMED_OUT};

const DEPTH: &[(&str, &str)] = &[("limit_exceeded", "nested more than 128 levels deep"), TIMED_OUT];
const ARRAY: &[(&str, &str)] = &[("limit_exceeded", "array grew past 100000 items"), TIMED_OUT];
const THROWN: &[(&str, &str)] = &[("script_failed", ""), TIMED_OUT];

pub(super) fn cases() -> Vec<Case> {
    let deep =
        |how: &str, rest: &str| format!("let v = []; for i in 0..300 {{ v = {how}; }} {rest}");
    let wrapped = format!("{}v{}", "[".repeat(30), "]".repeat(30));
    let deepest = |rest: &str| format!("let v = []; for i in 0..340 {{ v = {wrapped}; }} {rest}");
    vec![
        Case::limit("a deep result of arrays", deep("[v]", "v"), DEPTH),
        Case::limit("a deep result of maps", deep("#{ a: v }", "[v]"), DEPTH),
        Case::limit("a result ten thousand deep", deepest("v"), DEPTH),
        Case::limit(
            "arrays within arrays without end",
            "let v = [1]; loop { v = [v]; }",
            &[("limit_exceeded", "array grew past"), TIMED_OUT],
        ),
        Case::limit(
            "maps within maps without end",
            "let v = #{}; loop { v = #{ a: v }; }",
            &[("limit_exceeded", "map grew past"), TIMED_OUT],
        ),
        Case::limit("a thrown value ten thousand deep", deepest("throw v"), THROWN),
        Case::limit("a value ten thousand deep as text", deepest("throw `${v}`"), THROWN),
        Case::limit(
            "a value ten thousand deep is compared",
            deepest("let w = v; throw v == w"),
            THROWN,
        ),
        Case::limit(
            "a value ten thousand deep is switched on",
            deepest("switch v { 1 => 1, _ => throw 2 }"),
            THROWN,
        ),
        Case::limit(
            "a value ten thousand deep is copied",
            deepest("let w = []; w.pad(5, v); throw w.len()"),
            THROWN,
        ),
        Case::limit("a result of a million items", "let a = []; a.pad(1_000_000, 1); a", ARRAY),
        Case::limit(
            "a result of a million items in parts",
            "let a = []; a.pad(1_000, 1); let b = []; b.pad(1_000, a); b",
            ARRAY,
        ),
        Case::limit(
            "a thrown array of many",
            "let a = []; a.pad(90_000, \"text\"); throw a",
            THROWN,
        ),
        Case::limit(
            "a thrown text of megabytes",
            "let s = \"\"; s.pad(4_000_000, \"x\"); throw s",
            THROWN,
        ),
        Case::limit("a result that is no number", "[0.0 / 0.0]", &[("invalid_result", "")]),
        Case::limit("a result that is infinite", "[1.0 / 0.0]", &[("invalid_result", "")]),
        Case::limit("a blob as a result", "[blob(5)]", &[("invalid_result", "")]),
        Case::limit("a time as a result", "[timestamp()]", &[("invalid_result", "")]),
    ]
}
