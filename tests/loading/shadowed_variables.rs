//! A `let` that hides what was meant to change is a warning when a script is loaded.

use super::support::Folder;

async fn warned(script: &str) -> Vec<(String, usize, String)> {
    let tools = Folder::with_rules(script, &["f"]).load().await.expect("a script that loads");
    let told = tools.warnings().iter().map(|problem| {
        let line = problem.position().expect("a place").line;
        let help = problem.help_text().unwrap_or_default().to_owned();
        (problem.underlined().unwrap_or_default().to_owned(), line, help)
    });
    told.collect()
}

#[tokio::test]
async fn variables_that_hide_what_was_meant_to_change_are_told() {
    let script = r#"
fn f(a: int, b: int) -> int {
    let t = 1;
    if a > 1 { let t = t + 1; }
    for i in 0..3 { let t = t + i; }
    switch a {
        1 => { let b = 2; }
        _ => { if b > 2 { let t = 3; t += 1; } }
    }
    let c = |x| { if x > 1 { let x = 0; } x };
    t + b + c.call(a)
}"#;
    let expected = [("t", 4), ("t", 5), ("b", 7), ("t", 8), ("x", 10)];
    let help = |name| format!("to change the outer one, write `{name} = ...` without `let`");
    let expected = expected.map(|(name, line)| (name.to_owned(), line, help(name)));
    assert_eq!(warned(script).await, expected);
}

#[tokio::test]
async fn variables_that_are_read_and_those_that_hide_nothing_are_not_told() {
    let script = r#"
const D = 1;
fn f(a: int) -> int {
    let t = 1;
    let t = t + a;
    if a > 1 { let t = t + 1; a += t; }
    let last = 4;
    if a > 2 { let last = 5; } else { a += last; }
    for i in 0..3 { let i = i + 1; a += i; }
    if a > 3 { let D = 2; let _a = 1; }
    if a > 4 { let fresh = 1; } else { let fresh = 2; }
    let fresh = 3;
    let c = |t| { let fresh = t; fresh };
    if a > 5 { let t = 2; c.call(|| t); }
    let e = { let t = 9; `${t}` };
    try { let q = 1; q } catch (t) { print(t) }
    t + fresh + D + e.len() + c.call(1)
}"#;
    assert_eq!(warned(script).await, []);
}
