//! Signatures that say nothing, or something that does not exist.

use super::*;

#[tokio::test]
async fn types_that_do_not_exist() {
    insta::assert_snapshot!(scripts([
        "fn f(a: long) -> int { 1 }", "fn f(a: Integer) -> double { 1 }", "fn f(a: JsonObject) -> JsonArray { 1 }",
        "fn f(a: str, b: String) -> boolean { true }", "fn f(a: any) -> void {}", "fn f(a: list<int>) -> dict { 1 }",
        "fn f(a: Reasn) -> int { 1 } type Reason = \"a\";", "fn f(a: INT) -> Array { 1 }", "fn f(a: null) -> () {}",
        "fn f(a: \u{65e5}\u{672c}) -> int { 1 }", "fn f(a: i64) -> f64 { 1 }", "fn f(a: date) -> time { 1 }",
    ]).await, @r#"
    fn f(a: long) -> int { 1 }
      rules.rhai:1:9 unknown_type ⟨long⟩ there is no type `long`
          write `int`
    fn f(a: Integer) -> double { 1 }
      rules.rhai:1:9 unknown_type ⟨Integer⟩ there is no type `Integer`
          write `int`
      rules.rhai:1:21 unknown_type ⟨double⟩ there is no type `double`
          write `float`
    fn f(a: JsonObject) -> JsonArray { 1 }
      rules.rhai:1:9 unknown_type ⟨JsonObject⟩ there is no type `JsonObject`
          write `map`
      rules.rhai:1:24 unknown_type ⟨JsonArray⟩ there is no type `JsonArray`
          write `array`
    fn f(a: str, b: String) -> boolean { true }
      rules.rhai:1:9 unknown_type ⟨str⟩ there is no type `str`
          write `string`
      rules.rhai:1:17 unknown_type ⟨String⟩ there is no type `String`
          write `string`
      rules.rhai:1:28 unknown_type ⟨boolean⟩ there is no type `boolean`
          write `bool`
    fn f(a: any) -> void {}
      rules.rhai:1:9 unknown_type ⟨any⟩ there is no type `any`
          say what it holds, as in `string`, `map` or `#{ name: string }`
      rules.rhai:1:17 unknown_type ⟨void⟩ there is no type `void`
          write `()` for a function that gives nothing
    fn f(a: list<int>) -> dict { 1 }
      rules.rhai:1:9 unknown_type ⟨list⟩ there is no type `list`
          write `array<int>`
      rules.rhai:1:23 unknown_type ⟨dict⟩ there is no type `dict`
          write `map`
    fn f(a: Reasn) -> int { 1 } type Reason = "a";
      rules.rhai:1:9 unknown_type ⟨Reasn⟩ there is no type `Reasn`
          did you mean `Reason`?
    fn f(a: INT) -> Array { 1 }
      rules.rhai:1:9 unknown_type ⟨INT⟩ there is no type `INT`
          write `int`
      rules.rhai:1:17 unknown_type ⟨Array⟩ there is no type `Array`
          write `array`
    fn f(a: null) -> () {}
      rules.rhai:1:9 unknown_type ⟨null⟩ there is no type `null`
          write the type of the value; `T?` if it can also be null
    fn f(a: 日本) -> int { 1 }
      rules.rhai:1:9 malformed_type ⟨日⟩ `日` is not a type for the parameter `a`
          write one, as in `int`, `string` or `array<int>`
    fn f(a: i64) -> f64 { 1 }
      rules.rhai:1:9 unknown_type ⟨i64⟩ there is no type `i64`
          write `int`
      rules.rhai:1:17 unknown_type ⟨f64⟩ there is no type `f64`
          write `float`
    fn f(a: date) -> time { 1 }
      rules.rhai:1:9 unknown_type ⟨date⟩ there is no type `date`
          write `string` for a date or a time as text, or `int` for a count of days or seconds
      rules.rhai:1:18 unknown_type ⟨time⟩ there is no type `time`
          write `string` for a date or a time as text, or `int` for a count of days or seconds
    "#);
}

#[tokio::test]
async fn types_that_cannot_be_read() {
    insta::assert_snapshot!(scripts([
        "fn f(a:) -> int { 1 }", "fn f(a: ) -> { 1 }", "fn f(a int) -> int { 1 }", "fn f(int a) -> int { 1 }",
        "fn f(a: int = 3) -> int { 1 }", "fn f(a?: int) -> int { 1 }", "fn f(a: int??) -> int { 1 }", "fn f(a: ?int) -> int { 1 }",
        "fn f(a: int[]) -> int { 1 }", "fn f(a: array<>) -> int { 1 }", "fn f(a: array<int) -> int { 1 }", "fn f(a: array<int, int>) -> int { 1 }",
        "fn f(a: map<string, int>) -> int { 1 }", "fn f(a: int<int>) -> int { 1 }", "fn f(a: #{ b }) -> int { 1 }",
        "fn f(a: #{ b: }) -> int { 1 }", "fn f(a: #{ b: int, b: int }) -> int { 1 }", "fn f(a: #{ b: int c: int }) -> int { 1 }",
        "fn f(a: { b: int }) -> int { 1 }", "fn f(a: \"x\" |) -> int { 1 }", "fn f(a: \"x\" | \"x\") -> int { 1 }",
        "fn f(a: \"x\" | int) -> int { 1 }", "fn f(a: 'x' | 'y') -> int { 1 }", "fn f(a: (int)) -> int { 1 }", "fn f(a: ()) -> int { 1 }",
        "fn f(a: array<()>) -> int { 1 }", "fn f(a: int) -> ()? {}", "fn f(a: int): int { 1 }", "fn f(a: int) => int { 1 }",
        "fn f(a: int) -> int, int { 1 }", "fn f(a: 5) -> int { 1 }", "fn f(a: int", "fn f(a: #{ b: int", "fn f(a: array<int",
        "fn f(a: `x`) -> int { 1 }", "fn f(a: int, a: int) -> int { 1 }", "fn f(a: int,, b: int) -> int { 1 }",
    ]).await, @r#"
    fn f(a:) -> int { 1 }
      rules.rhai:1:7 malformed_type ⟨:⟩ the type of the parameter `a` is missing
          write it here, as in `int`, `string` or `array<int>`
    fn f(a: ) -> { 1 }
      rules.rhai:1:7 malformed_type ⟨:⟩ the type of the parameter `a` is missing
          write it here, as in `int`, `string` or `array<int>`
      rules.rhai:1:11 malformed_type ⟨->⟩ the type of the result is missing
          write it here, as in `int`, `string` or `array<int>`
    fn f(a int) -> int { 1 }
      rules.rhai:1:6 malformed_type ⟨a int⟩ a parameter is one name, a colon and a type
          write `a: int`
    fn f(int a) -> int { 1 }
      rules.rhai:1:6 malformed_type ⟨int a⟩ a parameter is one name, a colon and a type
          write `a: int`
    fn f(a: int = 3) -> int { 1 }
      rules.rhai:1:13 malformed_type ⟨=⟩ there are no default values here
          leave it out; write `T?` and use `??` where the value is used
    fn f(a?: int) -> int { 1 }
      rules.rhai:1:6 malformed_type ⟨a?⟩ every parameter is required
          write `a: T?` for a parameter that can be null
    fn f(a: int??) -> int { 1 }
      rules.rhai:1:12 malformed_type ⟨??⟩ a type is made nullable once
          write `int?`
    fn f(a: ?int) -> int { 1 }
      rules.rhai:1:9 malformed_type ⟨?⟩ `?` is not a type for the parameter `a`
          write one, as in `int`, `string` or `array<int>`
    fn f(a: int[]) -> int { 1 }
      rules.rhai:1:9 malformed_type ⟨int[]⟩ an array type is not written in square brackets
          write `array<int>`
    fn f(a: array<>) -> int { 1 }
      rules.rhai:1:14 malformed_type ⟨<⟩ the type of the items of `array` is missing
          write it here, as in `int`, `string` or `array<int>`
    fn f(a: array<int) -> int { 1 }
      rules.rhai:1:18 malformed_type ⟨)⟩ expected `>` after `int`, found `)`
          write `>` after the type
    fn f(a: array<int, int>) -> int { 1 }
      rules.rhai:1:9 malformed_type ⟨array<int, int>⟩ an array has one type for all its items
          write `array<int>`
    fn f(a: map<string, int>) -> int { 1 }
      rules.rhai:1:9 malformed_type ⟨map<string, int>⟩ the keys of a map are always strings
          write `map<int>`
    fn f(a: int<int>) -> int { 1 }
      rules.rhai:1:9 malformed_type ⟨int<int>⟩ `int` holds no other type
          write `int`
    fn f(a: #{ b }) -> int { 1 }
      rules.rhai:1:12 malformed_type ⟨b⟩ the field `b` has no type
          write `b: ` and a type; `b?: ` if it may be absent
    fn f(a: #{ b: }) -> int { 1 }
      rules.rhai:1:13 malformed_type ⟨:⟩ the type of the field `b` is missing
          write it here, as in `int`, `string` or `array<int>`
    fn f(a: #{ b: int, b: int }) -> int { 1 }
      rules.rhai:1:20 malformed_type ⟨b⟩ the field `b` stands in this record twice
          leave one of them out, or give it another name
    fn f(a: #{ b: int c: int }) -> int { 1 }
      rules.rhai:1:19 malformed_type ⟨c⟩ expected `,` or `}` after `int`, found `c`
          write `,` or `}` after the type
    fn f(a: { b: int }) -> int { 1 }
      rules.rhai:1:9 malformed_type ⟨{⟩ a record begins with `#{`
          write `#{` in place of `{`
    fn f(a: "x" |) -> int { 1 }
      rules.rhai:1:13 malformed_type ⟨|⟩ a string is missing after this `|`
          write strings in double quotes, as in `"open" | "closed"`, or one type
    fn f(a: "x" | "x") -> int { 1 }
      rules.rhai:1:15 malformed_type ⟨"x"⟩ `"x"` stands in this union twice
          leave one of them out
    fn f(a: "x" | int) -> int { 1 }
      rules.rhai:1:15 malformed_type ⟨int⟩ a union holds strings only
          write strings in double quotes, as in `"open" | "closed"`, or one type
    fn f(a: 'x' | 'y') -> int { 1 }
      rules.rhai:1:9 malformed_type ⟨'x'⟩ a string in a type stands in double quotes, on one line
          write `"x"`
    fn f(a: (int)) -> int { 1 }
      rules.rhai:1:9 malformed_type ⟨(⟩ a type is not put in brackets
          leave the brackets out; a `?` after a union is about all of it
    fn f(a: ()) -> int { 1 }
      rules.rhai:1:9 misplaced_type ⟨()⟩ `()` holds nothing, and may stand only as the result of a function
          write the type of the value; `T?` if it can also be null
    fn f(a: array<()>) -> int { 1 }
      rules.rhai:1:15 misplaced_type ⟨()⟩ `()` holds nothing, and may stand only as the result of a function
          write the type of the value; `T?` if it can also be null
    fn f(a: int) -> ()? {}
      rules.rhai:1:17 malformed_type ⟨()?⟩ `()` is null already
          write `()`, or `T?` if the function can also give a value
    fn f(a: int): int { 1 }
      rules.rhai:1:13 malformed_type ⟨:⟩ the type of the result follows `->`, not `:`
          write `->`
    fn f(a: int) => int { 1 }
      rules.rhai:1:14 malformed_type ⟨=>⟩ the type of the result follows `->`, not `=>`
          write `->`
    fn f(a: int) -> int, int { 1 }
      rules.rhai:1:20 malformed_type ⟨,⟩ expected `{` after `int`, found `,`
          write `{` after the type
    fn f(a: 5) -> int { 1 }
      rules.rhai:1:9 malformed_type ⟨5⟩ a union holds strings only
          write `int`, `float` or `decimal`
    fn f(a: int
      rules.rhai:1:5 syntax_error ⟨(⟩ this `(` is never closed
          close it with `)`
    fn f(a: #{ b: int
      rules.rhai:1:9 malformed_type ⟨#{⟩ this `#{` is never closed
          write `}` where it ends
    fn f(a: array<int
      rules.rhai:1:5 syntax_error ⟨(⟩ this `(` is never closed
          close it with `)`
      rules.rhai:1:14 malformed_type ⟨<⟩ this `<` is never closed
          write `>` where it ends
    fn f(a: `x`) -> int { 1 }
      rules.rhai:1:9 malformed_type ⟨`x`⟩ a string in a type stands in double quotes, on one line
          write `"x"`
    fn f(a: int, a: int) -> int { 1 }
      rules.rhai:1:14 syntax_error ⟨a⟩ the function `f` has two parameters `a`
    fn f(a: int,, b: int) -> int { 1 }
      rules.rhai:1:13 syntax_error ⟨,⟩ expected `)` to close the parameters list of function `f`
    "#);
}

#[tokio::test]
async fn declarations_that_declare_nothing() {
    insta::assert_snapshot!(scripts([
        "type A = int\nfn f(a: A) -> int { 1 }", "type A = ;\nfn f(a: A) -> int { 1 }", "type = int;\nfn f(a: A) -> int { 1 }",
        "type A int;\nfn f(a: A) -> int { 1 }", "type A = B;\ntype B = A;\nfn f(a: A) -> int { 1 }", "type A = #{ a: A };\nfn f(a: A) -> int { 1 }",
        "type A = int;\ntype A = string;\nfn f(a: A) -> int { 1 }", "type int = string;\nfn f(a: int) -> int { 1 }",
        "type A = ();\nfn f(a: A) -> int { 1 }", "fn f(a: int) -> int { type B = int; 1 }", "let x: int = 1;\nfn f() -> int { 1 }",
        "fn f() -> int { let g = |x: int| x; 1 }", "fn f() -> int { for i: int in [] {} 1 }", "fn f() -> int { try {} catch (e: string) {} 1 }",
        "const X: int = 1;\nfn f() -> int { X }", "fn f() -> int { fn g(a: int) -> int { 1 } 1 }",
    ]).await, @r"
    type A = int\nfn f(a: A) -> int { 1 }
      rules.rhai:1:10 malformed_type ⟨int⟩ a type declaration ends with `;`
          write `;` after it
    type A = ;\nfn f(a: A) -> int { 1 }
      rules.rhai:1:8 malformed_type ⟨=⟩ the type of `A` is missing
          write it here, as in `int`, `string` or `array<int>`
    type = int;\nfn f(a: A) -> int { 1 }
      rules.rhai:2:9 unknown_type ⟨A⟩ there is no type `A`
          did you mean `array`?
      rules.rhai:1:1 unknown_name ⟨type⟩ `type` is not defined here
          declare it with `let`, or make it a parameter
      rules.rhai:1:8 unknown_name ⟨int⟩ `int` is not defined here
          declare it with `let`, or make it a parameter
    type A int;\nfn f(a: A) -> int { 1 }
      rules.rhai:1:6 syntax_error ⟨A⟩ expected `;` to terminate this statement
          end the statement before this place with `;`
      rules.rhai:2:9 unknown_type ⟨A⟩ there is no type `A`
          did you mean `array`?
    type A = B;\ntype B = A;\nfn f(a: A) -> int { 1 }
      rules.rhai:1:6 type_cycle ⟨A⟩ the type `A` contains itself: `A` → `B` → `A`
          write `map` or `array` where it would contain itself
    type A = #{ a: A };\nfn f(a: A) -> int { 1 }
      rules.rhai:1:6 type_cycle ⟨A⟩ the type `A` contains itself: `A` → `A`
          write `map` or `array` where it would contain itself
    type A = int;\ntype A = string;\nfn f(a: A) -> int { 1 }
      rules.rhai:2:6 duplicate_type ⟨A⟩ the type `A` is declared twice
          it is declared in line 1 already; give one of them another name
    type int = string;\nfn f(a: int) -> int { 1 }
      rules.rhai:1:6 duplicate_type ⟨int⟩ `int` is a built-in type
          give the type another name
    type A = ();\nfn f(a: A) -> int { 1 }
      rules.rhai:1:10 misplaced_type ⟨()⟩ `()` holds nothing, and may stand only as the result of a function
          write the type of the value; `T?` if it can also be null
    fn f(a: int) -> int { type B = int; 1 }
      rules.rhai:1:23 misplaced_type ⟨type B =⟩ a type is declared at the top level of a script only
          move the declaration out of the braces
    let x: int = 1;\nfn f() -> int { 1 }
      rules.rhai:1:8 misplaced_type ⟨int⟩ a variable has no type of its own
          leave it out; `let` takes a name alone
    fn f() -> int { let g = |x: int| x; 1 }
      rules.rhai:1:29 misplaced_type ⟨int⟩ a closure's parameter has no type
          leave it out, or write a `fn` in place of the closure
    fn f() -> int { for i: int in [] {} 1 }
      rules.rhai:1:24 misplaced_type ⟨int⟩ a variable has no type of its own
          leave it out; `for` takes a name alone
    fn f() -> int { try {} catch (e: string) {} 1 }
      rules.rhai:1:34 misplaced_type ⟨string⟩ a caught error has no type of its own
          leave it out; what was thrown can be anything
    const X: int = 1;\nfn f() -> int { X }
      rules.rhai:1:10 misplaced_type ⟨int⟩ a variable has no type of its own
          leave it out; `const` takes a name alone
    fn f() -> int { fn g(a: int) -> int { 1 } 1 }
      rules.rhai:1:17 syntax_error ⟨fn⟩ function definitions must be at global level and cannot be inside a block or another function
          move the function out of the block, to the top level
    ");
}

#[tokio::test]
async fn what_is_plain_rhai_and_wrong() {
    insta::assert_snapshot!(scripts([
        "fn f() -> int { 1", "fn f() -> int { 1 } }", "fn f() -> int { let = 1; }", "fn f() -> int { if { 1 } }", "fn f() -> int { x = ; }",
        "fn f() -> int { 1 1 }", "fn f() -> int { a b }", "fn f() -> int { return }", "fn f() -> int { f( }", "fn f() -> int { [1, }",
        "fn f() -> int { #{ a 1 } }", "fn f() -> int { #{ a: 1, a: 2 } }", "fn f() -> int { 1 = 2; }", "fn f() -> int { const A = 1; A = 2; }",
        "fn f() -> int { break; }", "fn f() -> int { eval(\"1\") }", "fn f() -> int { switch 1 { _ => 1, 2 => 3 } }",
        "fn f() -> int { while { } }", "fn f() -> int { do { } }", "fn f() -> int { for in [] {} }", "fn f() -> int { try { } }",
        "fn f() -> int { import; }", "fn f() -> int { export a; }", "fn f() -> int { if 1 { 2 } }", "fn f() -> int { !\"a\" }",
        "fn f() -> int { new Thing() }", "fn f() -> int { a => b }", "fn f() -> int { a -> b }", "fn f() -> int { null }",
        "fn f() -> int { a ? b : c }", "fn f() -> int { i++ }", "fn f() -> int { 1.2.3 }", "fn f() -> int { 1e }", "fn f() -> int { 0b2 }",
        "function f() -> int { 1 }", "def f(): return 1", "fn f() -> int { \"${1\" }", "fn f() -> int { `${1` }", "@#$%", "fn f() -> int { this = 1; }",
    ]).await, @r#"
    fn f() -> int { 1
      rules.rhai:1:15 syntax_error ⟨{⟩ this `{` is never closed
          close it with `}`
    fn f() -> int { 1 } }
      rules.rhai:1:21 syntax_error ⟨}⟩ `}` means nothing here
    fn f() -> int { let = 1; }
      rules.rhai:1:21 syntax_error ⟨=⟩ expecting name of a variable
    fn f() -> int { if { 1 } }
      rules.rhai:1:20 syntax_error ⟨{⟩ expecting a boolean expression
    fn f() -> int { x = ; }
      rules.rhai:1:21 syntax_error ⟨;⟩ `;` means nothing here
    fn f() -> int { 1 1 }
      rules.rhai:1:19 syntax_error ⟨1⟩ expected `;` to terminate this statement
          end the statement before this place with `;`
    fn f() -> int { a b }
      rules.rhai:1:19 syntax_error ⟨b⟩ expected `;` to terminate this statement
          end the statement before this place with `;`
    fn f() -> int { return }
    fn f() -> int { f( }
      rules.rhai:1:20 syntax_error ⟨}⟩ `}` means nothing here
    fn f() -> int { [1, }
      rules.rhai:1:21 syntax_error ⟨}⟩ `}` means nothing here
    fn f() -> int { #{ a 1 } }
      rules.rhai:1:22 syntax_error ⟨1⟩ expected `:` to follow the property `a` in this object map literal
    fn f() -> int { #{ a: 1, a: 2 } }
      rules.rhai:1:26 syntax_error ⟨a⟩ the field `a` is given twice
    fn f() -> int { 1 = 2; }
      rules.rhai:1:17 syntax_error ⟨1⟩ a constant cannot be set
    fn f() -> int { const A = 1; A = 2; }
      rules.rhai:1:30 syntax_error ⟨A⟩ `A` is a constant and cannot be set
    fn f() -> int { break; }
      rules.rhai:1:17 syntax_error ⟨break⟩ `break` and `continue` stand in a loop only
    fn f() -> int { eval("1") }
      rules.rhai:1:17 syntax_error ⟨eval⟩ `eval` is turned off: a rule cannot run text as code
    fn f() -> int { switch 1 { _ => 1, 2 => 3 } }
      rules.rhai:1:28 syntax_error ⟨_⟩ default switch case must be the last
    fn f() -> int { while { } }
      rules.rhai:1:23 syntax_error ⟨{⟩ expecting a boolean expression
    fn f() -> int { do { } }
      rules.rhai:1:24 syntax_error ⟨}⟩ expected `while` for the do statement
    fn f() -> int { for in [] {} }
      rules.rhai:1:21 syntax_error ⟨in⟩ expecting name of a variable
    fn f() -> int { try { } }
      rules.rhai:1:25 syntax_error ⟨}⟩ expected `catch` for the `try` statement
    fn f() -> int { import; }
      rules.rhai:1:23 syntax_error ⟨;⟩ `;` means nothing here
    fn f() -> int { export a; }
      rules.rhai:1:17 syntax_error ⟨export⟩ export statement can only appear at global level
    fn f() -> int { if 1 { 2 } }
      rules.rhai:1:20 syntax_error ⟨1⟩ expecting a boolean expression, not a number
    fn f() -> int { !"a" }
    fn f() -> int { new Thing() }
      rules.rhai:1:17 syntax_error ⟨new⟩ `new` is a word of the language
          use another name
    fn f() -> int { a => b }
      rules.rhai:1:19 syntax_error ⟨=⟩ expected `;` to terminate this statement
          end the statement before this place with `;`
    fn f() -> int { a -> b }
      rules.rhai:1:22 misplaced_type ⟨b⟩ a return type may not stand here
          leave it out; only `fn` has a return type
      rules.rhai:1:17 unknown_name ⟨a⟩ `a` is not defined here
          declare it with `let`, or make it a parameter
    fn f() -> int { null }
      rules.rhai:1:17 syntax_error ⟨null⟩ `null` is a word of the language
          nothing is written `()`
    fn f() -> int { a ? b : c }
      rules.rhai:1:19 syntax_error ⟨?⟩ unknown operator: `?`
    fn f() -> int { i++ }
      rules.rhai:1:18 syntax_error ⟨+⟩ unknown operator: `++`
    fn f() -> int { 1.2.3 }
      rules.rhai:1:21 syntax_error ⟨3⟩ expecting name of a property
    fn f() -> int { 1e }
      rules.rhai:1:18 syntax_error ⟨e⟩ expected `;` to terminate this statement
          end the statement before this place with `;`
    fn f() -> int { 0b2 }
      rules.rhai:1:17 syntax_error ⟨0b2⟩ this number cannot be read
          write its digits, and at most 64 bits of them
    function f() -> int { 1 }
      rules.rhai:1:10 syntax_error ⟨f⟩ expected `;` to terminate this statement
          begin a function with `fn`
    def f(): return 1
      rules.rhai:1:5 syntax_error ⟨f⟩ expected `;` to terminate this statement
          begin a function with `fn`
    fn f() -> int { "${1" }
    fn f() -> int { `${1` }
      rules.rhai:1:21 syntax_error ⟨`⟩ a text has no closing quote
          close the text with the quote that began it; a text over several lines is written in back-ticks
    @#$%
      rules.rhai:1:1 syntax_error ⟨@⟩ `@` means nothing here
    fn f() -> int { this = 1; }
    "#);
}
