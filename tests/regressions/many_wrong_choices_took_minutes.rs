//! Each of many wrong members of a long union was compared with every member,
//! for a message that nobody sees; and messages listed every name there is.

use std::time::{Duration, Instant};

use serde_json::json;

use super::support::Folder;

#[tokio::test]
async fn only_the_problems_that_are_told_are_explained() {
    let members: Vec<_> = (0..1_900).map(|n| format!("\"member_{n}\"")).collect();
    let fields: Vec<_> = (0..1_900).map(|n| format!("field_{n}?: int")).collect();
    let script = format!(
        "fn f(x: array<{}>) -> int {{ 1 }}\nfn g(x: #{{ {} }}) -> int {{ 1 }}",
        members.join("|\n"),
        fields.join(",\n")
    );
    let tools = Folder::with_rules(&script, &["f", "g"]).load().await.unwrap();
    let start = Instant::now();
    let wrong: Vec<_> = (0..20_000).map(|n| format!("zebra {n}")).collect();
    let error = tools.call("f", json!({ "x": wrong })).await.unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(10), "took {:?}", start.elapsed());
    assert_eq!(error.problems.len(), 101);
    assert!(
        error.problems[0].message.ends_with("`member_19` and 1880 more"),
        "{}",
        error.problems[0]
    );
    let error = tools.call("g", json!({ "x": { "zebra": 1 } })).await.unwrap_err();
    assert!(error.message.ends_with("`field_19` and 1880 more"), "{error}");
}
