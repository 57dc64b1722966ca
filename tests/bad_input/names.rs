//! Names that are words of the language, functions of it, or nobody's alphabet.

use super::*;

#[tokio::test]
async fn functions_named_like_those_of_the_language() {
    for name in [
        "len",
        "push",
        "max",
        "parse_int",
        "timestamp",
        "exit",
        "to_string",
        "sleep",
        "range",
        "sort",
        "pad",
        "filter",
        "blob",
        "to_int",
        "type",
        "int",
        "string",
        "global",
        "pub",
        "context",
        "a1",
        "_a",
        "rulebook",
        "CAPS",
    ] {
        let script = format!("fn {name}() -> int {{ 7 }}\nfn f() -> int {{ {name}() }}");
        let folder = Folder::with_rules(&script, &[name, "f"]);
        let tools =
            folder.load_with(options()).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        for tool in [name, "f"] {
            assert_eq!(tools.call(tool, json!({})).await.unwrap(), 7, "{name}");
        }
    }
}

#[tokio::test]
async fn names_that_are_taken_or_none() {
    let mut told = String::new();
    for name in [
        "print",
        "debug",
        "type_of",
        "call",
        "curry",
        "is_def_fn",
        "is_def_var",
        "is_shared",
        "Fn",
        "eval",
        "throw",
        "let",
        "fn",
        "if",
        "this",
        "match",
        "case",
        "async",
        "await",
        "spawn",
        "new",
        "use",
        "null",
        "nil",
        "void",
        "go",
        "var",
        "static",
        "default",
        "true",
        "_",
        "__",
        "\u{e9}",
        "\u{65e5}\u{672c}",
        "f\u{301}",
        "1a",
        "a-b",
        "a b",
        "a.b",
        "\"f\"",
    ] {
        told +=
            &load(name, &Folder::with_rules(&format!("fn {name}() -> int {{ 7 }}"), &["f"])).await;
    }
    insta::assert_snapshot!(told, @r#"
    print
      rules.rhai:1:4 syntax_error ⟨print⟩ `print` is a word of the language
          use another name
    debug
      rules.rhai:1:4 syntax_error ⟨debug⟩ `debug` is a word of the language
          use another name
    type_of
      rules.rhai:1:4 syntax_error ⟨type_of⟩ `type_of` is a word of the language
          use another name
    call
      rules.rhai:1:4 syntax_error ⟨call⟩ `call` is a word of the language
          use another name
    curry
      rules.rhai:1:4 syntax_error ⟨curry⟩ `curry` is a word of the language
          use another name
    is_def_fn
      rules.rhai:1:4 syntax_error ⟨is_def_fn⟩ `is_def_fn` is a word of the language
          use another name
    is_def_var
      rules.rhai:1:4 syntax_error ⟨is_def_var⟩ `is_def_var` is a word of the language
          use another name
    is_shared
      rules.rhai:1:4 syntax_error ⟨is_shared⟩ `is_shared` is a word of the language
          use another name
    Fn
      rules.rhai:1:4 syntax_error ⟨Fn⟩ `Fn` is a word of the language
          use another name
    eval
      rules.rhai:1:4 syntax_error ⟨eval⟩ `fn` is not followed by the name of a function
          a name has the letters a to z, digits and `_`, and is no word of the language
    throw
      rules.rhai:1:4 syntax_error ⟨throw⟩ `fn` is not followed by the name of a function
          a name has the letters a to z, digits and `_`, and is no word of the language
    let
      rules.rhai:1:4 syntax_error ⟨let⟩ `fn` is not followed by the name of a function
          a name has the letters a to z, digits and `_`, and is no word of the language
    fn
      rules.rhai:1:4 syntax_error ⟨fn⟩ `fn` is not followed by the name of a function
          a name has the letters a to z, digits and `_`, and is no word of the language
    if
      rules.rhai:1:4 syntax_error ⟨if⟩ `fn` is not followed by the name of a function
          a name has the letters a to z, digits and `_`, and is no word of the language
    this
      rules.rhai:1:4 syntax_error ⟨this⟩ `this` is a word of the language
          use another name
    match
      rules.rhai:1:4 syntax_error ⟨match⟩ `match` is a word of the language
          use another name
    case
      rules.rhai:1:4 syntax_error ⟨case⟩ `case` is a word of the language
          use another name
    async
      rules.rhai:1:4 syntax_error ⟨async⟩ `async` is a word of the language
          use another name
    await
      rules.rhai:1:4 syntax_error ⟨await⟩ `await` is a word of the language
          use another name
    spawn
      rules.rhai:1:4 syntax_error ⟨spawn⟩ `spawn` is a word of the language
          use another name
    new
      rules.rhai:1:4 syntax_error ⟨new⟩ `new` is a word of the language
          use another name
    use
      rules.rhai:1:4 syntax_error ⟨use⟩ `use` is a word of the language
          use another name
    null
      rules.rhai:1:4 syntax_error ⟨null⟩ `null` is a word of the language
          nothing is written `()`
    nil
      rules.rhai:1:4 syntax_error ⟨nil⟩ `nil` is a word of the language
          nothing is written `()`
    void
      rules.rhai:1:4 syntax_error ⟨void⟩ `void` is a word of the language
          nothing is written `()`
    go
      rules.rhai:1:4 syntax_error ⟨go⟩ `go` is a word of the language
          use another name
    var
      rules.rhai:1:4 syntax_error ⟨var⟩ `var` is a word of the language
          use another name
    static
      rules.rhai:1:4 syntax_error ⟨static⟩ `static` is a word of the language
          use another name
    default
      rules.rhai:1:4 syntax_error ⟨default⟩ `default` is a word of the language
          use another name
    true
      rules.rhai:1:4 syntax_error ⟨true⟩ `fn` is not followed by the name of a function
          a name has the letters a to z, digits and `_`, and is no word of the language
    _
      rules.rhai:1:4 syntax_error ⟨_⟩ `fn` is not followed by the name of a function
          a name has the letters a to z, digits and `_`, and is no word of the language
    __
      rules.rhai:1:4 syntax_error ⟨__⟩ `fn` is not followed by the name of a function
          a name has the letters a to z, digits and `_`, and is no word of the language
    é
      rules.rhai:1:4 syntax_error ⟨é⟩ `fn` is not followed by the name of a function
          a name has the letters a to z, digits and `_`, and is no word of the language
    日本
      rules.rhai:1:4 syntax_error ⟨日本⟩ `fn` is not followed by the name of a function
          a name has the letters a to z, digits and `_`, and is no word of the language
    f́
      rules.rhai:1:5 syntax_error ⟨\u{301}⟩ the function `f` has no list of parameters
    1a
      rules.rhai:1:4 syntax_error ⟨1a⟩ `fn` is not followed by the name of a function
          a name has the letters a to z, digits and `_`, and is no word of the language
    a-b
      rules.rhai:1:5 syntax_error ⟨-⟩ the function `a` has no list of parameters
    a b
      rules.rhai:1:6 syntax_error ⟨b⟩ the function `a` has no list of parameters
    a.b
      rules.json:1:61 unknown_function ⟨"f"⟩ `rules.rhai` has no function `f`
          write a function `fn f(...) -> ... { ... }` in the script
    "f"
      rules.rhai:1:7 syntax_error ⟨(⟩ expected `.` after the type name for `this`
    "#);
}

#[tokio::test]
async fn parameters_named_like_anything() {
    let script = "const LIMIT = 7;
        fn helper(x) { x }
        fn f(LIMIT: int, helper: int, len: int, print2: int, string: string, type: int) -> array {
            [LIMIT, global::LIMIT, helper, helper(1), len, [1].len(), string, type, type_of(type)]
        }";
    let tools = Folder::with_rules(script, &["f"]).load_with(options()).await.unwrap();
    let arguments =
        json!({ "LIMIT": 1, "helper": 2, "len": 3, "print2": 4, "string": "s", "type": 5 });
    let expected = json!([1, 7, 2, 1, 3, 1, "s", 5, "int"]);
    assert_eq!(tools.call("f", arguments).await.unwrap(), expected);
    insta::assert_snapshot!(scripts([
        "fn f(let: int) -> int { 1 }", "fn f(this: int) -> int { 1 }", "fn f(print: int) -> int { 1 }", "fn f(match: int) -> int { 1 }",
        "fn f(true: int) -> int { 1 }", "fn f(_: int) -> int { 1 }", "fn f(\u{e9}: int) -> int { 1 }", "fn f(a: int, a: string) -> int { 1 }",
        "fn f(1: int) -> int { 1 }", "fn f(\"a\": int) -> int { 1 }", "fn f(fn: int) -> int { 1 }", "fn f(private: int) -> int { 1 }",
    ]).await, @r#"
    fn f(let: int) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨let⟩ expecting name of a variable
    fn f(this: int) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨this⟩ `this` is a word of the language
          use another name
    fn f(print: int) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨print⟩ `print` is a word of the language
          use another name
    fn f(match: int) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨match⟩ `match` is a word of the language
          use another name
    fn f(true: int) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨true⟩ expecting name of a variable
    fn f(_: int) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨_⟩ expected `)` to close the parameters list of function `f`
    fn f(é: int) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨é⟩ `é` means nothing here
          a name has the letters a to z, digits and `_`
    fn f(a: int, a: string) -> int { 1 }
      rules.rhai:1:14 syntax_error ⟨a⟩ the function `f` has two parameters `a`
    fn f(1: int) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨1⟩ expected `)` to close the parameters list of function `f`
    fn f("a": int) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨"a"⟩ expected `)` to close the parameters list of function `f`
    fn f(fn: int) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨fn⟩ expecting name of a variable
    fn f(private: int) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨private⟩ expecting name of a variable
    "#);
}

#[tokio::test]
async fn fields_and_members_named_like_anything() {
    let script = "type R = #{ \"a b\": int, \"\": int, \"\u{65e5}\u{672c}\": int, let: int, \"\\n\": int, type: int };
        fn f(r: R, u: \"\" | \" \" | \"\u{202e}\" | \"`\" | \"\\\"\") -> R { r }";
    let script = script.replace(" let: int,", " \"let\": int,");
    let tools = Folder::with_rules(&script, &["f"]).load_with(options()).await.unwrap();
    let record = json!({ "a b": 1, "": 2, "\u{65e5}\u{672c}": 3, "let": 4, "\n": 5, "type": 6 });
    for member in ["", " ", "\u{202e}", "`", "\""] {
        let result = tools.call("f", json!({ "r": record, "u": member })).await.unwrap();
        assert_eq!(result, record);
    }
    let wrong = tools
        .call("f", json!({ "r": { "a b": "x", "\n": [], "\u{202e}": 1 }, "u": "\u{0}" }))
        .await;
    insta::assert_snapshot!(outcome(&wrong), @r#"invalid_arguments: `r["a b"]`: expected int, found the string `x`; write a whole number, like `3`; `r["\n"]`: expected int, found an array; `r`: `\u{202e}` is not a field; the fields are `a b`, ``, `日本`, `let`, `\n`, `type`; `r`: `` is missing; `r`: `日本` is missing; `r`: `let` is missing; `r`: `type` is missing; `u`: `\0` is not one of ``, ` `, `\u{202e}`, ```, `"`"#);
}
