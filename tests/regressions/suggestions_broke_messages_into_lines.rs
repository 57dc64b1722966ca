//! A choice or a field with a line break in it was suggested as it is.

use serde_json::json;

use crate::support::run;

#[tokio::test]
async fn a_suggestion_is_on_one_line() {
    let script = r#"
        /// Runs.
        fn f(choice: "a\nb" | "other", record: #{ "c\nd": int }) -> int { 1 }
    "#;
    let arguments = json!({ "choice": "a\nc", "record": { "c\ne": 1 } });
    let error = run(script, "f", arguments).await.unwrap_err();
    assert_eq!(
        error.message,
        r"`choice`: `a\nc` is not one of `a\nb`, `other`; did you mean `a\nb`; `record`: `c\ne` is not a field; did you mean `c\nd`; `record`: `c\nd` is missing"
    );
}
