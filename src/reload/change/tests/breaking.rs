//! What callers can no longer rely upon, as it is told.

use super::{SCRIPT, broken, generation, later};
use crate::reload::change::Change;

#[test]
fn parameters() {
    let t = |params: &str| format!("fn t({params}) -> int {{ 1 }}");
    let table = [
        ("a: int", "a: int", ""),
        ("a: int", "a: int?", ""),
        ("a: int", "a: decimal", ""),
        ("a: int, b: int", "b: int, a: int", ""),
        ("days: int?", "days: int", "`days` was `int?`, and is `int`"),
        ("", "region: string", "has a new parameter `region: string`"),
        ("note: string", "", "no longer has the parameter `note`"),
        ("a: int", "b: int", "no longer has the parameter `a`\nhas a new parameter `b: int`"),
        ("a: \"x\" | \"y\"", "a: \"y\" | \"z\"", "`a` no longer takes `\"x\"`"),
        ("a: string", "a: \"y\"", "`a` was `string`, and is `\"y\"`"),
        (
            "a: array<#{ b: int? }>",
            "a: array<#{ b: int, c: string }>",
            "`a[]` has a new field `c: string`\n`a[].b` was `int?`, and is `int`",
        ),
        (
            "a: map<#{ b?: int, c: int }>?",
            "a: map<#{ b: int }>",
            "`a` could be null, and no longer can\n\
             `a.*.b` was optional, and is required\n\
             `a.*` no longer has the field `c`",
        ),
    ];
    for (before, after, expected) in table {
        assert_eq!(broken(&t(before), &t(after)), expected, "{before} -> {after}");
    }
}

#[test]
fn results() {
    let t = |ty: &str| format!("fn t() -> {ty} {{ 1 }}");
    let table = [
        ("int", "int", ""),
        ("int?", "int", ""),
        ("float", "int", ""),
        ("#{ a: int }", "#{ b: int, a: int }", ""),
        ("#{ a?: int }", "#{ a: int }", ""),
        ("string", "\"a\" | \"b\"", ""),
        ("int", "int?", "the result may now be null"),
        ("int", "float", "the result was `int`, and is `float`"),
        ("\"a\"", "\"a\" | \"b\"", "the result may now be `\"b\"`"),
        ("#{ a: int }", "#{ b: int }", "the result no longer has the field `a`"),
        ("#{ a: int }", "#{ a?: int }", "`a` of the result was always there, and is optional"),
        (
            "#{ a: array<#{ b: int }> }",
            "#{ a: array<#{ b: string }> }",
            "`a[].b` of the result was `int`, and is `string`",
        ),
    ];
    for (before, after, expected) in table {
        assert_eq!(broken(&t(before), &t(after)), expected, "{before} -> {after}");
    }
}

#[test]
fn types_are_compared_with_their_names_written_out() {
    let t = |reason: &str| format!("type Reason = {reason};\nfn t(a: Reason?) -> int {{ 1 }}");
    assert_eq!(broken(&t("\"a\" | \"b\""), &t("\"a\"")), "`a` no longer takes `\"b\"`");
    assert_eq!(broken(&t("\"a\""), "fn t(a: \"a\"?) -> int { 1 }"), "");
}

#[test]
fn a_tool_is_compared_whatever_its_function_is_called() {
    let text = "fn a(x: int) -> int { 1 }\nfn b(x: string) -> int { 1 }";
    let of = |tool| generation(&[(SCRIPT, text), ("b.rhai", "fn c(y: int) -> int { 1 }")], &[tool]);
    let between = |was, is| {
        let change = Change::between(Some(&of(was)), &later(of(is)));
        change.breaking.into_iter().map(|it| it.message).collect::<Vec<_>>()
    };
    assert_eq!(between("t=a", "t=b"), ["`x` was `int`, and is `string`"]);
    assert_eq!(
        between("t=a", "t=b.rhai:c"),
        ["no longer has the parameter `x`", "has a new parameter `y: int`"]
    );
}
