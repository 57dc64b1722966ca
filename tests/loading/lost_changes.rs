//! A helper that changes its copy of what a conversation keeps is a warning.

use super::support::Folder;

async fn warned(script: &str) -> Vec<String> {
    let tools = Folder::with_rules(script, &["f"]).load().await.expect("a script that loads");
    let told = tools.warnings().iter().map(|problem| {
        let (place, help) = (problem.underlined(), problem.help_text());
        let (place, help) = (place.unwrap_or_default(), help.unwrap_or_default());
        format!("{place}: {}; {help}", problem.message())
    });
    told.collect()
}

#[tokio::test]
async fn changes_that_are_lost_are_told_where_the_helper_is_called() {
    let script = "fn f(notes: session) -> int { add(notes, 1); add(notes, 2) }
fn add(log: session, by: int) { log.count = by; by }";
    insta::assert_snapshot!(warned(script).await.join("\n"), @"
    add: `add` gets a copy of `log`, and what it changes in it is lost; write `fn add(by)`, which changes `this`, and call it as `notes.add(by)`
    add: `add` gets a copy of `log`, and what it changes in it is lost; write `fn add(by)`, which changes `this`, and call it as `notes.add(by)`
    ");
    let script = "fn f(notes: session) -> int { if true { let n = push(notes); n } else { 0 } }
fn push(log: session) { log.list[0].push(1); 0 }";
    insta::assert_snapshot!(warned(script).await.join("\n"), @"push: `push` gets a copy of `log`, and what it changes in it is lost; write `fn push()`, which changes `this`, and call it as `notes.push()`");
    let script =
        "fn f(notes: session) -> int { clear(notes); 0 } fn clear(log: session) { log = #{}; }";
    insta::assert_snapshot!(warned(script).await.join("\n"), @"clear: `clear` gets a copy of `log`, and what it changes in it is lost; write `fn clear()`, which changes `this`, and call it as `notes.clear()`");
}

#[tokio::test]
async fn helpers_that_only_look_and_those_that_change_this_are_not_told() {
    for script in [
        "fn f(notes: session) -> int { size(notes) } fn size(log: session) { log.len() }",
        "fn f(notes: session) -> int { notes.add(1); 0 } fn add(by) { this.count = by; }",
        "fn f(notes: session) -> int { notes.add(1); 0 }
         fn add(by: int) { this.count = by; }
         fn add(log: session, by: int) { log.count = by; }",
        "fn f(notes: session) -> int { last(notes) }
         fn last(log: session) { let list = log.get(\"list\") ?? []; list.push(1); list.len() }",
        "fn f(notes: session) -> int { notes.count = 1; 0 }",
    ] {
        assert_eq!(warned(script).await, [""; 0], "{script}");
    }
}
