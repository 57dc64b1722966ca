//! What went into a value is added up in its tag, which scripts could read: it is
//! another number than scripts left there.

use rulebook::ErrorCode;
use serde_json::json;

use crate::support::run;

#[tokio::test]
async fn a_tag_is_refused() {
    for tag in ["a.tag", "a.tag()", "tag(a)"] {
        let script = format!("fn f() -> int {{ let a = [[]]; a[0].push(1); {tag} }}");
        let error = run(&script, "f", json!({})).await.expect_err(tag);
        assert_eq!(error.code, ErrorCode::ScriptFailed, "{tag}: {error}");
        assert!(error.message.contains("`tag` is turned off"), "{tag}: {error}");
    }
}

#[tokio::test]
async fn a_field_of_that_name_is_a_field() {
    let script = "fn f() -> int { let m = #{ tag: 1 }; m.tag += 1; m.tag }";
    assert_eq!(run(script, "f", json!({})).await.expect("an answer"), json!(2));
}
