//! Scripts with much of everything.

use super::*;

fn many(count: usize, by: &str, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().join(by)
}

#[tokio::test]
async fn functions_parameters_fields_and_members_without_number() {
    let fields = |count| many(count, ",\n", |n| format!("f{n}: int"));
    let members = |count| many(count, "|\n", |n| format!("\"m{n}\""));
    let params = |count| many(count, ",\n", |n| format!("p{n}: int"));
    insta::assert_snapshot!(scripts([
        format!("fn f(a: #{{ {} }}) -> int {{ 1 }}", fields(5_000)), format!("fn f(a: {}) -> int {{ 1 }}", members(5_000)),
        format!("fn f({}) -> int {{ 1 }}", params(5_000)), format!("fn f({}) -> int {{ 1 }}", many(1_000, ", ", |n| format!("p{n}"))),
        format!("type A = #{{ {} }};\nfn f({}) -> int {{ 1 }}", fields(1_500), many(10, ", ", |n| format!("p{n}: A"))),
        many(5_000, "\n", |n| format!("type T{n} = T{};", n + 1)) + "\nfn f() -> int { 1 }", 
        format!("fn {}() -> int {{ 1 }}", "f".repeat(60_000)), format!("fn f() -> int {{ {} }}", "x".repeat(70_000)), "\n".repeat(70_000) + "fn f() -> int { 1 }",
        format!("fn f() -> int {{ [{}] }}", many(100_100, ",\n", |n| n.to_string())),
    ]).await, @r#"
    fn f(a: #{ f0: int,\nf1: int,\nf2: int,\nf3: int,\nf4: int,\nf5: int,\…
      rules.rhai:2000:8 type_too_large ⟨int⟩ this type has more than 2000 parts
          write `map` or `array`, without a type for what they hold, in place of the inner part
    fn f(a: "m0"|\n"m1"|\n"m2"|\n"m3"|\n"m4"|\n"m5"|\n"m6"|\n"m7"|\n"m8"|\…
      rules.rhai:2000:1 type_too_large ⟨"m1999"⟩ this type has more than 2000 parts
          write `map` or `array`, without a type for what they hold, in place of the inner part
    fn f(p0: int,\np1: int,\np2: int,\np3: int,\np4: int,\np5: int,\np6: i…
    fn f(p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, …
      rules.rhai:1:1 missing_type ⟨fn f(p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, …⟩ `f` is exported, and `p0` and `p1` and `p2` and `p3` and `p4` and `p5` and `p6` and `p7` and `p8` and `p9` and 990 more parameters have no type
          write `fn f(p0: TYPE, p1: TYPE, p2: TYPE, p3: TYPE, p4: TYPE, p5: TYPE, p6: TYPE, p7: TYPE, p8: TYPE, p9: TYPE, p10: TYPE, p11: TYPE, p12: TYPE, p13: TYPE, p14: TYPE, p15: TYPE, p16: TYPE, p17: TYPE, p18: TYPE, p19: TYPE, p20: TYPE, p21: TYPE, p22: TYPE, p23: TYPE, p24: TYPE, p25: TYPE, p26: TYPE, p27: TYPE, p28: TYPE, p29: TYPE, p30: TYPE, p31: TYPE, p32: TYPE, p33: TYPE, p34: TYPE, p35: TYPE, p36: TYPE, p37: TYPE, p38: TYPE, p39: TYPE, p40: TYPE, p41: TYPE, p42: TYPE, p43: TYPE, p44: TYPE, p45: TYPE,…`
    type A = #{ f0: int,\nf1: int,\nf2: int,\nf3: int,\nf4: int,\nf5: int,…
      rules.rhai:1501:4 type_too_large ⟨f⟩ the signature of `f` has more than 10000 parts
          write `map` or `array`, without a type for what they hold, in place of the inner part
    type T0 = T1;\ntype T1 = T2;\ntype T2 = T3;\ntype T3 = T4;\ntype T4 = …
      rules.rhai:5000:14 unknown_type ⟨T5000⟩ there is no type `T5000`
          did you mean `T50`?
    fn fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff…
      rules.json:1:61 unknown_function ⟨"f"⟩ `rules.rhai` has no function `f`
          write a function `fn f(...) -> ... { ... }` in the script
    fn f() -> int { xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
      rules.rhai:1:65536 script_too_long ⟨x⟩ line 1 has more than 65535 characters
          break it into several lines
    \n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n…
      rules.rhai:65536:1 script_too_long ⟨⟩ the script has more than 65535 lines
          split it into several scripts, joined by `import`
    fn f() -> int { [0,\n1,\n2,\n3,\n4,\n5,\n6,\n7,\n8,\n9,\n10,\n11,\n12,…
      rules.rhai:65536:1 script_too_long ⟨6⟩ the script has more than 65535 lines
          split it into several scripts, joined by `import`
    "#);
}

#[tokio::test]
async fn a_thousand_parameters_and_what_is_missing() {
    let script =
        format!("fn f({}) -> int {{ p0 + p999 }}", many(1_000, ", ", |n| format!("p{n}: int")));
    let tools = Folder::with_rules(&script, &["f"]).load_with(options()).await.unwrap();
    let arguments: serde_json::Map<_, _> =
        (0..1_000).map(|n| (format!("p{n}"), json!(n))).collect();
    assert_eq!(tools.call("f", Value::Object(arguments)).await.unwrap(), 999);
    let error = tools.call("f", json!({})).await.unwrap_err();
    assert_eq!(error.problems.len(), 101);
}

#[tokio::test]
async fn thousands_of_functions_and_exports() {
    const COUNT: usize = 2_000;
    let script = many(COUNT, "\n", |n| format!("fn f{n}(x: int) -> int {{ x + {n} }}"));
    let names: Vec<_> = (0..COUNT).map(|n| format!("f{n}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let tools = Folder::with_rules(&script, &names).load().await.unwrap();
    assert_eq!(tools.tools().len(), COUNT);
    assert_eq!(tools.call("f1999", json!({ "x": 1 })).await.unwrap(), 2_000);
}

#[tokio::test]
async fn more_problems_than_anyone_reads() {
    let exports: Vec<_> = (0..3_000)
        .map(|n| json!({ "name": format!("a{n}"), "description": "x", "kindd": n }))
        .collect();
    let manifest = json!({ "schemaVersion": 1, "script": "rules.rhai", "exports": exports });
    let folder = Folder::new()
        .file("rules.rhai", "fn f() -> int { 1 }")
        .file("rules.json", manifest.to_string());
    let start = Instant::now();
    let error = folder.load_with(options()).await.unwrap_err();
    assert!(start.elapsed() < LIMIT + SLACK);
    assert!(error.diagnostics().len() < 1_000, "{}", error.diagnostics().len());
    error.diagnostics().iter().for_each(|problem| hold(problem.message()));
}

#[tokio::test]
async fn every_function_is_wrong() {
    let script = many(2_000, "\n", |n| format!("fn f{n}(p: lng{n}) -> int {{ 1 }}"));
    let error = Folder::with_rules(&script, &["f1"]).load_with(options()).await.unwrap_err();
    assert_eq!(error.diagnostics().len(), 101);
    let last = error.diagnostics().last().unwrap();
    assert_eq!(last.message(), "1900 more problems of this script are not shown");
}
