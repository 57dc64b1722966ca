//! Which types are within which, from one table.

use crate::reload::change::narrowed::{Side, narrowed};
use crate::signature;
use crate::source::Source;
use crate::ty::Ty;

fn ty(text: &str) -> Ty {
    let reading = signature::read(&Source::new("t.rhai", format!("fn t() -> {text} {{}}")));
    assert!(reading.problems.is_empty(), "{text}: {:?}", reading.problems);
    reading.functions[0].returns.clone().unwrap()
}

/// From, to, and whether anything is lost: as an argument, and as a result.
const TABLE: &[(&str, &str, bool, bool)] = &[
    ("int", "decimal", false, true),
    ("decimal", "int", true, false),
    // A float does not hold 9007199254740993.
    ("int", "float", true, true),
    ("float", "int", true, false),
    ("float", "decimal", true, true),
    ("decimal", "float", true, true),
    ("bool", "string", true, true),
    ("string", "\"a\"", true, false),
    ("\"a\"", "string", false, true),
    ("\"a\"", "\"b\" | \"a\"", false, true),
    ("\"b\" | \"a\"", "\"a\"", true, false),
    ("\"b\" | \"a\"", "\"a\" | \"b\"", false, false),
    ("int", "int?", false, true),
    ("int?", "int", true, false),
    ("int?", "decimal?", false, true),
    ("int?", "decimal", true, true),
    ("array", "array<int>", true, false),
    ("array<int>", "array", false, true),
    ("array<int>", "array<int?>", false, true),
    ("array<int>", "map<int>", true, true),
    ("map<int>", "map", false, true),
    ("map<int>", "map<decimal>", false, true),
    ("#{ a: int }", "map", false, true),
    ("#{ a: int }", "map<int>", false, true),
    ("#{ a?: int }", "map<int>", true, true),
    ("#{ a?: int }", "map<int?>", false, true),
    ("map<int>", "#{ a?: int }", true, false),
    ("map<int>", "#{ a?: int? }", true, false),
    ("map<int>", "#{ a: int? }", true, true),
    ("#{ a: int }", "#{ a: int, b: int }", true, false),
    ("#{ a: int }", "#{ a: int, b?: int }", false, false),
    ("#{ a: int, b?: int }", "#{ a: int }", true, true),
    ("#{ a: int }", "#{ a?: int }", false, true),
    ("#{ a?: int }", "#{ a: int }", true, false),
    ("#{ a: int? }", "#{ a?: int }", false, true),
    ("#{ a?: int }", "#{ a?: int? }", false, false),
    ("#{ a?: int? }", "#{ a?: int }", false, false),
    ("#{ a?: int }", "#{ a: int? }", true, true),
    ("#{ a: int, b: int }", "#{ b: int, a: int }", false, false),
];

#[test]
fn what_is_lost_is_found_on_both_sides() {
    for (was, is, argument, result) in TABLE {
        let lost = |side| narrowed(side, "x", &ty(was), &ty(is));
        let [taken, given] = [Side::Argument, Side::Result].map(lost);
        assert_eq!(!taken.is_empty(), *argument, "{was} -> {is}: {taken:?}");
        assert_eq!(!given.is_empty(), *result, "{was} -> {is}: {given:?}");
    }
}

#[test]
fn nothing_and_something() {
    let lost = |was, is| narrowed(Side::Result, "", &ty(was), &ty(is));
    assert_eq!(lost("()", "()"), [""; 0]);
    assert_eq!(lost("int?", "()"), [""; 0]);
    assert_eq!(lost("int", "()"), ["the result was `int`, and is `()`"]);
    assert_eq!(lost("()", "int"), ["the result was `()`, and is `int`"]);
}
