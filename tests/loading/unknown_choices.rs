//! Texts that a parameter can never be are warnings when a script is loaded.

use super::support::Folder;

async fn warned(script: &str) -> Vec<(String, String)> {
    let tools = Folder::with_rules(script, &["f"]).load().await.expect("a script that loads");
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let told = tools.warnings().iter();
    told.map(|problem| (text(problem.underlined()), text(problem.help_text()))).collect()
}

#[tokio::test]
async fn texts_that_a_parameter_is_never_are_told() {
    let script = r#"
type Status = "paid" | "open";
fn f(status: Status, other: "a" | "b"?) -> bool {
    if status == "payed" { return true; }
    if "x" != other || other.len() == 2 { return helper(1, status); }
    false
}
fn helper(a, status: "in" | "out") { status == "inn" }"#;
    let expected = [
        (r#""payed""#, "did you mean `paid`?"),
        (r#""x""#, "it is one of `\"a\" | \"b\"`"),
        (r#""inn""#, "did you mean `in`?"),
    ];
    assert_eq!(warned(script).await, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

#[tokio::test]
async fn texts_that_a_parameter_may_be_are_not_told() {
    let script = r#"
fn f(a: "x" | "y", b: "x" | "y"?, c: "x" | "y", d: "x" | "y", e: "x" | "y", g: string) -> bool {
    if a == "x" || b != "y" || b == () || g == "z" { return a > "m"; }
    let h = |a| a == "z";
    for c in ["z"] { if c == "z" { return h.call(c); } }
    d.make_upper();
    e += "z";
    let w = switch a { "x" | "y" => 1, _ => 2 };
    let v = switch d { "X" => w, _ => 3 };
    d == "X" || e == "xz" || i("z") || k("z")
}
fn i(a) { a == "z" }
fn k(b: "x" | "y") { let b = b + "z"; b == "xz" }
"#;
    assert_eq!(warned(script).await, []);
}

#[tokio::test]
async fn cases_that_a_parameter_never_is_are_told() {
    let script = r#"
fn f(status: "paid" | "open", other: "a\"b" | "c", n: int) -> bool {
    let before = switch n { 1 => "payed", _ => "opn" };
    let found = switch status {
        "payed" => "paid",
        "open" | "opn" => `"x" => ${before}`, // "y" => 1
        "paid" if n > 1 => { "z" }
        _ => "w",
    };
    switch other { "a\"b" => (), "a\"c" => (), "c" => () }
    switch found { "q" => true, _ => switch n { "5" => true, 5 => true, _ => false } }
}"#;
    let expected = [
        (r#""payed""#, "did you mean `paid`?"),
        (r#""opn""#, "did you mean `open`?"),
        (r#""a\"c""#, "did you mean `a\"b`?"),
        (r#""5""#, "write `5`, without quotes"),
    ];
    assert_eq!(warned(script).await, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}
