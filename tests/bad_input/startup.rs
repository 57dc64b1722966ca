//! Start-up statements that fail, never end, or end early.

use super::*;

#[tokio::test]
async fn statements_that_fail() {
    let statements = [
        "throw \"stop\";",
        "throw;",
        "throw #{ code: 7 };",
        "throw [1, |x| x, blob(2)];",
        "1 / 0;",
        "nope;",
        "nope();",
        "let x = 1; x.foo;",
        "const A = parse_int(\"x\");",
        "const A = [1][5];",
        "const A = #{}.b;",
        "fn g() { g() } g();",
        "fn g(n) { throw n } g(\"deep\");",
        "return 5;",
        "return;",
        "exit(1);",
        "exit();",
        "if true { return; }",
        "try { exit() } catch {}",
        "[1].for_each(|| exit());",
        "let s = \"ab\"; loop { s += s; }",
        "let a = [1]; loop { a += a; }",
        "blob(10_000_000_000);",
        "sleep(10);",
        "export nope;",
        "let a = [2, 1]; a.sort(|x, y| throw \"order\");",
        "this.x;",
        "break;",
        "global::X;",
        "let m = #{}; for i in 0..200_000 { m.set(`k${i % 1000}_${i}`, i); if i > 100 { throw \"enough\" } }",
    ];
    insta::assert_snapshot!(
        scripts(statements.map(|first| format!("{first}\nfn f() -> int {{ 1 }}"))).await, @r#"
    throw "stop";\nfn f() -> int { 1 }
      rules.rhai:1:1 startup_failed ⟨throw⟩ stop
          the statements outside of functions run when the script is loaded
    throw;\nfn f() -> int { 1 }
      rules.rhai:1:1 startup_failed ⟨throw⟩ the script threw an error without a message
          the statements outside of functions run when the script is loaded
    throw #{ code: 7 };\nfn f() -> int { 1 }
      rules.rhai:1:1 startup_failed ⟨throw⟩ the script threw {"code":7}
          the statements outside of functions run when the script is loaded
    throw [1, |x| x, blob(2)];\nfn f() -> int { 1 }
      rules.rhai:1:1 startup_failed ⟨throw⟩ the script threw [1,"a function","a blob"]
          the statements outside of functions run when the script is loaded
    1 / 0;\nfn f() -> int { 1 }
      rules.rhai:1:3 startup_failed ⟨/⟩ division by zero: 1 / 0
          the statements outside of functions run when the script is loaded
    nope;\nfn f() -> int { 1 }
      rules.rhai:1:1 startup_failed ⟨nope⟩ `nope` is not defined here
          the statements outside of functions run when the script is loaded
    nope();\nfn f() -> int { 1 }
      rules.rhai:1:1 startup_failed ⟨nope⟩ no function fits the call `nope ()`
          the statements outside of functions run when the script is loaded
    let x = 1; x.foo;\nfn f() -> int { 1 }
      rules.rhai:1:14 startup_failed ⟨foo⟩ `foo` is not a field: this is no map, but of type int
          the statements outside of functions run when the script is loaded
    const A = parse_int("x");\nfn f() -> int { 1 }
      rules.rhai:1:11 startup_failed ⟨parse_int⟩ `x` is not a whole number of 64 bits
          the statements outside of functions run when the script is loaded
    const A = [1][5];\nfn f() -> int { 1 }
      rules.rhai:1:15 startup_failed ⟨5⟩ array index 5 out of bounds: only 1 element in array
          the statements outside of functions run when the script is loaded
    const A = #{}.b;\nfn f() -> int { 1 }
      rules.rhai:1:15 startup_failed ⟨b⟩ `b` is not a field of this map; if it may be absent, write `map.get("b") ?? other`, or ask `"b" in map`
          the statements outside of functions run when the script is loaded
    fn g() { g() } g();\nfn f() -> int { 1 }
      rules.rhai:1:16 startup_failed ⟨g⟩ functions called each other more than 128 deep
          the statements outside of functions run when the script is loaded
    fn g(n) { throw n } g("deep");\nfn f() -> int { 1 }
      rules.rhai:1:11 startup_failed ⟨throw⟩ deep
          the statements outside of functions run when the script is loaded
    return 5;\nfn f() -> int { 1 }
      rules.rhai startup_failed ⟨⟩ the start-up statements end early, with `return` or `exit`
          the statements outside of functions run when the script is loaded
    return;\nfn f() -> int { 1 }
      rules.rhai startup_failed ⟨⟩ the start-up statements end early, with `return` or `exit`
          the statements outside of functions run when the script is loaded
    exit(1);\nfn f() -> int { 1 }
      rules.rhai startup_failed ⟨⟩ the start-up statements end early, with `return` or `exit`
          the statements outside of functions run when the script is loaded
    exit();\nfn f() -> int { 1 }
      rules.rhai startup_failed ⟨⟩ the start-up statements end early, with `return` or `exit`
          the statements outside of functions run when the script is loaded
    if true { return; }\nfn f() -> int { 1 }
      rules.rhai startup_failed ⟨⟩ the start-up statements end early, with `return` or `exit`
          the statements outside of functions run when the script is loaded
    try { exit() } catch {}\nfn f() -> int { 1 }
      rules.rhai startup_failed ⟨⟩ the start-up statements end early, with `return` or `exit`
          the statements outside of functions run when the script is loaded
    [1].for_each(|| exit());\nfn f() -> int { 1 }
      rules.rhai startup_failed ⟨⟩ the start-up statements end early, with `return` or `exit`
          the statements outside of functions run when the script is loaded
    let s = "ab"; loop { s += s; }\nfn f() -> int { 1 }
      rules.rhai:1:24 startup_failed ⟨+⟩ a string grew past 4194304 bytes
          the statements outside of functions run when the script is loaded
    let a = [1]; loop { a += a; }\nfn f() -> int { 1 }
      rules.rhai:1:23 startup_failed ⟨+⟩ an array grew past 100000 items
          the statements outside of functions run when the script is loaded
    blob(10_000_000_000);\nfn f() -> int { 1 }
      rules.rhai:1:1 startup_failed ⟨blob⟩ an array grew past 100000 items
          the statements outside of functions run when the script is loaded
    sleep(10);\nfn f() -> int { 1 }
      rules.rhai:1:1 startup_failed ⟨sleep⟩ `sleep` is turned off: a rule cannot wait
          the statements outside of functions run when the script is loaded
    export nope;\nfn f() -> int { 1 }
      rules.rhai:1:8 startup_failed ⟨nope⟩ `nope` is not defined here
          the statements outside of functions run when the script is loaded
    let a = [2, 1]; a.sort(|x, y| throw "order");\nfn f() -> int { 1 }
      rules.rhai:1:31 startup_failed ⟨throw⟩ order
          the statements outside of functions run when the script is loaded
    this.x;\nfn f() -> int { 1 }
      rules.rhai:1:1 syntax_error ⟨this⟩ `this` can only be used in functions
    break;\nfn f() -> int { 1 }
      rules.rhai:1:1 syntax_error ⟨break⟩ `break` and `continue` stand in a loop only
    global::X;\nfn f() -> int { 1 }
      rules.rhai:1:1 startup_failed ⟨global⟩ `global::X` is not defined here
          the statements outside of functions run when the script is loaded
    let m = #{}; for i in 0..200_000 { m.set(`k${i % 1000}_${i}`, i); if i…
      rules.rhai:1:80 startup_failed ⟨throw⟩ enough
          the statements outside of functions run when the script is loaded
    "#);
}

#[tokio::test]
async fn statements_that_never_end() {
    let statements = [
        "loop {}",
        "while true { let x = 1; }",
        "for i in 0..9_000_000_000_000_000_000 {}",
        "fn g(n) { loop { n += 1; } } g(1);",
        "[1].for_each(|| { loop {} });",
        "let a = [3, 1, 2]; loop { a.sort(|x, y| x - y); }",
        "try { loop {} } catch { loop {} }",
        "let a = []; loop { a = [a, a]; a.clear(); }",
        "import \"loops\" as loops;",
    ];
    let mut told = String::new();
    for first in statements {
        let script = format!("{first}\nfn f() -> int {{ 1 }}");
        let folder = Folder::with_rules(&script, &["f"]).file("loops.rhai", "loop {}");
        told += &load(first, &folder).await;
    }
    insta::assert_snapshot!(told, @r#"
    loop {}
      rules.rhai startup_timed_out ⟨⟩ the start-up statements did not end within the time for a call
          the statements outside of functions run when the script is loaded
    while true { let x = 1; }
      rules.rhai startup_timed_out ⟨⟩ the start-up statements did not end within the time for a call
          the statements outside of functions run when the script is loaded
    for i in 0..9_000_000_000_000_000_000 {}
      rules.rhai startup_timed_out ⟨⟩ the start-up statements did not end within the time for a call
          the statements outside of functions run when the script is loaded
    fn g(n) { loop { n += 1; } } g(1);
      rules.rhai startup_timed_out ⟨⟩ the start-up statements did not end within the time for a call
          the statements outside of functions run when the script is loaded
    [1].for_each(|| { loop {} });
      rules.rhai startup_timed_out ⟨⟩ the start-up statements did not end within the time for a call
          the statements outside of functions run when the script is loaded
    let a = [3, 1, 2]; loop { a.sort(|x, y| x - y); }
      rules.rhai startup_timed_out ⟨⟩ the start-up statements did not end within the time for a call
          the statements outside of functions run when the script is loaded
    try { loop {} } catch { loop {} }
      rules.rhai startup_timed_out ⟨⟩ the start-up statements did not end within the time for a call
          the statements outside of functions run when the script is loaded
    let a = []; loop { a = [a, a]; a.clear(); }
      rules.rhai startup_timed_out ⟨⟩ the start-up statements did not end within the time for a call
          the statements outside of functions run when the script is loaded
    import "loops" as loops;
      rules.rhai startup_timed_out ⟨⟩ the start-up statements did not end within the time for a call
          the statements outside of functions run when the script is loaded
    "#);
}

#[tokio::test]
async fn two_scripts_that_fail_are_both_told() {
    let manifest = json!({ "schemaVersion": 1, "exports": [
        { "name": "f", "script": "one.rhai", "description": "Gives one." },
        { "name": "g", "script": "two.rhai", "description": "Gives two." },
        { "name": "h", "script": "three.rhai", "description": "Gives three." },
    ] });
    let folder = Folder::new()
        .file("rules.json", manifest.to_string())
        .file("one.rhai", "fn f() -> int { 1 }\nthrow \"one\";")
        .file("two.rhai", "const A = 1;\nreturn;\nfn g() -> int { A }")
        .file("three.rhai", "import \"gone\" as gone;\nfn h() -> int { 3 }");
    insta::assert_snapshot!(load("all", &folder).await, @r#"
    all
      one.rhai:2:1 startup_failed ⟨throw⟩ one
          the statements outside of functions run when the script is loaded
      two.rhai startup_failed ⟨⟩ the start-up statements end early, with `return` or `exit`
          the statements outside of functions run when the script is loaded
      three.rhai:1:8 import_failed ⟨"gone"⟩ `gone.rhai` does not exist
          did you mean `one.rhai`?
    "#);
}

#[tokio::test]
async fn what_start_up_may_do() {
    for first in [
        "const A = 1; const A = 2;",
        "let x = 1; x = 2;",
        "print(\"x\"); debug(1);",
        "const F = |x| x;",
        "type T = int;",
        "try { throw 1 } catch {}",
        "private fn p() {} p();",
        "let a = []; a.pad(50_000, 1);",
        "try { import \"gone\" as gone; } catch {}",
    ] {
        let script = format!("{first}\nfn f() -> int {{ 42 }}");
        assert_eq!(call_with(options(), &script, json!({})).await, "42", "{first}");
    }
}
