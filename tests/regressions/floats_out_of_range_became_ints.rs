//! `to_int` made 0 of what is not a number, and the largest int of 2^63.

use serde_json::json;

use super::support::run;

#[tokio::test]
async fn a_float_without_a_whole_number_is_refused() {
    for float in ["(0.0 / 0.0)", "(1.0 / 0.0)", "9223372036854775808.0", "1e300", "-1e300"] {
        let script = format!("fn f() -> int {{ {float}.to_int() }}");
        let error = run(&script, "f", json!({})).await.unwrap_err();
        assert!(error.message.contains("has no whole number"), "{float}: {error}");
    }
    let script = "fn f() -> array<int> { [1.9.to_int(), -1.9.to_int(), -0.0.to_int(), 9007199254740993.0.to_int()] }";
    let expected = json!([1, -1, 0, 9_007_199_254_740_992_i64]);
    assert_eq!(run(script, "f", json!({})).await.unwrap(), expected);
}
