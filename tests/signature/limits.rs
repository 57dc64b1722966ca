//! Scripts that are meant to hurt.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use rulebook::Code;

use super::{good, reading};

/// Reads a script that must be refused for its size, and soon.
#[track_caller]
fn refused(script: &str, code: Code) -> rulebook::signature::Reading {
    let start = Instant::now();
    let reading = reading(script);
    assert!(start.elapsed() < Duration::from_secs(5), "took {:?}", start.elapsed());
    let codes: Vec<_> = reading.problems.iter().map(rulebook::Diagnostic::code).collect();
    assert!(!codes.is_empty() && codes.iter().all(|found| *found == code), "{codes:?}");
    assert_eq!(reading.plain.chars().count(), script.chars().count());
    reading
}

/// A piece many times, in lines that are not too long.
fn repeated(piece: &str, times: usize) -> String {
    let line = piece.repeat(100) + "\n";
    line.repeat(times / 100)
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in
        [("array<", ">"), ("#{a:", "}"), ("map<array<", ">>"), ("#{a?: map<", ">}")]
    {
        let (open, close) = (repeated(open, 20_000), repeated(close, 20_000));
        let reading = refused(
            &format!("fn f(a: {open}int{close}, b: int) -> int {{ 1 }}"),
            Code::TypeTooLarge,
        );
        assert_eq!(reading.problems.len(), 1);
        assert_eq!(reading.functions[0].params.len(), 2);
        refused(&format!("fn f(a: {open}"), Code::TypeTooLarge);
        refused(&format!("type A = {open}int{close};"), Code::TypeTooLarge);
    }
    refused(&format!("fn f(a: {}) {{}}", repeated("array<", 100_000)), Code::TypeTooLarge);
    let deepest = |n: usize| format!("fn f(a: {}int{}) {{}}", "array<".repeat(n), ">".repeat(n));
    assert_eq!(good(&deepest(64)).functions.len(), 1);
    refused(&deepest(65), Code::TypeTooLarge);
}

#[test]
fn other_deep_text_is_not_ours() {
    for piece in ["(", "[", "{", "#{", "`${", "|x|", "fn f(", "/*", "if x {", "a: #{", "- "] {
        let script = repeated(piece, 50_000);
        assert_eq!(reading(&script).plain, script);
    }
    for piece in ["fn f(a: (", "fn f(a: [", "fn f(a: \"x\" | ", "let x: <", "type A = ", "-> "] {
        let script = repeated(piece, 50_000);
        assert_eq!(reading(&script).plain.len(), script.len());
    }
}

#[test]
fn wide_types_are_refused() {
    let list = |n: usize, item: fn(usize) -> String, by: &str| -> String {
        (0..n).map(item).collect::<Vec<_>>().join(by)
    };
    let record = |n| format!("fn f(a: #{{ {} }}) {{}}", list(n, |i| format!("f{i}: int"), ",\n"));
    let union = |n| format!("fn f(a: {}) {{}}", list(n, |i| format!("\"c{i}\""), "|\n"));
    good(&record(1_900));
    good(&union(1_900));
    refused(&record(2_100), Code::TypeTooLarge);
    refused(&union(2_100), Code::TypeTooLarge);
    refused(&record(60_000), Code::TypeTooLarge);
    refused(&union(60_000), Code::TypeTooLarge);
}

#[test]
fn types_that_grow_by_doubling_are_refused() {
    let mut script = "type T0 = int;".to_owned();
    for n in 1..200 {
        let _ = writeln!(script, "type T{n} = #{{ a: T{0}, b: T{0} }};", n - 1);
    }
    script.push_str("fn f(a: T199) -> T150 { 1 }");
    let reading = refused(&script, Code::TypeTooLarge);
    assert_eq!(reading.problems.len(), 1);
    assert_eq!(reading.problems[0].underlined(), Some("T10"));
    assert!(reading.functions[0].faulty && reading.functions[0].params[0].ty.is_none());
}

