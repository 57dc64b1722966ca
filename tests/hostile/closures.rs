//! Closures, what they capture, and functions that are given values by `curry`.

use serde_json::json;

use super::case::{Case, Ends, TIMED_OUT};

const CAPTURED: &[(&str, &str)] = &[("limit_exceeded", "closures captured more than"), TIMED_OUT];
/// As much as closures may capture may be more than the worker of a test has, whose
/// stack and program are a part of its memory.
const OUT_OF_MEMORY: (&str, &str) =
    ("unavailable", "the worker process died: it used up its 512 MiB of memory");
const LARGE: &[(&str, &str)] =
    &[("limit_exceeded", "closures captured more than"), OUT_OF_MEMORY, TIMED_OUT];
const CURRIED: &[(&str, &str)] = &[("limit_exceeded", "`curry` gave a function more than")];

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::limit(
            "a chain of closures",
            "let f = |x| x; loop { let g = f; f = |x| g; }",
            CAPTURED,
        ),
        Case::limit(
            "a chain of closures by a function",
            "let f = |x| x; loop { f = wrap(f); } } fn wrap(f) { |x| f",
            CAPTURED,
        ),
        Case::limit(
            "a chain of closures through arrays",
            "let f = |x| x; loop { let g = [f]; f = |x| g; }",
            CAPTURED,
        ),
        Case::limit(
            "a chain of closures through maps",
            "let f = #{}; loop { let g = f; f = #{ f: |x| g }; }",
            CAPTURED,
        ),
        Case::limit(
            "a chain of closures from its end",
            "let set = |v| 0; loop { let next = 0; let get = || next; set.call(get); set = |v| { next = v; }; }",
            CAPTURED,
        ),
        Case::body(
            "a chain of closures that is dropped",
            "let f = |x| x; for i in 0..3_000 { let g = f; f = |x| g; } f = 0; [f]",
            Ends::Gives(json!([0])),
        ),
        Case::limit(
            "a chain of closures that is returned",
            "let f = |x| x; for i in 0..3_000 { let g = f; f = |x| g; } [f]",
            &[("invalid_result", "a function has no place"), TIMED_OUT],
        ),
        Case::limit(
            "large arrays are captured",
            "let all = []; loop { let v = []; v.pad(90_000, 1); let f = || v; all.push(f); }",
            LARGE,
        ),
        Case::limit(
            "long texts are captured",
            "let all = []; loop { let v = \"\"; v.pad(1_000_000, \"x\"); let f = || v; all.push(f); }",
            LARGE,
        ),
        Case::limit(
            "what is captured grows later",
            "let all = []; loop { let v = []; let f = || { v.pad(90_000, 1); }; f.call(); all.push(f); if all.len() > 60 { throw \"enough\"; } }",
            &[("script_failed", "enough"), OUT_OF_MEMORY, TIMED_OUT],
        ),
        Case::limit(
            "a function is curried with itself",
            "let f = Fn(\"f\"); loop { f = f.curry(f); }",
            CURRIED,
        ),
        Case::limit(
            "a function is curried in call style",
            "let f = Fn(\"f\"); loop { f = curry(f, f); }",
            CURRIED,
        ),
        Case::limit(
            "a function is curried through an array",
            "let f = Fn(\"f\"); loop { f = Fn(\"f\").curry([f, f]); }",
            CURRIED,
        ),
        Case::limit(
            "a function is curried with much",
            "let a = []; a.pad(90_000, 1); let all = []; loop { all.push(Fn(\"f\").curry(a)); }",
            CURRIED,
        ),
        Case::body(
            "a circle of captures",
            "let a = [1]; let f = || a; a[0] = f; [a.len()]",
            Ends::Gives(json!([1])),
        ),
        Case::body(
            "a circle of captures as text",
            "let a = [1]; let f = || a; a[0] = f; [a.to_string().len() > 0]",
            Ends::Gives(json!([true])),
        ),
        Case::limit(
            "a circle of captures in a text too long",
            "let a = [1, 2]; let f = || a; a[0] = f; let s = \"\"; s.pad(4_000_000, \"\\n\"); a[1] = s; `${a}`; []",
            &[("limit_exceeded", "string grew past"), TIMED_OUT],
        ),
        Case::limit(
            "a circle of captures is returned",
            "let a = [1]; let f = || a; a[0] = f; a",
            &[("invalid_result", "a function has no place")],
        ),
        Case::limit(
            "a circle of captures is thrown",
            "let a = [1]; let f = || a; a[0] = f; throw a",
            &[("script_failed", "a function")],
        ),
        Case::limit(
            "a circle of captures is compared",
            "let a = [1]; let f = || a; a[0] = f; [a == a]",
            &[("script_failed", "no function fits")],
        ),
        Case::limit(
            "a circle of captures is switched on",
            "let a = [1]; let f = || a; a[0] = f; switch f { 1 => 2, _ => 3 } []",
            &[("script_failed", "cannot be compared by `switch`")],
        ),
        Case::limit(
            "a captured array is pushed its closure",
            "let a = []; let f = || a; a.push(f); a",
            &[("script_failed", "in use"), TIMED_OUT],
        ),
        Case::limit(
            "circles again and again",
            "loop { let a = [1]; let f = || a; a[0] = f; }",
            CAPTURED,
        ),
        Case::limit(
            "a closure calls itself",
            "let f = |g| g.call(g); f.call(f)",
            &[("limit_exceeded", "called each other more than 128 deep")],
        ),
        Case::body(
            "closures made in a loop",
            "let all = []; for i in 0..3 { all.push(|| i); } all.map(|f| f.call())",
            Ends::Gives(json!([2, 2, 2])),
        ),
    ]
}
