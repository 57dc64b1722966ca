//! Values that are dropped are warnings when a script is loaded.

use super::support::Folder;

async fn warned(script: &str) -> Vec<(String, String)> {
    let tools = Folder::with_rules(script, &["f"]).load().await.expect("a script that loads");
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let told = tools.warnings().iter();
    told.map(|problem| (text(problem.underlined()), text(problem.help_text()))).collect()
}

const CHANGE: &str = "to change `t`, write one `=`: `==` only compares";
const END: &str = "to end the function with it, write `return ...`; or remove it";
const BRANCH: &str = "write `return ...`, or make what follows the `else`";

#[tokio::test]
async fn values_that_are_dropped_are_told() {
    let script = r#"
fn f(a: int) -> string {
    let t = 1;
    t == 2 + a;
    -1.5;
    a;
    let m = #{ n: 1 };
    m.n == 2;
    for i in 0..3 { t + i }
    if a > 3 { t == 5 } else { t = 6 }
    if a > 10 { "b\"ig" } else if a > 8 { t += 1; "less" }
    switch a { 1 => "one", 2 => { return "two" } _ => () }
    let c = |x| { x == 1; x };
    let d = if a > 1 { a * 2; 3 } else { c.call(4) };
    "small"
}"#;
    let expected = [
        ("t == 2 + a", CHANGE),
        ("-1.5", END),
        ("a", END),
        ("m.n == 2", "to change `m.n`, write one `=`: `==` only compares"),
        ("t + i", END),
        ("t == 5", CHANGE),
        (r#""b\"ig""#, BRANCH),
        ("\"less\"", BRANCH),
        ("\"one\"", BRANCH),
        ("x == 1", "to change `x`, write one `=`: `==` only compares"),
        ("a * 2", END),
    ];
    assert_eq!(warned(script).await, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

#[tokio::test]
async fn values_that_are_used_or_that_come_with_an_effect_are_not_told() {
    let script = r#"
const A = 1;
fn f(a: int) -> string {
    let list = [];
    list.push(a);
    g(a);
    if a > 1 { g(a) }
    if a > 1 { list.push(2) } else { () }
    if a > 2 { return "big"; }
    if a > 3 { return "big" } else if a > 9 { throw "no" }
    switch a { 1 => g(a), 2 => list.push(1), _ => false }
    switch a { 1 => { list[0] = 1; } _ => {} }
    let b = if a > 1 { "x" } else { "y" };
    let c = loop { if a > 2 { break a; } break 4; };
    let d = { let e = 1; e + 1 };
    while a > 100 { a -= 1; }
    a > 3 && g(a);
    try { a } catch { 0 }
    let h = |x| x + 1;
    [1].map(|x| if x > a { b } else { c });
    ();
    if a == 7 { "seven" } else { switch a { 8 => "eight", _ => { `${a + d + h.call(1)}` } } }
}
fn g(x) { x == 1 }
"#;
    assert_eq!(warned(script).await, []);
}
