//! A limit that was reached had no line: the engine does not tell one. The
//! function that was called is the nearest place there is.

use serde_json::json;

use super::support::run;
use rulebook::ErrorCode;

#[tokio::test]
async fn a_limit_is_shown_at_the_function_that_was_called() {
    for body in ["f()", "blob(10_000_000_000)", "let s = \"ab\"; loop { s += s; }"] {
        let script = format!("const A = 1;\nfn f() -> int {{ {body} }}");
        let error = run(&script, "f", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::LimitExceeded, "{body}: {error}");
        let frame = error.trace.first().unwrap();
        assert_eq!((frame.function.as_deref(), frame.line), (Some("f"), Some(2)), "{body}");
    }
}

#[tokio::test]
async fn a_function_of_the_language_fails_where_it_is_called() {
    let script = "fn f() -> int {\n    for i in range(0, 5, 0) {}\n    1\n}";
    let error = run(script, "f", json!({})).await.unwrap_err();
    let frame = error.trace.first().unwrap();
    assert_eq!((frame.line, frame.column), (Some(2), Some(14)));
}
