//! `sort` took an error of its comparing function, and a float or a decimal that
//! it gave, for "equal", and left the array unsorted without a word. A function
//! that contradicts itself made it panic.

use serde_json::json;

use super::support::run;
use rulebook::ErrorCode;

#[tokio::test]
async fn what_the_function_throws_is_thrown() {
    for (body, says) in [
        ("a.sort(|x, y| throw \"stop\")", "stop"),
        ("a.sort(|x, y| nope(x))", "no function fits the call `nope (int)`"),
        ("a.sort_by(|x, y| 1 / 0)", "division by zero: 1 / 0"),
        ("a.order(|x, y| \"x\")", "it gave string"),
        ("a.sort(|x, y| ())", "it gave ()"),
        ("a.sort(|x, y| 0.0 / 0.0)", "it gave float"),
        ("a.sort(|x| x)", "this closure does not take what it is called with: `(int, int)`"),
        ("[1, \"a\"].sort()", "expected items of one type, string, found int"),
        ("[#{}, #{}].sort()", "expected items that have an order, found map"),
        ("[1.0, 0.0 / 0.0].sort()", "a float that is not a number has no place in an order"),
        ("const C = [2, 1]; C.sort()", "`sort` would change a constant"),
        ("a.dedup(|x, y| throw \"stop\")", "stop"),
        ("a.dedup(|x, y| 1)", "expected bool from the function given to `dedup`, found int"),
    ] {
        let script = format!("fn f() -> () {{ let a = [3, 1, 2]; {body}; }}");
        let error = run(&script, "f", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::ScriptFailed, "{body}");
        assert!(error.message.ends_with(says), "{body}: {error}");
    }
}

#[tokio::test]
async fn differences_of_any_number_sort() {
    let script = r#"fn f() -> array {
        let d = |text| parse_decimal(text);
        let items = [#{ p: d.call("2.5"), n: "a" }, #{ p: d.call("1.25"), n: "b" }, #{ p: d.call("2.5"), n: "c" }];
        let prices = [3.5, 1.5, 2.5];
        prices.sort(|x, y| x - y);
        [
            items.order(|x, y| x.p - y.p).map(|i| i.n), items.order(|x, y| y.p - x.p).map(|i| i.n),
            items.order(|x, y| x.p < y.p).map(|i| i.n), prices,
            [3, 1, 2].order(), [3, 1, 2].order_desc(), ["b", "a"].order(), ['b', 'a'].order(), [true, false].order(),
            [d.call("2"), d.call("1.5")].order(), [(), ()].order(), [].order(), [2, 1, 1].order(|x, y| x - y),
        ]
    }"#;
    let expected = json!([
        ["b", "a", "c"],
        ["a", "c", "b"],
        ["b", "a", "c"],
        [1.5, 2.5, 3.5],
        [1, 2, 3],
        [3, 2, 1],
        ["a", "b"],
        ["a", "b"],
        [false, true],
        [1.5, 2],
        [null, null],
        [],
        [1, 1, 2],
    ]);
    let script = script.replace("['b', 'a'].order()", "['b', 'a'].order().map(|c| `${c}`)");
    assert_eq!(run(&script, "f", json!({})).await.unwrap(), expected);
}

#[tokio::test]
async fn a_function_that_contradicts_itself_gives_some_order_of_all_items() {
    let script = "fn f() -> array<int> {
        let a = [];
        for i in 0..200 { a.push(i * 7919 % 211); }
        let n = 0;
        a.sort(|x, y| { n += 1; if n % 3 == 0 { 1 } else { -1 } });
        a.sort();
        a
    }";
    let mut expected: Vec<i64> = (0..200).map(|i| i * 7919 % 211).collect();
    expected.sort_unstable();
    assert_eq!(run(script, "f", json!({})).await.unwrap(), json!(expected));
}

#[tokio::test]
async fn an_array_stays_as_it_was_when_sorting_fails() {
    let script =
        "fn f() -> array<int> { let a = [3, 1, 2]; try { a.sort(|x, y| throw 1) } catch {} a }";
    assert_eq!(run(script, "f", json!({})).await.unwrap(), json!([3, 1, 2]));
}
