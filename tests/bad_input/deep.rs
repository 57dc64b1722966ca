//! Values nested as deep as a script can make them in its time.

use super::*;

/// Ways to make `v` deep; the last two cost the engine nothing.
const WAYS: [&str; 6] = [
    "let v = 1; for i in 0..400 { v = [v]; }",
    "let v = 1; for i in 0..400 { v = #{ m: v }; }",
    "let v = 1; for i in 0..200 { v = [#{ m: v }]; }",
    "let v = Fn(\"h\"); for i in 0..200 { let g = Fn(\"h\"); v = g.curry(v); }",
    "let v = |x| x; for i in 0..4_000 { let g = v; v = |x| g; }",
    "let v = 1; for i in 0..4_000 { let g = v; v = #{ f: |x| g }; }",
];

#[tokio::test]
async fn deep_values_are_used_in_every_way() {
    let options = || ToolSet::options().timeout(Duration::from_secs(10));
    let uses = [
        "v",
        "[v, v].len()",
        "v.to_string().len()",
        "`${v}`.len()",
        "(\"\" + v).len()",
        "print(v); 1",
        "debug(v); 1",
        "v == v",
        "let w = v; v == w",
        "v != 1",
        "v in [1]",
        "[v].index_of(1)",
        "[v, v].dedup(); 1",
        "type_of(v)",
        "throw v",
        "try { throw v } catch (e) { throw e }",
        "let f = |x| v; f.call(1); 1",
        "let f = Fn(\"h\").curry(v); f",
        "#{ v: v }.to_json().len()",
        "exit(v)",
        "return v",
        "switch v { 1 => 1, _ => 2 }",
        "[v].map(|x| x).len()",
        "[v].filter(|x| true).len()",
        "[v, v].sort(|a, b| 1); 1",
        "[v, v].sort(); 1",
        "v + v",
        "v - 1",
        "v.nope",
        "v.nope()",
        "nope(v)",
        "#{}[v]",
        "[1][v]",
        "v()",
        "v.call()",
        "let w = v; w = 1; v",
        "is_shared(v)",
        "[v].reduce(|s, x| s, v)",
        "h(v); 1",
        "v > v",
    ];
    for way in WAYS {
        // All in one set: what one call leaves behind is not to break the next.
        let functions: String = uses
            .iter()
            .enumerate()
            .map(|(n, used)| format!("fn f{n}() -> array {{ {way} {used} }}\n"))
            .collect();
        let script = format!("{functions}fn h(x) {{ 1 }}\nfn ok() -> int {{ 42 }}");
        let names: Vec<_> =
            (0..uses.len()).map(|n| format!("f{n}")).chain(["ok".to_owned()]).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let tools = Folder::with_rules(&script, &names).load_with(options()).await.unwrap();
        for (name, used) in names.iter().zip(uses) {
            let result = tools.call(name, json!({})).await;
            if let Err(error) = result {
                hold(&error.message);
                assert_ne!(error.code, rulebook::ErrorCode::TimedOut, "{way} {used}");
            }
        }
        assert_eq!(tools.call("ok", json!({})).await.unwrap(), 42, "{way}");
    }
}

#[tokio::test]
async fn values_that_hold_themselves() {
    insta::assert_snapshot!(bodies([
        "array => let a = []; a.push(a); a", "array => let a = []; let f = || { a.push(a); }; f.call(); f.call(); a", "array => let a = [1]; let f = || a; a[0] = f; a",
        "array => let a = [1]; let f = || a; a.push(a); a.push(a); a", "let a = [1]; let f = || a; a[0] = f; a.to_string().len()", "let a = [1]; let f = || a; a[0] = f; throw a",
        "map => let m = #{}; let f = || m; m.f = f; m.f = f; m", "bool => let a = [1]; let f = || a; a[0] = f; a == a", "let a = [1]; let f = || a; a[0] = f; a.call()",
        "let f = |f| f; f.call(f); 1", "let x = 1; let f = || { x += 1; f2(x) }; f.call(); 1", "array => let a = [1]; a.for_each(|| { a.push(1); }); a", "array => let a = [1, 2]; let f = |x| { a.clear(); x }; a.map(f)",
    ]).await, @r#"
    array => let a = []; a.push(a); a
      [[]]
    array => let a = []; let f = || { a.push(a); }; f.call(); f.call(); a
      [[],[[]]]
    array => let a = [1]; let f = || a; a[0] = f; a
      1:4 invalid_result: `[0]`: a function has no place in a result
    array => let a = [1]; let f = || a; a.push(a); a.push(a); a
      [1,[1],[1,[1]]]
    let a = [1]; let f = || a; a[0] = f; a.to_string().len()
      27
    let a = [1]; let f = || a; a[0] = f; throw a
      1:54 script_failed: the script threw ["a function"]
    map => let m = #{}; let f = || m; m.f = f; m.f = f; m
      1:4 invalid_result: `f`: a function has no place in a result
    bool => let a = [1]; let f = || a; a[0] = f; a == a
      1:57 script_failed: no function fits the call `== (function, function)`
    let a = [1]; let f = || a; a[0] = f; a.call()
      1:56 script_failed: expected function, found array
    let f = |f| f; f.call(f); 1
      1
    let x = 1; let f = || { x += 1; f2(x) }; f.call(); 1
      1:49 script_failed: no function fits the call `f2 (int)`
    array => let a = [1]; a.for_each(|| { a.push(1); }); a
      1:17 script_failed: this value is in use by the function that it is given to
    array => let a = [1, 2]; let f = |x| { a.clear(); x }; a.map(f)
      1:17 script_failed: this value is in use by the function that it is given to
    "#);
}

#[tokio::test]
async fn arguments_and_results_up_to_the_limit() {
    let script = "fn f(a: array, levels: int) -> array { for i in 0..levels { a = [a]; } a }";
    let tools = Folder::with_rules(script, &["f"]).load_with(options()).await.unwrap();
    let nested = |levels: usize| (1..levels).fold(json!([]), |inner, _| json!([inner]));
    let given = tools.call("f", json!({ "a": nested(127), "levels": 1 })).await.unwrap();
    assert_eq!(given, nested(128));
    let result = tools.call("f", json!({ "a": nested(127), "levels": 2 })).await;
    assert_eq!(
        outcome(&result),
        "1:4 limit_exceeded: the result is nested more than 128 levels deep"
    );
    let result = tools.call("f", json!({ "a": nested(128), "levels": 0 })).await;
    assert_eq!(
        outcome(&result),
        "invalid_arguments: the arguments are nested more than 128 levels deep"
    );
}
