//! What happens while a tool set is loaded: start-up statements, imports, sources.

use serde_json::json;

use super::case::{Case, Ends, TIMED_OUT};

pub(super) fn cases() -> Vec<Case> {
    let start = |name: &str, statements: &str, codes: &'static [&'static str]| {
        let script = format!("{statements}\nfn f() -> array {{ [] }}");
        Case::script(name, script, Ends::Refused(codes))
    };
    let many = |count: usize, one: fn(usize) -> String| (0..count).map(one).collect::<String>();
    let plain = "fn f() -> array { [] }\n";
    vec![
        start("start-up statements that never end", "loop {}", &["startup_timed_out"]),
        start(
            "start-up statements that catch the stop",
            "try { loop {} } catch { loop {} }",
            &["startup_timed_out"],
        ),
        start(
            "start-up statements that call themselves",
            "fn g() { g() } g();",
            &["startup_failed"],
        ),
        start(
            "start-up statements that grow",
            "let s = \"ab\"; loop { s += s; }",
            &["startup_failed"],
        ),
        start(
            "start-up statements that curry",
            "let f = Fn(\"f\"); loop { f = f.curry(f); }",
            &["startup_failed"],
        ),
        start(
            "a constant that is a chain of closures",
            "let c = |x| x; loop { let g = c; c = |x| g; }",
            &["startup_failed", "startup_timed_out"],
        ),
        start("start-up statements that exit", "exit(1);", &["startup_failed"]),
        Case::script(
            "a constant chain of closures is dropped later",
            "const C = chain(); fn chain() { let f = |x| x; for i in 0..500 { let g = f; f = |x| g; } f } fn f() -> array { [type_of(C)] }",
            Ends::Gives(json!(["Fn"])),
        ),
        Case::script(
            "a constant circle is dropped later",
            "let a = [1]; let g = || a; a[0] = g; const C = g; fn f() -> array { [type_of(C)] }",
            Ends::Gives(json!(["Fn"])),
        ),
        start("imports in a circle", "import \"other\" as other;", &["import_failed"])
            .file("other.rhai", "import \"rules\" as rules;"),
        start("a script that imports itself", "import \"rules\" as rules;", &["import_failed"]),
        start("imports of imports without end", "import \"a0\" as a;", &["startup_failed"])
            .files_in_a_row(150),
        start("an import that never ends", "import \"other\" as other;", &["startup_timed_out"])
            .file("other.rhai", "loop {}"),
        start(
            "a thousand imports",
            &many(1_000, |n| format!("import \"other\" as m{n};\n")),
            &["startup_failed"],
        )
        .file("other.rhai", "const A = 1;"),
        Case::limit(
            "imports in a call without end",
            "let n = 0; loop { import \"other\" as other; n += 1; }",
            &[("limit_exceeded", "modules were imported"), TIMED_OUT],
        )
        .file("other.rhai", "export const A = 1;"),
        Case::limit(
            "an import in a call that never ends",
            "import \"other\" as other; []",
            &[TIMED_OUT],
        )
        .file("other.rhai", "loop {}"),
        Case::limit(
            "an import outside of the root",
            "import \"../../etc/passwd\" as other; []",
            &[("script_failed", "")],
        ),
        start(
            "an array literal that is too large",
            &format!("let a = [{}];", "1,".repeat(100_001).replace("1,1,1,1,", "1,1,1,1,\n")),
            &["syntax_error"],
        ),
        start(
            "a text literal that is too long",
            &format!("let a = \"{}\";", "x".repeat(70_000)),
            &["script_too_long"],
        ),
        start(
            "too many functions",
            &many(10_001, |n| format!("fn g{n}() {{ 1 }}\n")),
            &["syntax_error"],
        ),
        Case::script(
            "ten thousand parameters",
            format!("fn f({}) -> array {{ [] }}", many(10_000, |n| format!("p{n}: int,\n"))),
            Ends::Refused(&["type_too_large"]),
        ),
        Case::script(
            "ten thousand parameters without types",
            format!("{plain}fn g({}) {{ 1 }}", many(10_000, |n| format!("p{n},\n"))),
            Ends::Gives(json!([])),
        ),
        Case::script(
            "thousands of functions",
            format!("{plain}{}", many(5_000, |n| format!("fn g{n}() {{ 1 }}\n"))),
            Ends::Gives(json!([])),
        ),
        Case::script(
            "thousands of variables",
            format!("fn f() -> array {{ {} [] }}", many(20_000, |n| format!("let v{n} = 1;\n"))),
            Ends::Gives(json!([])),
        ),
        Case::script(
            "a switch of thousands",
            format!(
                "fn f() -> array {{ switch 1 {{ {} _ => [] }} }}",
                many(20_000, |n| format!("{} => [],\n", n + 2))
            ),
            Ends::Gives(json!([])),
        ),
        Case::script(
            "a text of thousands of parts",
            format!("fn f() -> array {{ let s = `{}`; [s.len()] }}", "${1}".repeat(9_000)),
            Ends::Gives(json!([9_000])),
        ),
        start(
            "a source past its size",
            &"// a comment that says nothing at all\n".repeat(30_000),
            &["file_too_large"],
        ),
    ]
}

impl Case {
    /// The same case with scripts that each import the next.
    fn files_in_a_row(mut self, count: usize) -> Self {
        for n in 0..count {
            self = self.file(&format!("a{n}.rhai"), format!("import \"a{}\" as a;", n + 1));
        }
        self
    }
}
