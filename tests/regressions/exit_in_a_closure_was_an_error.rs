//! `exit` ends a call with its value, but not when a closure called it.

use serde_json::json;

use super::support::{Folder, run};

#[tokio::test]
async fn exit_ends_a_call_wherever_it_stands() {
    for body in [
        "[1].map(|x| exit(7)); 1",
        "[1].map(|x| { [2].for_each(|| exit(7)) }); 1",
        "[2, 1].sort(|a, b| exit(7)); 1",
        "[1].filter(|x| exit(7)); 1",
        "let g = || exit(7); g.call(); 1",
        "try { exit(7) } catch { 2 }",
    ] {
        let script = format!("fn f() -> int {{ {body} }}");
        assert_eq!(run(&script, "f", json!({})).await.unwrap(), 7, "{body}");
    }
}

#[tokio::test]
async fn exit_in_a_closure_ends_the_start_up_early() {
    let script = "[1].for_each(|| exit(7));\nfn f() -> int { 1 }";
    let problems = Folder::with_rules(script, &["f"]).problems().await;
    assert_eq!(problems.len(), 1);
    assert!(problems[0].message().contains("end early"), "{}", problems[0]);
}
