//! Imports that lead nowhere, in circles, or to scripts that are wrong.

use super::*;

const LIBRARY: [(&str, &str); 14] = [
    ("ok.rhai", "fn one(x) { x }\nprivate fn hidden() { 1 }\nconst A = 1;"),
    ("syntax.rhai", "fn g( {"),
    ("types.rhai", "fn g(a: lnog) -> int { 1 }\nfn h(a: array<) {}"),
    ("a.rhai", "import \"b\" as b;"),
    ("b.rhai", "import \"c\" as c;"),
    ("c.rhai", "import \"a\" as a;"),
    ("back.rhai", "import \"rules\" as rules;"),
    ("throws.rhai", "const A = 1;\n\nfn g() {\n    throw \"boom\"\n}\ng();"),
    ("through.rhai", "import \"throws\" as throws;"),
    ("returns.rhai", "return 5;"),
    ("exits.rhai", "exit(5);"),
    ("undefined.rhai", "const A = B;"),
    ("deep.rhai", "fn g() { g() } g();"),
    ("nested/inner.rhai", "import \"gone\" as gone;"),
];

async fn with_library(script: &str) -> Folder {
    let folder = Folder::with_rules(script, &["f", "ok"]);
    LIBRARY.iter().fold(folder, |folder, (name, text)| folder.file(name, text))
}

const IMPORTS: [&str; 26] = [
    "import \"gone\" as m;",
    "import \"okk\" as m;",
    "import \"rules\" as m;",
    "import \"./rules\" as m;",
    "import \"rules.rhai\" as m;",
    "import \"rules.json\" as m;",
    "import \"syntax\" as m;",
    "import \"types\" as m;",
    "import \"a\" as m;",
    "import \"back\" as m;",
    "import \"throws\" as m;",
    "import \"through\" as m;",
    "import \"undefined\" as m;",
    "import \"deep\" as m;",
    "import \"nested/inner\" as m;",
    "import \"nested\" as m;",
    "import \"ok\" as m; m::nope();",
    "import \"ok\" as m; m::one();",
    "import \"ok\" as m; m::hidden();",
    "import \"ok\" as m; m::A;",
    "import \"ok\" as m; m::B;",
    "import 5 as m;",
    "import #{} as m;",
    "import \"\" as m;",
    "m::one(1);",
    "import \"o\" + \"k\" + \"x\" as m;",
];

