//! A constant that is declared twice is a warning when a script is loaded.

use super::support::Folder;

async fn warned(script: &str) -> Vec<(String, String)> {
    let tools = Folder::with_rules(script, &["f"]).load().await.expect("a script that loads");
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let told = tools.warnings().iter();
    told.map(|problem| (text(problem.underlined()), text(problem.help_text()))).collect()
}

#[tokio::test]
async fn constants_that_are_declared_twice_are_told() {
    let script = "const A = 1;\nconst B = 2;\nconst A = 3;\nfn f(a: int) -> int { A + B + a }";
    let help = "remove one of them, or give it another name";
    assert_eq!(warned(script).await, [("A".to_owned(), help.to_owned())]);
}

#[tokio::test]
async fn constants_of_different_scopes_are_not_told() {
    let script = "const A = 1;\nlet b = 1;\nlet b = 2;\n{ const A = 2; }
fn f(a: int) -> int { const A = 3; A + a }";
    assert_eq!(warned(script).await, []);
}
