//! A result that did not fit came with advice about `;`, which changes nothing:
//! a last statement that ends in `;` gives its value all the same.

use serde_json::json;

use super::support::run;

#[tokio::test]
async fn the_advice_helps() {
    let error = run("fn f() -> () { 1; }", "f", json!({})).await.unwrap_err();
    assert_eq!(error.message, "expected no value, found an int; write `()` as the last line");
    assert!(run("fn f() -> () { 1; () }", "f", json!({})).await.unwrap().is_null());
    let error = run("fn f() -> int { let x = 1; }", "f", json!({})).await.unwrap_err();
    assert_eq!(error.message, "expected int, found (); write the value as the last line");
    assert_eq!(run("fn f() -> int { let x = 1; x }", "f", json!({})).await.unwrap(), 1);
}
