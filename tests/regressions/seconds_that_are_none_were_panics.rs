//! To add seconds to a moment that are not a number, or too many, was a panic in
//! the engine.

use serde_json::json;

use crate::support::run;

#[tokio::test]
async fn they_are_errors_of_the_script() {
    for change in ["+ s", "- s"] {
        for seconds in ["0.0 / 0.0", "1.0 / 0.0", "1e300", "-1e300"] {
            let script =
                format!("fn f() -> int {{ let s = {seconds}; let t = timestamp() {change}; 1 }}");
            let error = run(&script, "f", json!({})).await.unwrap_err();
            assert!(error.message.starts_with("there is no moment "), "{error}");
        }
    }
    let script = "fn f() -> bool { let t = timestamp(); let u = t; u += 1.5; u -= 1.5; u == t }";
    assert_eq!(run(script, "f", json!({})).await.unwrap(), true);
}
