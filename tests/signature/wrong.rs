//! Scripts that are wrong: for each problem the code, exactly what is
//! underlined, and a part of the help.

use rulebook::Code::{self, *};

use super::{assert_same_shape, reading};

type Case = (&'static str, &'static [(Code, &'static str, &'static str)]);

#[track_caller]
fn check(cases: &[Case]) {
    for (script, expected) in cases {
        let reading = reading(script);
        assert_same_shape(script, &reading.plain);
        let shown: Vec<_> = reading.problems.iter().map(ToString::to_string).collect();
        let shown = shown.join("\n");
        assert_eq!(reading.problems.len(), expected.len(), "{script}\n{shown}");
        for (problem, (code, underlined, help)) in reading.problems.iter().zip(*expected) {
            assert_eq!(problem.code(), *code, "{script}\n{shown}");
            assert_eq!(problem.underlined(), Some(*underlined), "{script}\n{shown}");
            let said = problem.help_text().unwrap();
            assert!(said.contains(help), "{help:?} is not in {said:?}\n{script}");
        }
    }
}

/// The same, where what is left has no fault for Rhai to find as well.
#[track_caller]
pub(super) fn check_blanked(cases: &[Case]) {
    check(cases);
    for (script, _) in cases {
        let plain = reading(script).plain;
        if let Err(error) = rhai::Engine::new_raw().compile(&plain) {
            panic!("{error}\n{script}\n{plain}");
        }
    }
}

#[test]
fn an_unknown_type_names_the_one_to_write() {
    let table = [
        ("long", "`int`"),
        ("integer", "`int`"),
        ("i64", "`int`"),
        ("u8", "`int`"),
        ("Int", "`int`"),
        ("double", "`float`"),
        ("f64", "`float`"),
        ("BigDecimal", "`decimal`"),
        ("JsonObject", "`map`"),
        ("object", "`map`"),
        ("JsonArray", "`array`"),
        ("list", "`array`"),
        ("vec", "`array`"),
        ("list<int>", "`array<int>`"),
        ("Dictionary<string, int>", "`map<int>`"),
        ("Option<int>", "`int?`"),
        ("Optional", "`T?`"),
        ("str", "`string`"),
        ("String", "`string`"),
        ("text", "`string`"),
        ("boolean", "`bool`"),
        ("number", "`int` for whole numbers"),
        ("any", "say what it holds"),
        ("Dynamic", "say what it holds"),
        ("date", "`string` for a date"),
        ("null", "`T?` if it can also be null"),
        ("void", "`T?` if it can also be null"),
        ("enum", "`\"open\" | \"closed\"`"),
        ("Fn", "a function cannot be passed"),
        ("strin", "did you mean `string`?"),
        ("Reson", "did you mean `Reason`?"),
        ("reason", "write `Reason`"),
        ("xyz", "the types are `bool`, `int`"),
    ];
    for (ty, help) in table {
        let script = format!("type Reason = \"a\"; fn f(a: {ty}) -> array<{ty}> {{ 1 }}");
        let problems = reading(&script).problems;
        assert_eq!(problems.len(), 2, "{script}");
        for problem in problems {
            let name = ty.split('<').next().unwrap();
            assert_eq!(problem.code(), UnknownType, "{script}");
            assert_eq!(problem.underlined(), Some(name));
            assert_eq!(problem.message(), format!("there is no type `{name}`"));
            let said = problem.help_text().unwrap();
            assert!(said.contains(help), "{said}\n{script}");
        }
    }
}

#[test]
fn no_result_is_written_as_unit() {
    check_blanked(&[
        ("fn f() -> void {}", &[(UnknownType, "void", "write `()`")]),
        ("fn f() -> unit {}", &[(UnknownType, "unit", "write `()`")]),
        ("fn f() -> null {}", &[(UnknownType, "null", "write `()`")]),
        ("fn f() -> ()? {}", &[(MalformedType, "()?", "write `()`, or `T?`")]),
        ("fn f() -> {}", &[(MalformedType, "->", "`int`")]),
    ]);
}

#[test]
fn unit_is_for_results_only() {
    check_blanked(&[
        ("fn f(a: ()) {}", &[(MisplacedType, "()", "`T?`")]),
        ("fn f(a: ( ), b: int) {}", &[(MisplacedType, "( )", "`T?`")]),
        ("fn f() -> array<()> {}", &[(MisplacedType, "()", "`T?`")]),
        ("fn f() -> #{ a: () } {}", &[(MisplacedType, "()", "`T?`")]),
        ("type X = ();", &[(MisplacedType, "()", "`T?`")]),
    ]);
}

