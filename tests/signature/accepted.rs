//! Scripts that are right, and the signatures read from them.

use super::good;

/// Every signature of a script, one a line.
fn signatures(script: &str) -> String {
    let functions = good(script).functions;
    functions.iter().map(|f| f.signature_to_write()).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(table: &[(&str, &str)]) {
    for (script, expected) in table {
        assert_eq!(signatures(script), *expected, "{script}");
    }
}

#[test]
fn each_type_is_read() {
    check(&[
        ("fn f() -> () {}", "fn f() -> ()"),
        ("fn f() -> ( ) {}", "fn f() -> ()"),
        ("fn f( /* none */ )->int{1}", "fn f() -> int"),
        ("fn f(a: bool) -> int { 1 }", "fn f(a: bool) -> int"),
        ("fn f(a: float, b: decimal) -> string { 1 }", "fn f(a: float, b: decimal) -> string"),
        ("fn f(a: array, b: map) -> array { a }", "fn f(a: array, b: map) -> array"),
        ("fn f(a: array<int>) -> map<string> { a }", "fn f(a: array<int>) -> map<string>"),
        ("fn f(a:array<array<int>>)->int{1}", "fn f(a: array<array<int>>) -> int"),
        ("fn f(a:map<array<map<int>>>)->int{1}", "fn f(a: map<array<map<int>>>) -> int"),
        ("fn f(a: array<int?>?) -> int { 1 }", "fn f(a: array<int?>?) -> int"),
        ("fn f(a: #{}) -> #{ } { a }", "fn f(a: #{}) -> #{}"),
        (
            "fn f(a: #{ x: int, y?: #{z:string,},}) -> int { 1 }",
            "fn f(a: #{ x: int, y?: #{ z: string } }) -> int",
        ),
        ("fn f(a: #{x?:int?}) -> int { 1 }", "fn f(a: #{ x?: int? }) -> int"),
        ("fn f(a: \"x\") -> int { 1 }", "fn f(a: \"x\") -> int"),
        ("fn f(a: \"x\"|\"y\") -> int { 1 }", "fn f(a: \"x\" | \"y\") -> int"),
        ("fn f(a: |\"x\"|\"y\"?) -> int { 1 }", "fn f(a: \"x\" | \"y\"?) -> int"),
        ("fn f(a: array<|\"x\"|\"y\">) -> int { 1 }", "fn f(a: array<\"x\" | \"y\">) -> int"),
        ("fn f(a: \"\" | \"q\\\"\") -> int { 1 }", "fn f(a: \"\" | \"q\\\"\") -> int"),
        ("fn f() -> \"x\" | \"y\" { \"x\" }", "fn f() -> \"x\" | \"y\""),
        ("fn f(a: string ?, b: int ? ) -> int { 1 }", "fn f(a: string?, b: int?) -> int"),
        ("fn f(a: int,) -> int { 1 }", "fn f(a: int) -> int"),
        ("fn f(type: int) -> int { type }", "fn f(type: int) -> int"),
    ]);
}

#[test]
fn what_is_not_typed_is_left_open() {
    check(&[
        ("fn f(x) { x * 2 }", "fn f(x: TYPE) -> TYPE"),
        ("fn f() { 2 }", "fn f() -> TYPE"),
        ("fn f(a: int, b) { 2 }", "fn f(a: int, b: TYPE) -> TYPE"),
        ("fn f(a, b: int) -> int { 2 }", "fn f(a: TYPE, b: int) -> int"),
        ("let x = 1;", ""),
    ]);
}

#[test]
fn every_kind_of_function_is_read() {
    check(&[
        ("private fn f(a: int) -> int { a }", "private fn f(a: int) -> int"),
        ("fn int.f(a: int) -> int { this + a }", "fn int.f(a: int) -> int"),
        ("fn \"My Type\".f(a: int) -> int { a }", "fn \"My Type\".f(a: int) -> int"),
        ("fn f(a: int) -> int { a } fn f() { 1 }", "fn f(a: int) -> int\nfn f() -> TYPE"),
        (
            "private\n/* hidden */ fn\nf\n(\na\n:\nint\n)\n->\nint\n{ a }",
            "private fn f(a: int) -> int",
        ),
        ("let x = 1; if x == 1 { x } fn f(a: int) -> int { a }", "fn f(a: int) -> int"),
    ]);
    let method = good("fn \"T\".f() -> int { 1 }").functions.remove(0);
    assert_eq!(method.method_of.as_deref(), Some("T"));
    assert_eq!(method.name, "f");
}

#[test]
fn declared_types_are_written_out() {
    check(&[
        ("type A = int; fn f(a: A) -> A { a }", "fn f(a: int) -> int"),
        (
            "fn f(a: A) -> A { a } type A = array<B>; type B = int;",
            "fn f(a: array<int>) -> array<int>",
        ),
        ("type A = int?; fn f(a: A?) -> A { a }", "fn f(a: int?) -> int?"),
        ("type A = B?; type B = int?; fn f(a: A) -> B? { a }", "fn f(a: int?) -> int?"),
        (
            "type R =\n  | \"a\"\n  | \"b\";\nfn f(a: R?, b: array<R>) -> int { 1 }",
            "fn f(a: \"a\" | \"b\"?, b: array<\"a\" | \"b\">) -> int",
        ),
        (
            "type L = #{ sku: string, note?: string };\nfn f(l: L) -> #{ l: L } { #{l: l} }",
            "fn f(l: #{ sku: string, note?: string }) -> #{ l: #{ sku: string, note?: string } }",
        ),
        // Names of other languages may be declared.
        ("type object = int; fn f(o: object) -> int { o }", "fn f(o: int) -> int"),
        (
            "fn g() { 1 }\ntype A = int;\nfn f(a: A) -> int { a }",
            "fn g() -> TYPE\nfn f(a: int) -> int",
        ),
        ("if true { 1 } type A = int; fn f(a: A) -> int { a }", "fn f(a: int) -> int"),
    ]);
}

#[test]
fn comments_may_stand_anywhere() {
    check(&[
        (
            "fn f( // first\n  a /* the count */ : /* whole */ int, // second\n  b: string // a name\n) -> // gives\n  int { 1 }",
            "fn f(a: int, b: string) -> int",
        ),
        (
            "/// A line.\ntype L = #{\n  /// Its number.\n  sku: string,\n  /** How many. */\n  n: int // units\n};\nfn f(l: L) -> int { 1 }",
            "fn f(l: #{ sku: string, n: int }) -> int",
        ),
        (
            "/* fn g(a: int) {} /* nested */ type */ fn f(a: int) -> int { a }",
            "fn f(a: int) -> int",
        ),
        ("//! All about tax\nfn f(a: int) -> int { a }", "fn f(a: int) -> int"),
        ("//// ruler\n/*** box ***/\nfn f(a: int) -> int { a }", "fn f(a: int) -> int"),
    ]);
}

#[test]
fn line_ends_of_every_kind_are_fine() {
    check(&[
        ("type A = int;\r\nfn f(\r\n  a: A,\r\n) -> A {\r\n  a\r\n}\r\n", "fn f(a: int) -> int"),
        ("fn f(\ta:\tint)\t->\tint { a }", "fn f(a: int) -> int"),
    ]);
}

#[test]
fn imports_are_seen() {
    assert!(good("import \"tax\" as tax;").has_imports);
    assert!(good("fn f() { import \"tax\" as tax; }").has_imports);
    assert!(!good("let x = \"import\"; // import").has_imports);
}

#[test]
fn spans_are_exact() {
    let script = "type R = int;\n/// Doc.\nprivate fn /* größe */ size(/* é */ a: R, b) -> R? { a }\nfn g() {}";
    let source = rulebook::source::Source::new("s", script);
    let reading = rulebook::signature::read(&source);
    let [first, second] = &reading.functions[..] else { panic!("two functions") };
    assert_eq!(source.slice(first.span), "fn /* größe */ size(/* é */ a: R, b) -> R?");
    assert_eq!(source.slice(first.name_span), "size");
    assert_eq!(source.slice(first.params[0].span), "a");
    assert_eq!(source.slice(first.params[1].span), "b");
    assert!(first.private && !first.faulty && first.method_of.is_none());
    assert_eq!(source.slice(second.span), "fn g()");
}

#[test]
fn a_session_is_a_type_of_any_one_parameter() {
    let reading = good(
        "fn f(text: string, notes: session) -> int { 1 }
        private fn g(session: session) { session }
        fn h(session: map, a: session, b: int) -> map { session }",
    );
    let written: Vec<_> = reading.functions.iter().map(|f| f.signature_to_write()).collect();
    assert_eq!(
        written,
        [
            "fn f(text: string, notes: session) -> int",
            "private fn g(session: session) -> TYPE",
            "fn h(session: map, a: session, b: int) -> map",
        ]
    );
    assert_eq!(reading.functions[0].params[1].ty, Some(rulebook::ty::Ty::Session));
}
