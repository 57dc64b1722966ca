//! A limit that was reached had no line: the engine does not tell one. The
//! function that was called is the nearest place there is.

use serde_json::json;

use crate::support::run;
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
