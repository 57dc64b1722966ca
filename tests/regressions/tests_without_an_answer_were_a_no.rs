//! `filter`, `some`, `find` and the like took whatever was no bool for "no", and
//! nothing was found, without a word.

use serde_json::json;

use super::support::run;

#[tokio::test]
async fn an_answer_that_is_no_bool_is_an_error() {
    for name in ["filter", "some", "all", "find", "index_of", "retain", "drain"] {
        for (answer, found) in [("let y = x > 1;", "()"), ("x", "int"), ("\"yes\"", "string")] {
            let script = format!("fn f() -> () {{ [1, 2].{name}(|x| {{ {answer} }}); }}");
            let error = run(&script, "f", json!({})).await.unwrap_err();
            let says = format!("expected bool from the function given to `{name}`, found {found}");
            assert_eq!(error.message, says);
        }
    }
    for name in ["filter", "retain", "drain"] {
        let script = format!("fn f() -> () {{ #{{ a: 1 }}.{name}(|key, x| x); }}");
        let error = run(&script, "f", json!({})).await.unwrap_err();
        let says = format!("expected bool from the function given to `{name}`, found int");
        assert_eq!(error.message, says);
    }
}

#[tokio::test]
async fn answers_are_followed() {
    let script = "fn even(x) { x % 2 == 0 }
    fn f() -> array {
        let a = [1, 2, 3, 4];
        let kept = a; let gone = kept.retain(|x| x > 2);
        let rest = a; let drained = rest.drain(|x, i| i == 0);
        let m = #{ a: 1, b: 2 };
        let few = m; let out = few.retain(|k, v| v == 1);
        [
            a.filter(|x| x > 2), a.filter(|x, i| i == 1), a.filter(|| this == 4), a.filter(Fn(\"even\")),
            a.some(|x| x > 3), a.some(|x| x > 4), [].some(|x| 1), a.all(|x| x > 0), a.all(|x| x > 1), [].all(|x| 1),
            a.find(|x| x > 1), a.find(|x| x > 9), a.find(|x| x > 1, 2), a.find(|x| x > 1, -1),
            a.index_of(|x| x > 1), a.index_of(|x| x > 9), a.index_of(|x| x < 9, -2), a.index_of(|x| x > 0, 9), a.index_of(3),
            kept, gone, rest, drained, m.filter(|k, v| k == \"b\"), few, out, m.drain(|k, v| v == 2), m,
            [1, 1, 2, 1].deduped(), [1, 2, 4, 5].deduped_by(|x, y| y - x == 1),
        ]
    }
    fn deduped() { let a = this; a.dedup(); a }
    fn deduped_by(f) { let a = this; a.dedup(f); a }";
    let expected = json!([
        [3, 4], [2], [4], [2, 4],
        true, false, false, true, false, true,
        2, null, 3, 4,
        1, -1, 2, -1, 2,
        [3, 4], [1, 2], [2, 3, 4], [1], { "b": 2 }, { "a": 1 }, { "b": 2 }, { "b": 2 }, { "a": 1 },
        [1, 2, 1], [1, 4],
    ]);
    assert_eq!(run(script, "f", json!({})).await.unwrap(), expected);
}

#[tokio::test]
async fn nothing_is_taken_out_when_an_answer_fails() {
    let script = "fn f() -> array { let a = [1, 2]; let m = #{ a: 1 }; try { a.drain(|x| if x == 1 { true } else { throw 1 }) } catch {} try { m.drain(|k, v| throw 1) } catch {} [a, m] }";
    assert_eq!(run(script, "f", json!({})).await.unwrap(), json!([[1, 2], { "a": 1 }]));
}