#[test]
fn types_that_nest_through_declarations_are_refused() {
    let mut script = "type T0 = int;".to_owned();
    for n in 1..20_000 {
        let _ = writeln!(script, "type T{n} = array<T{}>;", n - 1);
    }
    let reading = refused(&script, Code::TypeTooLarge);
    assert_eq!(reading.problems[0].underlined(), Some("T65"));
    assert_eq!(reading.problems.len(), 1);
}

#[test]
fn a_signature_as_a_whole_is_bounded() {
    let fields: Vec<_> = (0..1_500).map(|i| format!("f{i}: int")).collect();
    let params: Vec<_> = (0..7).map(|i| format!("p{i}: R")).collect();
    let (fields, params) = (fields.join(", "), params.join(", "));
    let script = format!("type R = #{{ {fields} }}; fn f({params}) -> int {{ 1 }}");
    assert_eq!(refused(&script, Code::TypeTooLarge).problems[0].underlined(), Some("f"));
}

#[test]
fn long_chains_of_declarations_are_followed() {
    // Backwards, so that each waits for the next.
    let mut script = String::new();
    for n in 0..50_000 {
        let _ = writeln!(script, "type T{n} = T{};", n + 1);
    }
    let known = format!("{script}type T50000 = int; fn f(a: T0) -> T7 {{ a }}");
    assert_eq!(good(&known).functions[0].signature_to_write(), "fn f(a: int) -> int");
    let cycle = format!("{script}type T50000 = T0; fn f(a: T0) -> T7 {{ a }}");
    assert_eq!(refused(&cycle, Code::TypeCycle).problems.len(), 1);
    refused(&script, Code::UnknownType);
}

#[test]
fn many_problems_are_cut_short() {
    let unknown: String = (0..30_000).map(|n| format!("type A{n} = unknown{n};\n")).collect();
    let problems = refused(&unknown, Code::UnknownType).problems;
    assert_eq!(problems.len(), 101);
    assert_eq!(problems[100].message(), "29900 more problems of this script are not shown");
    let twice =
        format!("{}type A = int;\n{}", " ".repeat(65_000), "type A = int;\n".repeat(60_000));
    refused(&twice, Code::DuplicateType);
    let mut cycles = "type A0 = A1;".to_owned();
    for n in 1..20_000 {
        let _ = writeln!(cycles, "type A{n} = #{{ a: A{n}, b: A0, c: A{} }};", n + 1);
    }
    reading(&cycles);
}

#[test]
fn long_names_are_shortened() {
    let long = "x".repeat(60_000);
    let script = format!("type A{long} = int;\nfn f(a: B{long}) {{}}");
    let problem = &refused(&script, Code::UnknownType).problems[0];
    assert!(problem.to_string().chars().count() < 300, "{problem}");
}

#[test]
fn positions_hold_up_to_the_last_line_and_column() {
    let ok = format!("{}fn f(a: long) {{}}", "\n".repeat(65_534));
    assert_eq!(reading(&ok).problems[0].position().unwrap().line, 65_535);
    refused(&format!("\n{ok}"), Code::ScriptTooLong);
    good(&"\n".repeat(65_535));
    refused(&"\n".repeat(65_536), Code::ScriptTooLong);

    let ok = format!("{}fn f(a: long) {{}}", "é".repeat(65_535 - 16).replace('é', " "));
    assert_eq!(ok.chars().count(), 65_535);
    assert_eq!(reading(&ok).problems[0].position().unwrap().column, 65_528);
    let reading = refused(&format!("let x = 1;\n{ok} "), Code::ScriptTooLong);
    assert!(reading.functions.is_empty() && reading.problems[0].position().unwrap().line == 2);
    good(&format!("// {}", "é".repeat(65_532)));
    refused(&format!("// {}", "é".repeat(65_533)), Code::ScriptTooLong);
    refused(&"a".repeat(1 << 20), Code::ScriptTooLong);
}

#[test]
fn a_long_line_takes_no_longer_than_many_short_ones() {
    let one = "fn f(a: int) -> int { a } ";
    let start = Instant::now();
    for _ in 0..16 {
        assert_eq!(reading(&one.repeat(2_500)).functions.len(), 2_500);
    }
    assert!(start.elapsed() < Duration::from_secs(10), "took {:?}", start.elapsed());
}
