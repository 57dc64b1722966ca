//! Functions that cannot be tools.

use super::*;

#[tokio::test]
async fn every_refused_export() {
    insta::assert_snapshot!(scripts([
        "fn g() -> int { 1 }", "fn ff() -> int { 1 }", "private fn f() -> int { 1 }", "fn f() -> int { 1 }\nfn f(a: int) -> int { 1 }",
        "fn int.f() -> int { 1 }", "fn \"string\".f() -> int { 1 }", "fn f(a) -> int { 1 }", "fn f(a: int) { 1 }", "fn f(a, b: int, c) { 1 }",
        "fn f() { 1 }", "fn f() -> int { 1 }\nfn f() -> int { 2 }", "const f = |x| x;", "let f = 1;", "fn F() -> int { 1 }",
        "import \"other\" as f;\nfn g() {}", "fn f(session: map) -> int { 1 }", "// fn f() -> int { 1 }", "fn g() { fn f() -> int { 1 } }",
    ]).await, @r#"
    fn g() -> int { 1 }
      rules.json:1:61 unknown_function ⟨"f"⟩ `rules.rhai` has no function `f`
          write a function `fn f(...) -> ... { ... }` in the script
    fn ff() -> int { 1 }
      rules.json:1:61 unknown_function ⟨"f"⟩ `rules.rhai` has no function `f`
          did you mean `ff`?
    private fn f() -> int { 1 }
      rules.json:1:61 private_function ⟨"f"⟩ the function `f` is private, and cannot be a tool
          remove `private` in line 1 of `rules.rhai`
    fn f() -> int { 1 }\nfn f(a: int) -> int { 1 }
      rules.json:1:61 overloaded_function ⟨"f"⟩ several functions are named `f`
          they are in `rules.rhai`, lines 1, 2: give each a name of its own
    fn int.f() -> int { 1 }
      rules.json:1:61 method_function ⟨"f"⟩ `f` is a method on `int`, and cannot be a tool
          write a function that takes the value as a parameter
    fn "string".f() -> int { 1 }
      rules.json:1:61 method_function ⟨"f"⟩ `f` is a method on `string`, and cannot be a tool
          write a function that takes the value as a parameter
    fn f(a) -> int { 1 }
      rules.rhai:1:1 missing_type ⟨fn f(a) -> int⟩ `f` is exported, and `a` has no type
          write `fn f(a: TYPE) -> int`
    fn f(a: int) { 1 }
      rules.rhai:1:1 missing_type ⟨fn f(a: int)⟩ `f` is exported, and the result has no type
          write `fn f(a: int) -> TYPE`
    fn f(a, b: int, c) { 1 }
      rules.rhai:1:1 missing_type ⟨fn f(a, b: int, c)⟩ `f` is exported, and `a` and `c` and the result have no type
          write `fn f(a: TYPE, b: int, c: TYPE) -> TYPE`
    fn f() { 1 }
      rules.rhai:1:1 missing_type ⟨fn f()⟩ `f` is exported, and the result has no type
          write `fn f() -> TYPE`
    fn f() -> int { 1 }\nfn f() -> int { 2 }
      rules.rhai:2:1 syntax_error ⟨fn⟩ the function `f` with 0 parameters is defined twice
    const f = |x| x;
      rules.json:1:61 unknown_function ⟨"f"⟩ `rules.rhai` has no function `f`
          write a function `fn f(...) -> ... { ... }` in the script
    let f = 1;
      rules.json:1:61 unknown_function ⟨"f"⟩ `rules.rhai` has no function `f`
          write a function `fn f(...) -> ... { ... }` in the script
    fn F() -> int { 1 }
      rules.json:1:61 unknown_function ⟨"f"⟩ `rules.rhai` has no function `f`
          did you mean `F`?
    import "other" as f;\nfn g() {}
      rules.json:1:61 unknown_function ⟨"f"⟩ `rules.rhai` has no function `f`
          write a function `fn f(...) -> ... { ... }` in the script
    fn f(session: map) -> int { 1 }
    // fn f() -> int { 1 }
      rules.json:1:61 unknown_function ⟨"f"⟩ `rules.rhai` has no function `f`
          write a function `fn f(...) -> ... { ... }` in the script
    fn g() { fn f() -> int { 1 } }
      rules.rhai:1:10 syntax_error ⟨fn⟩ function definitions must be at global level and cannot be inside a block or another function
          move the function out of the block, to the top level
    "#);
}

#[tokio::test]
async fn a_tool_needs_a_description() {
    let manifest =
        json!({ "schemaVersion": 1, "script": "rules.rhai", "exports": [{ "name": "f" }] });
    let mut told = String::new();
    for doc in [
        "",
        "///\n",
        "///   \n",
        "// no doc comment\n",
        "/***/\n",
        "/** */\n",
        "/// Far away.\n\nlet x = 1;\n",
    ] {
        let script = format!("{doc}fn f() -> int {{ 1 }}");
        let folder =
            Folder::new().file("rules.rhai", script).file("rules.json", manifest.to_string());
        told += &load(doc, &folder).await;
    }
    insta::assert_snapshot!(told, @r#"
      rules.json:1:61 missing_description ⟨"f"⟩ nothing says what `f` does
          add a `description` here, or a `///` comment above the function
    ///\n
      rules.json:1:61 missing_description ⟨"f"⟩ nothing says what `f` does
          add a `description` here, or a `///` comment above the function
    ///   \n
      rules.json:1:61 missing_description ⟨"f"⟩ nothing says what `f` does
          add a `description` here, or a `///` comment above the function
    // no doc comment\n
      rules.json:1:61 missing_description ⟨"f"⟩ nothing says what `f` does
          add a `description` here, or a `///` comment above the function
    /***/\n
      rules.json:1:61 missing_description ⟨"f"⟩ nothing says what `f` does
          add a `description` here, or a `///` comment above the function
    /** */\n
      rules.json:1:61 missing_description ⟨"f"⟩ nothing says what `f` does
          add a `description` here, or a `///` comment above the function
    /// Far away.\n\nlet x = 1;\n
      rules.rhai:1:1 syntax_error ⟨/⟩ doc-comment must be followed immediately by a function definition
    "#);
}

#[tokio::test]
async fn context_functions_of_another_shape() {
    let mut told = String::new();
    for function in [
        "fn context() -> int { 1 }",
        "fn context(a: int) -> string? { () }",
        "fn context() { 1 }",
        "private fn context() -> string? { () }",
        "fn contxt() -> string? { () }",
        "fn context() -> () {}",
        "fn context() -> string?? { () }",
    ] {
        let manifest = json!({
            "schemaVersion": 1, "script": "rules.rhai", "context": "context",
            "exports": [{ "name": "f", "description": "Gives one." }],
        });
        let script = format!("{function}\nfn f() -> int {{ 1 }}");
        let folder =
            Folder::new().file("rules.rhai", script).file("rules.json", manifest.to_string());
        told += &load(function, &folder).await;
    }
    insta::assert_snapshot!(told, @r#"
    fn context() -> int { 1 }
      rules.rhai:1:1 invalid_context_function ⟨fn context() -> int⟩ the context function `context` takes nothing, or a session, and gives a text or null
          write `fn context() -> string?`, or `fn context(notes: session) -> string?`
    fn context(a: int) -> string? { () }
      rules.rhai:1:1 invalid_context_function ⟨fn context(a: int) -> string?⟩ the context function `context` takes nothing, or a session, and gives a text or null
          write `fn context() -> string?`, or `fn context(notes: session) -> string?`
    fn context() { 1 }
      rules.rhai:1:1 invalid_context_function ⟨fn context()⟩ the context function `context` takes nothing, or a session, and gives a text or null
          write `fn context() -> string?`, or `fn context(notes: session) -> string?`
    private fn context() -> string? { () }
      rules.json:1:52 private_function ⟨"context"⟩ the function `context` is private, and cannot be a tool
          remove `private` in line 1 of `rules.rhai`
    fn contxt() -> string? { () }
      rules.json:1:52 unknown_function ⟨"context"⟩ `rules.rhai` has no function `context`
          did you mean `contxt`?
    fn context() -> () {}
      rules.rhai:1:1 invalid_context_function ⟨fn context() -> ()⟩ the context function `context` takes nothing, or a session, and gives a text or null
          write `fn context() -> string?`, or `fn context(notes: session) -> string?`
    fn context() -> string?? { () }
      rules.rhai:1:23 malformed_type ⟨??⟩ a type is made nullable once
          write `string?`
      rules.rhai:1:1 invalid_context_function ⟨fn context() -> string??⟩ the context function `context` takes nothing, or a session, and gives a text or null
          write `fn context() -> string?`, or `fn context(notes: session) -> string?`
    "#);
}
