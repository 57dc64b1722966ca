//! Functions of the language that take long or give much.

use serde_json::json;

use super::case::{Case, Ends, TIMED_OUT};

const ARRAY: &[(&str, &str)] = &[("limit_exceeded", "array grew past 100000 items"), TIMED_OUT];
const STRING: &[(&str, &str)] = &[("limit_exceeded", "string grew past 4194304 bytes"), TIMED_OUT];
const LATE: &[(&str, &str)] = &[TIMED_OUT];

pub(super) fn cases() -> Vec<Case> {
    let text = |rest: &str| format!("let s = \"\"; s.pad(100_000, \"a\"); {rest}");
    let long = |rest: &str| format!("let s = \"\"; s.pad(4_000_000, \"a\"); {rest}");
    let array = |rest: &str| format!("let a = []; a.pad(90_000, 1); {rest}");
    vec![
        Case::limit(
            "sleep is turned off",
            "sleep(2); []",
            &[("script_failed", "`sleep` is turned off")],
        ),
        Case::limit("replace multiplies", text("s.replace(\"a\", s); []"), STRING),
        Case::limit("replace of a character multiplies", text("s.replace('a', s); []"), STRING),
        Case::limit("replace of nothing multiplies", text("s.replace(\"\", s); []"), STRING),
        Case::limit("split into characters", long("s.split(\"\"); []"), ARRAY),
        Case::limit("split at every character", long("s.split('a'); []"), ARRAY),
        Case::limit("split from the end", long("s.split_rev(\"a\"); []"), ARRAY),
        Case::limit(
            "split into many parts",
            long("s.split(\"a\", 9223372036854775807); []"),
            ARRAY,
        ),
        Case::limit("characters of a long text", long("s.to_chars(); []"), ARRAY),
        Case::limit("bytes of a long text", long("s.to_blob(); []"), ARRAY),
        Case::limit("index_of again and again", long("loop { s.index_of(\"ab\"); }"), LATE),
        Case::limit(
            "the end of a long text again and again",
            long("loop { s.sub_string(-1); }"),
            LATE,
        ),
        Case::body(
            "dedup of many",
            "let a = []; a.pad(1_000, 1); a.dedup(); [a.len()]",
            Ends::Gives(json!([1])),
        ),
        Case::limit(
            "dedup again and again",
            array("for i in 0..90_000 { a[i] = i; } loop { a.dedup(); }"),
            LATE,
        ),
        Case::limit("sort again and again", array("loop { a.sort(); }"), LATE),
        Case::limit(
            "sort by a function that never decides",
            array("a.sort(|x, y| 1 - 2 * (x + y)); loop { a.sort(|x, y| 1); }"),
            LATE,
        ),
        Case::limit(
            "insert at the front again and again",
            array("loop { a.insert(0, 1); a.pop(); }"),
            LATE,
        ),
        Case::limit(
            "remove at the front again and again",
            array("loop { a.push(a.shift()); }"),
            LATE,
        ),
        Case::limit("equality again and again", array("let b = a; loop { a == b; }"), LATE),
        Case::limit("contains again and again", array("loop { a.contains(2); }"), LATE),
        Case::limit("to_string again and again", array("loop { a.to_string(); }"), LATE),
        Case::limit("interpolation of much again and again", array("loop { `${a}`; }"), LATE),
        Case::limit(
            "text with more escapes than fit",
            "let s = \"\"; s.pad(4_000_000, \"\\n\"); [s].to_string(); []",
            STRING,
        ),
        Case::limit(
            "interpolated text with more escapes than fit",
            "let s = \"\"; s.pad(4_000_000, \"\\n\"); `${[s]}`; []",
            STRING,
        ),
        Case::limit("a range that never ends", "for x in range(0.0, 1.0, 1e-320) {} []", LATE),
        Case::limit("a range past all numbers", "for x in 0..9223372036854775807 {} []", LATE),
        Case::limit(
            "a range of floats to infinity",
            "for x in range(0.0, 1.0 / 0.0, 1.0) {} []",
            LATE,
        ),
        Case::limit("bits without end", "loop { for b in bits(-1) {} }", LATE),
        Case::limit(
            "a base that is none",
            "parse_int(\"1\", 9223372036854775807); []",
            &[("script_failed", "")],
        ),
        Case::limit(
            "a deep JSON text",
            "let s = \"\"; s.pad(1_000_000, \"[\"); parse_json(s); []",
            &[("script_failed", "nested too deep"), TIMED_OUT],
        ),
        Case::limit(
            "a large JSON text",
            "let s = \"[\"; s.pad(400_000, \"1,\"); s += \"1]\"; parse_json(s); []",
            &[("limit_exceeded", "array grew past"), ("script_failed", "parse_json"), TIMED_OUT],
        ),
        Case::limit(
            "JSON of much again and again",
            "let m = #{}; m.a = []; m.a.pad(90_000, 1); loop { m.to_json(); }",
            LATE,
        ),
        Case::limit(
            "drain in small steps",
            array("loop { if a.is_empty() { a.pad(90_000, 1); } a.drain(0, 1); }"),
            LATE,
        ),
        Case::limit("extract in a loop", array("loop { a.extract(1, 89_998); }"), LATE),
        Case::limit("splice multiplies", array("loop { a.splice(0, 0, a); }"), ARRAY),
        Case::limit("concat multiplies", array("loop { a = a + a; }"), ARRAY),
        Case::limit("a power that is too large", "10 ** 1_000_000; []", &[("script_failed", "")]),
    ]
}
