//! Finding what to suggest for each of thousands of mistakes took minutes, and
//! loading ended at its own deadline without telling any.

use std::fmt::Write as _;

use serde_json::json;

use super::support::Folder;

const MANY: usize = 3_000;

fn manifest(script: &str, name: &str) -> String {
    let export = |number| json!({ "name": format!("{name}_{number}"), "description": "Runs." });
    let exports: Vec<_> = (0..MANY).map(export).collect();
    json!({ "schemaVersion": 1, "script": script, "exports": exports }).to_string()
}

fn script() -> String {
    let mut text = String::new();
    for number in 0..MANY {
        let _ = writeln!(text, "fn rule_{number}(a: int) -> int {{ helper_{number}(a) + b }}");
    }
    text
}

#[tokio::test]
async fn functions_that_are_not_there_are_told_up_to_a_number() {
    let folder = Folder::new().file("rules.rhai", script());
    let problems = folder.file("rules.json", manifest("rules.rhai", "rules")).problems().await;
    let unknown = problems.iter().filter(|problem| problem.code().as_str() == "unknown_function");
    assert_eq!(unknown.count(), 256);
}

#[tokio::test]
async fn so_are_scripts_that_are_not_there() {
    let exports: Vec<_> = (0..MANY)
        .map(|n| json!({ "name": format!("rule_{n}"), "script": format!("rule_{n}.rhai") }))
        .collect();
    let manifest = json!({ "schemaVersion": 1, "exports": exports }).to_string();
    assert_eq!(Folder::new().file("rules.json", manifest).problems().await.len(), 256);
}

#[tokio::test]
async fn names_that_nothing_declares_are_told_up_to_a_number() {
    let folder = Folder::new().file("rules.rhai", script());
    let folder = folder.file("rules.json", manifest("rules.rhai", "rule"));
    let tools = folder.load().await.expect("warnings stop nothing");
    assert_eq!(tools.tools().len(), MANY);
    assert_eq!(tools.warnings().len(), 100);
}