#[tokio::test]
async fn at_start_up() {
    let mut told = String::new();
    for import in IMPORTS {
        let script = format!("{import}\nfn f() -> int {{ 1 }}\nfn ok() -> int {{ 42 }}");
        told += &load(import, &with_library(&script).await).await;
    }
    insta::assert_snapshot!(told, @r#"
    import "gone" as m;
      rules.rhai:1:8 import_failed ⟨"gone"⟩ `gone.rhai` does not exist
          did you mean `ok.rhai`?
    import "okk" as m;
      rules.rhai:1:8 import_failed ⟨"okk"⟩ `okk.rhai` does not exist
          did you mean `ok.rhai`?
    import "rules" as m;
      rules.rhai:1:8 import_failed ⟨"rules"⟩ imports in a circle: `rules.rhai` imports `rules.rhai`
          move what both need into a third script, and import that
    import "./rules" as m;
      rules.rhai:1:8 import_failed ⟨"./rules"⟩ imports in a circle: `rules.rhai` imports `rules.rhai`
          move what both need into a third script, and import that
    import "rules.rhai" as m;
      rules.rhai:1:8 import_failed ⟨"rules.rhai"⟩ imports in a circle: `rules.rhai` imports `rules.rhai`
          move what both need into a third script, and import that
    import "rules.json" as m;
      rules.rhai:1:8 import_failed ⟨"rules.json"⟩ `rules.json.rhai` does not exist
          did you mean `rules.rhai`?
    import "syntax" as m;
      syntax.rhai:1:7 syntax_error ⟨{⟩ expected `)` to close the parameters list of function `g`
    import "types" as m;
      types.rhai:1:9 unknown_type ⟨lnog⟩ there is no type `lnog`
          the types are `bool`, `int`, `float`, `decimal`, `string`, `array`, `map`, and those declared with `type` or `settings`
      types.rhai:2:14 malformed_type ⟨<⟩ the type of the items of `array` is missing
          write it here, as in `int`, `string` or `array<int>`
    import "a" as m;
      c.rhai:1:8 import_failed ⟨"a"⟩ imports in a circle: `a.rhai` imports `b.rhai` imports `c.rhai` imports `a.rhai`
          move what both need into a third script, and import that
    import "back" as m;
      rules.rhai:1:8 import_failed ⟨"back"⟩ imports in a circle: `back.rhai` imports `rules.rhai` imports `back.rhai`
          move what both need into a third script, and import that
    import "throws" as m;
      throws.rhai:4:5 startup_failed ⟨throw⟩ boom
          the statements outside of functions run when the script is loaded
    import "through" as m;
      throws.rhai:4:5 startup_failed ⟨throw⟩ boom
          the statements outside of functions run when the script is loaded
    import "undefined" as m;
      undefined.rhai:1:11 startup_failed ⟨B⟩ `B` is not defined here
          the statements outside of functions run when the script is loaded
    import "deep" as m;
      deep.rhai:1:16 startup_failed ⟨g⟩ functions called each other more than 128 deep
          the statements outside of functions run when the script is loaded
    import "nested/inner" as m;
      nested/inner.rhai:1:8 import_failed ⟨"gone"⟩ `nested/gone.rhai` does not exist
          did you mean `nested/inner.rhai`?
    import "nested" as m;
      rules.rhai:1:8 import_failed ⟨"nested"⟩ `nested.rhai` does not exist
          did you mean `nested`?
    import "ok" as m; m::nope();
      rules.rhai:1:22 startup_failed ⟨nope⟩ no function fits the call `m::nope ()`
          the statements outside of functions run when the script is loaded
    import "ok" as m; m::one();
      rules.rhai:1:22 startup_failed ⟨one⟩ no function fits the call `m::one ()`
          the statements outside of functions run when the script is loaded
    import "ok" as m; m::hidden();
      rules.rhai:1:22 startup_failed ⟨hidden⟩ no function fits the call `m::hidden ()`
          the statements outside of functions run when the script is loaded
    import "ok" as m; m::A;
      rules.rhai:1:19 startup_failed ⟨m⟩ `m::A` is not defined here
          the statements outside of functions run when the script is loaded
    import "ok" as m; m::B;
      rules.rhai:1:19 startup_failed ⟨m⟩ `m::B` is not defined here
          the statements outside of functions run when the script is loaded
    import 5 as m;
      rules.rhai:1:8 startup_failed ⟨5⟩ expected string, found int
          the statements outside of functions run when the script is loaded
    import #{} as m;
      rules.rhai:1:8 startup_failed ⟨#⟩ expected string, found map
          the statements outside of functions run when the script is loaded
    import "" as m;
      rules.rhai:1:8 import_failed ⟨""⟩ the path is empty
          name a file below the root folder, such as `scripts/returns.rhai`
    m::one(1);
      rules.rhai:1:1 startup_failed ⟨m⟩ `m` is not imported
          the statements outside of functions run when the script is loaded
    import "o" + "k" + "x" as m;
      rules.rhai:1:18 import_failed ⟨+⟩ `okx.rhai` does not exist
          did you mean `ok.rhai`?
    "#);
}

#[tokio::test]
async fn in_a_call() {
    let mut told = String::new();
    for import in IMPORTS {
        let script = format!("fn f() -> int {{ {import} 1 }}\nfn ok() -> int {{ 42 }}");
        let tools = with_library(&script).await.load_with(options()).await.unwrap();
        for _ in 0..2 {
            let first = outcome(&tools.call("f", json!({})).await);
            let again = outcome(&tools.call("f", json!({})).await);
            assert_eq!(first, again, "{import}");
            assert_eq!(tools.call("ok", json!({})).await.unwrap(), 42, "{import}");
        }
        let result = tools.call("f", json!({})).await;
        if let Err(error) = &result {
            for frame in &error.trace {
                assert!(
                    frame.line.is_some() && !frame.file.starts_with('/'),
                    "{import}: {frame:?}"
                );
            }
        }
        writeln!(told, "{import}\n  {}", outcome(&result)).unwrap();
    }
    insta::assert_snapshot!(told, @r#"
    import "gone" as m;
      1:24 script_failed: `gone.rhai` does not exist
    import "okk" as m;
      1:24 script_failed: `okk.rhai` does not exist
    import "rules" as m;
      1
    import "./rules" as m;
      1
    import "rules.rhai" as m;
      1
    import "rules.json" as m;
      1:24 script_failed: `rules.json.rhai` does not exist
    import "syntax" as m;
      1:24 script_failed: syntax.rhai:1:7: error[syntax_error]: expected `)` to close the parameters list of function `g`
    import "types" as m;
      1:24 script_failed: types.rhai:1:9: error[unknown_type]: there is no type `lnog`; help: the types are `bool`, `int`, `float`, `decimal`, `string`, `array`, `map`, and those declared with `type` or `settings`
    import "a" as m;
      1:8 script_failed: imports in a circle: `a.rhai` imports `b.rhai` imports `c.rhai` imports `a.rhai`
    import "back" as m;
      1
    import "throws" as m;
      4:5 script_failed: boom
    import "through" as m;
      4:5 script_failed: boom
    import "undefined" as m;
      1:11 script_failed: `B` is not defined here
    import "deep" as m;
      1:16 limit_exceeded: functions called each other more than 128 deep
    import "nested/inner" as m;
      1:8 script_failed: there is no folder `nested`
    import "nested" as m;
      1:24 script_failed: `nested.rhai` does not exist
    import "ok" as m; m::nope();
      1:38 script_failed: no function fits the call `m::nope ()`
    import "ok" as m; m::one();
      1:38 script_failed: no function fits the call `m::one ()`
    import "ok" as m; m::hidden();
      1:38 script_failed: no function fits the call `m::hidden ()`
    import "ok" as m; m::A;
      1:35 script_failed: `m::A` is not defined here
    import "ok" as m; m::B;
      1:35 script_failed: `m::B` is not defined here
    import 5 as m;
      1:24 script_failed: expected string, found int
    import #{} as m;
      1:24 script_failed: expected string, found map
    import "" as m;
      1:24 script_failed: the path is empty
    m::one(1);
      1:17 script_failed: `m` is not imported
    import "o" + "k" + "x" as m;
      1:34 script_failed: `okx.rhai` does not exist
    "#);
}

#[tokio::test]
async fn imports_that_end_early_are_fine() {
    for name in ["returns", "exits", "ok"] {
        let script =
            format!("import \"{name}\" as m;\nfn f() -> int {{ 1 }}\nfn ok() -> int {{ 42 }}");
        assert_eq!(load(name, &with_library(&script).await).await, format!("{name}\n"));
    }
}

#[tokio::test]
async fn more_modules_than_a_script_may_import() {
    let imports: String = (0..150).map(|n| format!("import \"m{n}\" as m{n};\n")).collect();
    let script = format!("{imports}fn f() -> int {{ 1 }}");
    let folder = (0..150).fold(Folder::with_rules(&script, &["f"]), |folder, n| {
        folder.file(&format!("m{n}.rhai"), "const A = 1;")
    });
    let at_once = load("at once", &folder).await;
    let chain = (0..150).fold(
        Folder::with_rules("import \"m0\" as m;\nfn f() -> int { 1 }", &["f"]),
        |folder, n| folder.file(&format!("m{n}.rhai"), format!("import \"m{}\" as m;", n + 1)),
    );
    insta::assert_snapshot!([at_once, load("in a chain", &chain).await].concat(), @r#"
    at once
      rules.rhai:101:1 startup_failed ⟨import⟩ more than 100 modules were imported
          the statements outside of functions run when the script is loaded
    in a chain
      m99.rhai:1:8 startup_failed ⟨"m100"⟩ more than 100 modules were imported
          the statements outside of functions run when the script is loaded
    "#);
    let again =
        "fn f() -> int { for i in 0..1_000 { import \"m149\" as m; } 1 }\nfn ok() -> int { 42 }";
    let folder = Folder::with_rules(again, &["f", "ok"]).file("m149.rhai", "");
    let tools = folder.load_with(options()).await.unwrap();
    let result = outcome(&tools.call("f", json!({})).await);
    insta::assert_snapshot!(result, @r#"1:15 limit_exceeded: more than 100 modules were imported"#);
    assert_eq!(tools.call("ok", json!({})).await.unwrap(), 42);
}
