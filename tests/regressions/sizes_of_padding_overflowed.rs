//! `pad` of an array multiplied sizes without looking for overflow: a panic in a
//! debug build, and in a release build an allocation that ended the process.

use serde_json::json;

use super::support::run;
use rulebook::ErrorCode;

#[tokio::test]
async fn huge_paddings_are_past_the_limit() {
    for (length, item) in [
        ("9223372036854775807", "[[[1]]]"),
        (
            "288230376151711744",
            "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]",
        ),
        ("9223372036854775807", "\"text\""),
        ("9223372036854775807", "#{ a: 1 }"),
        ("9223372036854775807", "blob(9)"),
        ("9223372036854775807", "1"),
        ("50_001", "[1]"),
        ("5_000", "\"x\".padded(1_000)"),
    ] {
        let script = format!(
            "fn padded(n) {{ let s = this; s.pad(n, \"x\"); s }}\nfn f() -> () {{ let a = [[1]]; a.pad({length}, {item}); }}"
        );
        let error = run(&script, "f", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::LimitExceeded, "{length}, {item}: {error}");
    }
}

#[tokio::test]
async fn arrays_are_padded() {
    let script = "fn f() -> array<array<int>> {
        let all = [];
        for n in [-1, 0, 1, 3] { let a = [1]; a.pad(n, 7); all.push(a); }
        all
    }";
    let expected = json!([[1], [1], [1], [1, 7, 7]]);
    assert_eq!(run(script, "f", json!({})).await.unwrap(), expected);
}
