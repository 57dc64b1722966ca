//! Recursion of every kind.

use super::case::{Case, Ends, TIMED_OUT};

const DEEP: &[(&str, &str)] = &[("limit_exceeded", "called each other more than 128 deep")];
const MODULES: &[(&str, &str)] = &[("limit_exceeded", "more than 100 modules were imported")];
const LATE: &[(&str, &str)] = &[("limit_exceeded", "more than 128 deep"), TIMED_OUT];

pub(super) fn cases() -> Vec<Case> {
    let many = |open: &str, inner: &str, close: &str, levels: usize| {
        format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
    };
    let refused =
        |name: &str, body: String| Case::body(name, body, Ends::Refused(&["syntax_error"]));
    vec![
        Case::limit("a function calls itself", "f()", DEEP),
        Case::limit(
            "two functions call each other",
            "even(0) } fn even(n) { odd(n + 1) } fn odd(n) { even(n + 1)",
            DEEP,
        ),
        Case::limit("by a pointer", "Fn(\"f\").call()", DEEP),
        Case::limit("by a closure", "let g = || f(); g.call()", DEEP),
        Case::limit("by map", "[1].map(|x| f())", DEEP),
        Case::limit("by filter", "[1].filter(|x| f())", DEEP),
        Case::limit("by sort", "[2, 1].sort(|x, y| f()); []", DEEP),
        Case::limit("by reduce", "[1, 2].reduce(|s, x| f())", DEEP),
        Case::limit("by a method", "1.method() } fn method() { f()", DEEP),
        Case::limit("by a field", "let m = #{ g: || f() }; m.g()", DEEP),
        Case::limit("by interpolation", "`${f()}`; []", DEEP),
        Case::limit("by a catch", "try { f() } catch { f() }", LATE),
        Case::limit(
            "by twice as many",
            "g(100); [] } fn g(n) { if n == 0 { 1 } else { g(n - 1) + g(n - 1) }",
            &[TIMED_OUT],
        ),
        Case::limit("by an import of itself", "import \"rules\" as me; me::f()", MODULES),
        Case::limit("in deep expressions", many("(1 + ", "f()", ")", 25), DEEP),
        Case::limit("in deep blocks", many("{ ", "f()", " }", 25), DEEP),
        Case::limit("in deep switches", many("switch 1 { 1 => ", "f()", " }", 25), DEEP),
        refused("brackets without end", many("[", "1", "]", 10_000)),
        refused("parentheses without end", many("(", "1", ")", 10_000)),
        refused("blocks without end", many("{ ", "1", " }", 10_000)),
        refused("interpolation within interpolation", many("`${", "1", "}`", 500)),
        refused("exclamation marks without end", "!".repeat(10_000) + "true"),
        refused("minus signs without end", format!("let a = 1; {}a", "- ".repeat(10_000))),
        refused("a sum of many terms", format!("[1{}]", " + 1".repeat(10_000))),
        refused("fields of fields without end", format!("let a = #{{}}; a{}", ".b".repeat(10_000))),
        refused(
            "else if without end",
            format!("if false {{ 1 }} {}[]", "else if false { 1 } ".repeat(3_000)),
        ),
        refused("closures within closures", many("|| ", "1", "", 500)),
    ]
}
