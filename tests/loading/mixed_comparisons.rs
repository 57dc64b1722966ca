//! Comparisons of two kinds of values are warnings when a script is loaded.

use super::support::Folder;

async fn warned(script: &str) -> Vec<(String, String)> {
    let tools = Folder::with_rules(script, &["f"]).load().await.expect("a script that loads");
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let told = tools.warnings().iter();
    told.map(|problem| (text(problem.underlined()), text(problem.help_text()))).collect()
}

#[tokio::test]
async fn comparisons_of_two_kinds_are_told() {
    let script = r#"
fn f(i: int, x: float, d: decimal?, b: bool, s: string, c: "a" | "b") -> bool {
    i == "5" || "x" != i || x > "1.5" || d > 10.5 || d == "3" || b == 1 || b != "true"
        || s == 5 || s < -1.5 || s == true || c == 1
}"#;
    let expected = [
        ("\"5\"", "write `5`, without quotes"),
        ("\"x\"", "compare it with a number"),
        ("\"1.5\"", "write `1.5`, without quotes"),
        ("10.5", "write `parse_decimal(\"10.5\")`"),
        ("\"3\"", "write `parse_decimal(\"3\")`"),
        ("1", "compare it with `true` or `false`"),
        ("\"true\"", "write `true`, without quotes"),
        ("5", "write `\"5\"`"),
        ("-1.5", "write `\"-1.5\"`"),
        ("true", "write `\"true\"`"),
        ("1", "it is one of `\"a\" | \"b\"`"),
    ];
    assert_eq!(warned(script).await, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

#[tokio::test]
async fn comparisons_that_can_hold_are_not_told() {
    let script = r#"
fn f(i: int, x: float, d: decimal?, b: bool, s: string, m: map, t: string) -> bool {
    t = t.len();
    i == 5 || i < 5.5 || x == 1 || d > 3 || d == () || b == true || s == "5" || s > "a"
        || m == 1 || s == 'a' || t == 3 || s.len() == 2 || i in [1] || g(1)
}
fn g(s) { s == 1 }
"#;
    assert_eq!(warned(script).await, []);
}
