//! What people write who know another language is told with what to write here.

use serde_json::json;

use super::support::{Folder, run};

#[tokio::test]
async fn slips_of_the_pen_are_told_with_what_to_write() {
    for (body, help) in [
        ("if x > 1 and x < 3 { 1 } else { 2 }", "write `&&` for and"),
        ("if x > 1 or x < 3 { 1 } else { 2 }", "write `||` for or"),
        ("if not x > 1 { 1 } else { 2 }", "write `!` before what is not to hold"),
        ("if x > 1 { 1 } elseif x > 2 { 2 }", "write `else if`"),
        ("if x > 1 { 1 } elif x > 2 { 2 }", "write `else if`"),
        ("if x > 1 then { 1 }", "leave it out, and put what is to be done in `{` and `}`"),
        ("If x > 1 { 1 }", "write `if`, in small letters"),
        (
            "x + 1,000",
            "write a number without separators, as in `1000`, and digits behind a point as in `parse_decimal(\"1.5\")`",
        ),
        ("let m = { a: 1 }; x", "begin a map with `#{`"),
        ("let m = “a”; x", "write a text in straight double quotes: `\"`"),
        ("var y = 1; x", "declare a variable with `let`"),
        ("let y = null; x", "nothing is written `()`"),
        ("x\u{a0}+ 1", "this is a special space that cannot be seen; write an ordinary one"),
    ] {
        let script = format!("fn f(x: int) -> int {{ {body} }}");
        let problems = Folder::with_rules(&script, &["f"]).problems().await;
        assert_eq!(problems[0].code().as_str(), "syntax_error", "{script}");
        assert_eq!(problems[0].help_text(), Some(help), "{script}: {}", problems[0].message());
    }
}

#[tokio::test]
async fn calls_that_fit_no_function_say_what_is_probably_meant() {
    let script = "fn f(x: decimal) -> decimal { x * 0.85 }";
    let error = run(script, "f", json!({ "x": 1 })).await.unwrap_err();
    assert!(error.message.ends_with("write the number as `parse_decimal(\"...\")`"), "{error}");
    let script = "fn f(x: int?) -> int { x + 1 }";
    let error = run(script, "f", json!({ "x": null })).await.unwrap_err();
    assert!(error.message.ends_with("gives another in its place"), "{error}");
}
