//! `pad` with an empty text went on for ever, in a function of the engine that
//! nothing can stop: the thread was left behind, and never came back.

use serde_json::json;

use super::support::run;
use rulebook::ErrorCode;

#[tokio::test]
async fn an_empty_text_does_not_pad() {
    let script = "fn f() -> string { let s = \"a\"; s.pad(5, \"\"); s }";
    let error = run(script, "f", json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::ScriptFailed);
    assert_eq!(error.message, "an empty text cannot pad another; write at least a space");
}

#[tokio::test]
async fn texts_are_padded_to_the_character() {
    let script = "fn f() -> array<string> {
        let all = [];
        for (n) in [-1, 0, 1, 2, 5] { let s = \"é\"; s.pad(n, \"ab\"); all.push(s); }
        let s = \"é\"; s.pad(3, '-'); all.push(s);
        let s = \"éé\"; s.pad(2, \"\"); all.push(s);
        all
    }";
    let script = script.replace("for (n) in", "for n in");
    let expected = json!(["é", "é", "é", "éa", "éabab", "é--", "éé"]);
    assert_eq!(run(&script, "f", json!({})).await.unwrap(), expected);
}
