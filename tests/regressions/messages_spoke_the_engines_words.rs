//! Messages named types of the engine, changed the names of functions that
//! looked like one, and held texts of any length.

use serde_json::json;

use super::support::{Folder, run};

#[tokio::test]
async fn failures_are_told_in_the_words_of_rules() {
    for (body, says) in [
        ("1.foo", "`foo` is not a field: this is no map, but of type int"),
        (
            "let t = timestamp(); t.elapsed = 1",
            "`elapsed` is not a field: this is no map, but of type timestamp",
        ),
        ("let x = (); x.foo", "`foo` is asked of `()`, which is nothing"),
        ("f.x", "`x` is not a field: this is no map, but of type function"),
        ("(|x| x) + 1", "no function fits the call `+ (function, int)`"),
        ("'c' * 2", "no function fits the call `* (character, int)`"),
        ("(0..=3) + 1", "no function fits the call `+ (range, int)`"),
        ("[1, 2][0..1]", "expected int, found range"),
        ("call(\"h\")", "expected function, found string"),
        ("let g = |x| x; g[0]", "a value of type function cannot be indexed"),
        ("i64_sum(2)", "no function fits the call `i64_sum (int)`"),
        ("Decimal_of(\"1\")", "no function fits the call `Decimal_of (string)`"),
        ("Fn(\"a b\")", "there is no function `a b`"),
        ("[1].map(|a, b, c| a)", "this closure does not take what it is called with: `(int, int)`"),
        ("const X = [1]; X.push(2); 1", "`push` would change a constant"),
        ("1e300.to_decimal()", "cannot convert to a decimal: to_decimal(1"),
        (
            "let a = [[]]; let f = || a; a[0] = f; a[0].call()",
            "this value is in use by the function that it is given to",
        ),
    ] {
        let script = format!("fn f() -> int {{ {body} }}");
        let error = run(&script, "f", json!({})).await.unwrap_err();
        assert!(error.message.starts_with(says), "{body}: {error}");
    }
}

#[tokio::test]
async fn mistakes_in_a_script_are_told_in_the_words_of_rules() {
    for (body, says, underlined) in [
        ("-----1", "`--` means nothing here", "-"),
        ("g(", "`fn` is not followed by the name of a function", "("),
        ("const A = 1; A = 2", "`A` is a constant and cannot be set", "A"),
        ("let a = #{ x: 1, x: 2 };", "the field `x` is given twice", "x"),
        ("continue;", "`break` and `continue` stand in a loop only", "continue"),
        ("\"\\q\"", "`\\q` is no character of a text", "q"),
        ("0x", "this number cannot be read", "0x"),
    ] {
        let script = if body == "g(" {
            "fn ( a) { }\nfn f() -> int { 1 }".to_owned()
        } else {
            format!("fn f() -> int {{ {body} }}")
        };
        let problems = Folder::with_rules(&script, &["f"]).problems().await;
        let last = problems.last().unwrap();
        assert_eq!((last.message(), last.underlined()), (says, Some(underlined)), "{body}");
    }
}

#[tokio::test]
async fn no_message_is_longer_than_anyone_reads() {
    for body in [
        "throw s",
        "throw [s]",
        "s()",
        "Fn(s).call()",
        "#{}[s]",
        "parse_int(s)",
        "import s as m; 1",
    ] {
        let script = format!("fn f() -> int {{ let s = \"x\"; s.pad(100_000, \"y\"); {body} }}");
        let error = run(&script, "f", json!({})).await.unwrap_err();
        assert!(error.message.chars().count() <= 1001, "{body}");
    }
    let long = "a::\n".repeat(10_000);
    let error = run(&format!("fn f() -> int {{ {long}b() }}"), "f", json!({})).await.unwrap_err();
    assert!(error.message.len() <= 1010, "{}", error.message.len());
}
