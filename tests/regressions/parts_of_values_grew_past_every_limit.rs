//! What was put into a part of a value was not counted: hundreds of arrays, each as
//! large as one may be, fitted into one. Places and answers stay as they were where
//! it is counted now.

use rulebook::ErrorCode;
use serde_json::json;

use crate::support::{Folder, run};

#[tokio::test]
async fn a_whole_counts_whatever_part_grows() {
    for body in [
        "a[0] = big; a[1] = big;",
        "a[0].x = big; a[1].x = big;",
        "a[0].y.push(big); a[1].y.push(big);",
        "a.put(big); a.put(big);",
        "let f = || { a[0] = big; a[1] = big; }; f.call();",
        "for i in 0..2 { a[i]?.x = big; }",
    ] {
        let script = format!(
            "fn f() -> array {{
                let big = []; big.pad(60_000, 1);
                let a = [#{{ x: 0, y: [] }}, #{{ x: 0, y: [] }}];
                {body}
                []
            }}
            fn put(v) {{ this[0].y += v; this[1].y += v; }}"
        );
        let error = run(&script, "f", json!({})).await.expect_err(body);
        assert_eq!(error.code, ErrorCode::LimitExceeded, "{body}: {error}");
    }
}

#[tokio::test]
async fn what_is_counted_gives_what_it_gave() {
    let script = r#"
        const TABLE = #{ gold: 10 };
        fn f() -> array {
            let m = #{ n: #{ list: [1], text: "a" } };
            m.n.list.push(2);
            m["n"]["list"][0] += 5;
            m.n.text += "b";
            m.n.list.add_all([7, 8]);
            let prices = [1, 2, 3];
            let factor = 10;
            let scaled = prices.map(|p| p * factor * TABLE.gold);
            let add = Fn("sum").curry(1);
            let kind = switch m.n.text { "ab" => "both", _ => "other" };
            let popped = m.n.list.pop();
            [m.n.list, m.n.text, scaled, add.call(2), kind, popped, early(3), this_is(4)]
        }
        fn add_all(items) { for item in items { this.push(item); } }
        fn sum(a, b) { a + b }
        fn early(n) { let m = #{ n: [] }; m.n.push(n); if n > 2 { return m.n[0]; } 0 }
        fn this_is(n) { let m = #{ n: #{} }; m.n.x = n; m.n.set_x(9); m.n.x }
        fn set_x(x) { this.x = x; }
    "#;
    let expected = json!([[6, 2, 7], "ab", [100, 200, 300], 3, "both", 8, 3, 9]);
    assert_eq!(run(script, "f", json!({})).await.expect("an answer"), expected);
}

#[tokio::test]
async fn places_of_errors_stay() {
    let script = "fn f() -> array {
    let m = #{ a: [1] };
    m.a.push(2);
    m.a[0] = m.b + 1;
    []
}";
    let error = run(script, "f", json!({})).await.expect_err("no such field");
    let place = error.trace.first().map(|frame| (frame.line, frame.column));
    assert_eq!(place, Some((Some(4), Some(16))), "{error}");
    let script = "fn f() -> array {
    let m = #{ a: [1] };
    m.a.nope(2);
    []
}";
    let error = run(script, "f", json!({})).await.expect_err("no such function");
    let place = error.trace.first().map(|frame| (frame.line, frame.column));
    assert_eq!(place, Some((Some(3), Some(9))), "{error}");
}

#[tokio::test]
async fn captures_of_an_imported_script_outlive_the_call_that_imported_it() {
    let script = "fn f() -> array { import \"other\" as other; other::twice(2) }";
    let other = "let by = 10; const SCALE = |x| x * by; fn twice(n) { [SCALE.call(n), n] }";
    let folder = Folder::with_rules(script, &["f"]).file("other.rhai", other);
    let tools = folder.load().await.expect("a script that loads");
    for _ in 0..2 {
        assert_eq!(tools.call("f", json!({})).await.expect("an answer"), json!([20, 2]));
    }
}
