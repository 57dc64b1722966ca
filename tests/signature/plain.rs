//! Plain Rhai that looks like annotations and is none.

use super::{good, reading};

#[test]
fn plain_rhai_comes_back_byte_for_byte() {
    let scripts = [
        "",
        "#{a: 1, \"b\": #{c: 2}}.a",
        "let f = |x| x + 1; let g = |x, y| x + y; let h = || 1;",
        "let m = #{ a: 1 | 2, b: 3 };",
        "let x = 1; let y = 2; let m = #{ a: x | y, b: 3 };",
        "let x = 1; let y = 2; let m = #{ a: (x) | y, b: [x][0] | y, c: #{d: 1} };",
        "let f = |x| |y| x | y;",
        "[1, 2].map(|x| x | 1)",
        "switch 3 { 1 | 2 => 1, 3 if true => #{a: 1}, _ => 2 }",
        "let x = (); let y = x ?? 1; x?.z; x?[0];",
        "const type = 1; let x = type; x = type;",
        "let type = 1; type = 2; type += 1; type == 2;",
        "let x = `a ${1 + `b ${#{c: 1}.c} fn f(a: int) {` } type T = int; ${2}`;",
        "let x = `${`${`${1}`}`}`; let y = `}`; let z = `\\${a}`;",
        "let x = `$${1}$`;",
        "let x = \"fn f(a: int) -> int\"; let y = 'a'; let z = #\"fn f(a: int)\"#;",
        "let x = \"a\\\n   fn f(a: int)\";",
        "let x = 5 - -3; let y = 0x1f; let z = 1.5e3; let r = 1..2; let q = 1..=2;",
        "let x = !true; let y = 1 !in [2]; let z = 3 >> 1 << 2;",
        "// fn f(a: int)\n/* type T = int; */ let x = 1;",
        "let x = 1; x.foo = |a| a;",
        "fn f(a, b) { a > b }\nfn g() { f(1, 2) }",
        "/// Doc.\nfn f(a) { a }",
        "try { throw 1 } catch (e) { e } for x in 0..1 { x } for (x, i) in [] { x }",
        "loop { break; } while false {} do { 1 } until true;",
        "import \"a\" as a; a::f(1); export let x = 1;",
        "let x = 1;\r\nlet y = 2;\r\n",
    ];
    for script in scripts {
        assert_eq!(good(script).plain, script);
    }
}

#[test]
fn what_rhai_refuses_comes_back_too() {
    let scripts = [
        "let x = ;",
        "fn",
        "fn f",
        "fn f(",
        "fn (",
        "type",
        "type X",
        "type X int;",
        "type = int;",
        "let type X = 1;",
        "x.type y = 1;",
        "a ? b : c",
        "let x = \"abc",
        "let x = `abc",
        "let x = `a ${",
        "/* open",
        "/** open",
        "'",
        "''",
        "'''",
        "`${",
        "`${`",
        "}}}`",
        "#\"",
        "##\"a\"#",
        "\u{feff}",
        "\0",
        "fn f(mut",
        "fn f(&a) {}",
        "fn f(1, 2) {}",
        "fn f(,,) {}",
        "type X<T> = int;",
    ];
    for script in scripts {
        assert_eq!(reading(script).plain, script, "{script:?}");
    }
}

#[test]
fn a_mark_at_the_start_does_no_harm() {
    let reading = reading("\u{feff}type A = int;\nfn f(a: A) -> A { a }");
    assert_eq!(reading.functions[0].signature_to_write(), "fn f(a: int) -> int");
    assert_eq!(reading.plain, "\u{feff}             \nfn f(a   )      { a }");
}

#[test]
fn annotations_become_spaces_and_nothing_moves() {
    let table = [
        ("fn f(a: int, b) -> int { a }", "fn f(a     , b)        { a }"),
        ("fn f(a: \"ä\" | \"ß\") -> int { \"ü\" }", "fn f(a           )        { \"ü\" }"),
        ("fn f(a\t:\tint\r\n,b) {}", "fn f(a\t \t   \r\n,b) {}"),
        ("fn f(a: #{\n  x: int, // é\n}) {}", "fn f(a    \n              \n ) {}"),
        ("/// About.\ntype A = int; let x = 1;", "          \n              let x = 1;"),
        ("let x = 1;/** About. */ type A = int;", "let x = 1;                           "),
    ];
    for (script, plain) in table {
        assert_eq!(good(script).plain, plain);
    }
}

#[test]
fn a_script_with_types_runs() {
    let script = "
        type Order = #{ total: int, code?: \"spring\" | \"autumn\" };
        const MOST = 100;
        /// What is left to pay.
        fn due(order: Order, paid: int?) -> int {
            let rest = order.total - (paid ?? 0);
            if rest > 100 { `${rest}`.len() } else { rest }
        }
        due(#{ total: 90 }, ())";
    let answer: i64 = rhai::Engine::new().eval(&good(script).plain).unwrap();
    assert_eq!(answer, 90);
}