#[test]
fn a_session_is_the_whole_type_of_one_parameter() {
    const WRITE: &str = "write it as the whole type of a parameter, as in `notes: session`";
    check_blanked(&[
        ("fn f(a: session?) {}", &[(MisplacedType, "session?", "write `session`")]),
        ("fn f(a: array<session>) {}", &[(MisplacedType, "session", WRITE)]),
        ("fn f(a: map<session>) {}", &[(MisplacedType, "session", WRITE)]),
        ("fn f(a: #{ b: session }) {}", &[(MisplacedType, "session", WRITE)]),
        ("fn f(a: session<int>) {}", &[(MisplacedType, "session<int>", WRITE)]),
        ("type A = session; fn f(a: A) {}", &[(MisplacedType, "session", WRITE)]),
        ("type A = #{ b: session }; fn f() {}", &[(MisplacedType, "session", WRITE)]),
        ("fn f() -> session {}", &[(MisplacedType, "session", "give what is wanted of it")]),
        ("fn f() -> array<session> {}", &[(MisplacedType, "session", WRITE)]),
        ("fn f(a: session, b: session) {}", &[(MisplacedType, "b", "leave it out, and use `a`")]),
        (
            "fn f(a: session, b: session, c: session) {}",
            &[(MisplacedType, "b", "use `a`"), (MisplacedType, "c", "use `a`")],
        ),
        ("type session = int; fn f() {}", &[(DuplicateType, "session", "another name")]),
        ("fn f(a: Session) {}", &[(UnknownType, "Session", "write `session`")]),
        ("fn f(a: sesion) {}", &[(UnknownType, "sesion", "did you mean `session`?")]),
        ("fn f(session) {} fn g(a session) {}", &[(MalformedType, "a session", "`a: session`")]),
        ("let a: session = 1;", &[(MisplacedType, "session", "leave it out")]),
        ("let f = |a: session| 1;", &[(MisplacedType, "session", "leave it out")]),
    ]);
    let problems = |script: &str| {
        let reading = reading(script);
        reading.problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(problems("fn f(a: session?, b: int) -> session {}"), @"
    rules.rhai:1:9: error[misplaced_type]: `session` is never null, and is written without a `?`; help: write `session`
    rules.rhai:1:30: error[misplaced_type]: `session` is what is kept for a conversation, and only a parameter has that type; help: give what is wanted of it; a change to the map is kept without being given
    ");
    insta::assert_snapshot!(problems("fn f(a: session, b: session) -> int {}"), @"rules.rhai:1:18: error[misplaced_type]: a function has one `session`, and `b` is another; help: leave it out, and use `a`");
}

#[test]
fn a_type_is_nullable_once() {
    check_blanked(&[
        ("fn f(a: int??, b: int) {}", &[(MalformedType, "??", "`int?`")]),
        ("fn f(a: int ? ? ) {}", &[(MalformedType, "?", "`int?`")]),
        ("fn f(a: \"a\"? | \"b\") {}", &[(MalformedType, "|", "behind the last string")]),
    ]);
}

#[test]
fn arrays_and_maps_hold_one_type() {
    check_blanked(&[
        (
            "fn f(a: array<int, string>) {}",
            &[(MalformedType, "array<int, string>", "`array<int>`")],
        ),
        ("fn f(a: map<string, int>) {}", &[(MalformedType, "map<string, int>", "`map<int>`")]),
        ("fn f(a: array<>) {}", &[(MalformedType, "<", "`int`")]),
        ("fn f(a: array<int,>) {}", &[(MalformedType, ",", "`int`")]),
        ("fn f(a: int<string>) {}", &[(MalformedType, "int<string>", "write `int`")]),
        ("type A = int; fn f(a: A<A>) {}", &[(MalformedType, "A<A>", "write `A`")]),
        ("fn f(a: int[], b: int) {}", &[(MalformedType, "int[]", "`array<int>`")]),
        ("fn f(a: [int], b: int) {}", &[(MalformedType, "[", "`array<int>`")]),
        ("fn f(a: array[int]) {}", &[(MalformedType, "array[", "`array<array>`")]),
        ("fn f(a: array<int) -> int {}", &[(MalformedType, ")", "write `>`")]),
        ("fn f(a: array<int>>, b: int) {}", &[(MalformedType, ">", "write `,` or `)`")]),
    ]);
}

#[test]
fn a_union_holds_strings_in_double_quotes() {
    check_blanked(&[
        ("fn f(a: int | string) {}", &[(MalformedType, "int | string", "`\"open\" | \"closed\"`")]),
        ("fn f(a: int | null) {}", &[(MalformedType, "int | null", "write `int?`")]),
        ("fn f(a: \"a\" | int) {}", &[(MalformedType, "int", "`\"open\" | \"closed\"`")]),
        ("fn f(a: \"a\" | 1) {}", &[(MalformedType, "1", "double quotes")]),
        ("fn f(a: \"a\" | null) {}", &[(MalformedType, "null", "`?` after the union")]),
        ("fn f(a: \"a\" | #{ b: int }) {}", &[(MalformedType, "#{", "double quotes")]),
        ("fn f(a: \"a\" | ) {}", &[(MalformedType, "|", "double quotes")]),
        ("fn f(a: \"a\" || \"b\") {}", &[(MalformedType, "||", "write `|`")]),
        ("fn f(a: 1 | 2) {}", &[(MalformedType, "1", "`int`")]),
        ("fn f(a: true | false) {}", &[(MalformedType, "true", "`bool`")]),
        ("fn f(a: 'x') {}", &[(MalformedType, "'x'", "`\"x\"`")]),
        ("fn f(a: 'abc' | 'd') {}", &[(MalformedType, "'abc'", "`\"abc\"`")]),
        ("fn f(a: \"a\" | 'b', b: int) {}", &[(MalformedType, "'b'", "`\"b\"`")]),
        ("fn f(a: `x`) {}", &[(MalformedType, "`x`", "`\"x\"`")]),
        ("fn f(a: `x${1}`) {}", &[(MalformedType, "`x$", "`\"x$\"`")]),
        ("fn f(a: #\"x\"#) {}", &[(MalformedType, "#\"x\"#", "`\"x\"`")]),
        ("fn f(a: \"\\q\") {}", &[(MalformedType, "\"\\q", "same line")]),
        ("fn f(a: \"a\" | \"b\" | \"a\") {}", &[(MalformedType, "\"a\"", "leave one of them out")]),
        ("fn f(a: \"a\" \"b\") {}", &[(MalformedType, "\"b\"", "write `|`")]),
    ]);
    check(&[
        ("fn f(a: \"a\", \"b\") {}", &[(MalformedType, "\"b\"", "in place of the comma")]),
        (
            "fn f(a: \"x) {}\nfn g(b: long) {}",
            &[(MalformedType, "\"x) {}", "same line"), (UnknownType, "long", "`int`")],
        ),
    ]);
}

#[test]
fn records_are_written_with_names_colons_and_commas() {
    check_blanked(&[
        ("fn f(a: #{ x: int, x: string }) {}", &[(MalformedType, "x", "leave one of them out")]),
        (
            "fn f(a: #{ x: int, \"x\": int }) {}",
            &[(MalformedType, "\"x\"", "leave one of them out")],
        ),
        ("fn f(a: { x: int }, b: int) {}", &[(MalformedType, "{", "write `#{`")]),
        ("fn f() -> { x: int } {}", &[(MalformedType, "{", "write `#{`")]),
        ("fn f(a: # { x: int }) {}", &[(MalformedType, "# {", "leave out the space")]),
        ("fn f(a: #{ x }) {}", &[(MalformedType, "x", "`x: `")]),
        ("fn f(a: #{ x int }) {}", &[(MalformedType, "x", "`x: `")]),
        ("fn f(a: #{ x: }) {}", &[(MalformedType, ":", "`int`")]),
        ("fn f(a: #{ x: int = 1 }) {}", &[(MalformedType, "=", "`T?`")]),
        ("fn f(a: #{ x: int y: int }) {}", &[(MalformedType, "y", "write `,` or `}`")]),
        ("fn f(a: #{ x: int ) -> int {}", &[(MalformedType, ")", "write `,` or `}`")]),
        ("fn f(a: #{ default: int }) {}", &[(MalformedType, "default", "`\"default\"`")]),
        ("fn f(a: #{ if: int }) {}", &[(MalformedType, "if", "`\"if\"`")]),
        ("fn f(a: #{ 'x': int }) {}", &[(MalformedType, "'x'", "`\"x\"`")]),
        ("fn f(a: #{ 1: int }) {}", &[(MalformedType, "1", "`#{ sku: string")]),
        ("fn f(a: #{, x: int }) {}", &[(MalformedType, ",", "`#{ sku: string")]),
        ("fn f(a: #{ größe: int }) {}", &[(MalformedType, "grö", "double quotes")]),
        ("fn f(a: #{ élan: int }) {}", &[(MalformedType, "é", "double quotes")]),
        (
            "fn f(a: #{ x: long, y: #{ z: str } }) {}",
            &[(UnknownType, "long", "`int`"), (UnknownType, "str", "`string`")],
        ),
    ]);
}

#[test]
fn brackets_and_signs_that_types_do_not_have() {
    check_blanked(&[
        ("fn f(a: (int), b: int) {}", &[(MalformedType, "(", "leave the brackets out")]),
        ("fn f(a: int & string) {}", &[(MalformedType, "&", "one record")]),
        ("fn f(a: int string, b: int) {}", &[(MalformedType, "string", "write `,` or `)`")]),
        ("fn f(a: @, b: int) {}", &[(MalformedType, "@", "`int`")]),
        ("fn f(a::int, b: int) {}", &[(MalformedType, ":", "leave out the second")]),
        ("fn f(a: std::string) {}", &[(MalformedType, "::", "write `,` or `)`")]),
        ("fn f(a: decimal(10, 2), b: int) {}", &[(MalformedType, "(", "write `,` or `)`")]),
    ]);
}

#[test]
fn parameters_have_a_name_a_colon_and_a_type() {
    check_blanked(&[
        ("fn f(a: , b: int) {}", &[(MalformedType, ":", "`int`")]),
        ("fn f(a:) {}", &[(MalformedType, ":", "`int`")]),
        ("fn f(a:= 3) {}", &[(MalformedType, ":", "`int`")]),
        ("fn f(a: int = 5, b: int) {}", &[(MalformedType, "=", "`T?`")]),
        ("fn f(a: int = g(1, [2]), b: int) {}", &[(MalformedType, "=", "`T?`")]),
        (
            "fn f(a?: int, b: long) {}",
            &[(MalformedType, "a?", "`a: T?`"), (UnknownType, "long", "`int`")],
        ),
        ("fn f(int a, b: int) {}", &[(MalformedType, "int a", "`a: int`")]),
        ("fn f(a int, b: int) {}", &[(MalformedType, "a int", "`a: int`")]),
        ("fn f(Reason a) {}", &[(MalformedType, "Reason a", "`a: Reason`")]),
        ("fn f(mut a: int) {}", &[(MalformedType, "mut a", "write `a` alone")]),
    ]);
}

#[test]
fn results_follow_an_arrow() {
    check_blanked(&[
        ("fn f(a: int): int {}", &[(MalformedType, ":", "`->`")]),
        ("fn f() => int {}", &[(MalformedType, "=>", "`->`")]),
        ("fn f() -> int string {}", &[(MalformedType, "string", "write `{`")]),
        ("fn f() -> int = 5 {}", &[(MalformedType, "=", "write `{`")]),
        ("fn f() -> int, string {}", &[(MalformedType, ",", "write `{`")]),
    ]);
    // What is missing after the head is for Rhai to say.
    check(&[("fn f(a: int) -> int", &[]), ("fn f(a: int) -> int;", &[]), ("fn f(a: int", &[])]);
}

#[test]
fn what_is_never_closed_is_underlined_where_it_opens() {
    check(&[
        ("fn f(a: #{ x: int", &[(MalformedType, "#{", "write `}`")]),
        ("fn f(a: array<int", &[(MalformedType, "<", "write `>`")]),
        ("fn f(a: array<int, b: int) {}", &[(MalformedType, "<", "write `>`")]),
        ("type A = array<#{ x: int", &[(MalformedType, "#{", "write `}`")]),
        ("fn f(a:", &[(MalformedType, ":", "`int`")]),
        ("fn f(a: \"x\" |", &[(MalformedType, "|", "double quotes")]),
    ]);
}

#[test]
fn declarations_are_whole_and_unique() {
    check_blanked(&[
        ("type int = string;", &[(DuplicateType, "int", "another name")]),
        ("type A = int;\ntype A = string;", &[(DuplicateType, "A", "in line 1")]),
        ("type match = int;", &[(MalformedType, "match", "another name")]),
        ("type A = int\nfn f(a: A) {}", &[(MalformedType, "int", "write `;`")]),
        ("type A = int\ntype B = int;", &[(MalformedType, "int", "write `;`")]),
        ("type A = int fn f(a: A) {}", &[(MalformedType, "int", "write `;`")]),
        ("type A = int\n  | string;", &[(MalformedType, "int\n  | string", "\"open\" |")]),
        ("type A = int", &[(MalformedType, "int", "write `;`")]),
        ("type A = ; fn f(a: A) {}", &[(MalformedType, "=", "`int`")]),
        ("type A = int string; fn f(a: A) {}", &[(MalformedType, "string", "write `;`")]),
        ("type A = array<; fn f(a: A) {}", &[(MalformedType, "<", "`int`")]),
        ("type A = long; fn f(a: A, b: array<A>) {}", &[(UnknownType, "long", "`int`")]),
        (
            "type A = @\ntype B = long;\n/// Doc.\nfn f() {}",
            &[(MalformedType, "@", "`int`"), (UnknownType, "long", "`int`")],
        ),
    ]);
}

#[test]
fn a_type_that_contains_itself_is_told_once() {
    check_blanked(&[
        ("type A = A; fn f(a: A) {}", &[(TypeCycle, "A", "`map` or `array`")]),
        ("type A = array<#{ a: A, b?: A? }>;", &[(TypeCycle, "A", "`map`")]),
        ("type A = B; type B = C; type C = map<A>; fn f(c: C) {}", &[(TypeCycle, "A", "`map`")]),
        ("type X = #{ a: A }; type A = B; type B = A; type Y = X;", &[(TypeCycle, "A", "`map`")]),
    ]);
    let problems = reading("type A = B; type B = C; type C = map<A>;").problems;
    assert_eq!(problems[0].message(), "the type `A` contains itself: `A` → `B` → `C` → `A`");
}

#[test]
fn types_stand_in_signatures_only() {
    check_blanked(&[
        ("let x: int = 5;", &[(MisplacedType, "int", "`let` takes a name alone")]),
        ("let x: #{ a: int };", &[(MisplacedType, "#{ a: int }", "`let`")]),
        ("const X: array<int>= [];", &[(MisplacedType, "array<int>", "`const`")]),
        ("for i: int in [] {}", &[(MisplacedType, "int", "`for`")]),
        ("try {} catch (e: string) {}", &[(MisplacedType, "string", "anything")]),
        ("let f = |x: int| x + 1;", &[(MisplacedType, "int", "write a `fn`")]),
        (
            "let f = |x, y: map<int>, z: \"a\"| x | y;",
            &[
                (MisplacedType, "map<int>", "write a `fn`"),
                (MisplacedType, "\"a\"", "write a `fn`"),
            ],
        ),
        ("let f = || -> int { 1 };", &[(MisplacedType, "int", "only `fn`")]),
        ("let f = |x| -> #{ a: int } { x };", &[(MisplacedType, "#{ a: int }", "only `fn`")]),
        ("fn f() { type A = int; }", &[(MisplacedType, "type A =", "out of the braces")]),
        (
            "if true { /* a */ type B = \"x\"; }",
            &[(MisplacedType, "type B =", "out of the braces")],
        ),
    ]);
}

#[test]
fn every_problem_of_a_script_is_told_at_once_in_order() {
    check(&[(
        "type A = long;\nfn f(a: B, b: int[]) -> void {}\nlet x: int = 1;\ntype C = #{ a: };\nfn g(a: C) -> D {}",
        &[
            (UnknownType, "long", "`int`"),
            (UnknownType, "B", ""),
            (MalformedType, "int[]", "`array<int>`"),
            (UnknownType, "void", "`()`"),
            (MisplacedType, "int", ""),
            (MalformedType, ":", ""),
            (UnknownType, "D", ""),
        ],
    )]);
}

#[test]
fn what_a_problem_leaves_out_is_marked() {
    let functions = reading("fn f(a: long) {} fn g(a: int) {} fn h() -> {} fn i(a) {}").functions;
    let faulty: Vec<_> = functions.iter().map(|f| (f.name.as_str(), f.faulty)).collect();
    assert_eq!(faulty, [("f", true), ("g", false), ("h", true), ("i", false)]);
    assert_eq!(functions[0].signature_to_write(), "fn f(a: TYPE) -> TYPE");
}
