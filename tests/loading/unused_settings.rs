//! Settings that no function takes are a warning when a script is loaded.

use super::support::Folder;

async fn warned(script: &str) -> Vec<(String, String, String)> {
    let tools = Folder::with_rules(script, &["f"]).load().await.expect("a script that loads");
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let told = tools.warnings().iter();
    let told =
        told.map(|one| (one.code().to_string(), text(one.underlined()), text(one.help_text())));
    told.collect()
}

#[tokio::test]
async fn settings_that_no_function_takes_are_told() {
    let script = "settings A = #{ a: int = 1 };\nsettings B = #{ a: int = 1 };
fn f(b: B) -> int { b.a }";
    let help = "add a parameter to the function that needs them, as in `settings: A`";
    assert_eq!(warned(script).await, [("unused_settings".into(), "A".into(), help.into())]);
}

#[tokio::test]
async fn settings_that_a_helper_takes_are_not_told() {
    let script = "settings A = #{ a: int = 1 };
fn f(a: int) -> int { a }\nprivate fn helper(a: A) { a.a }";
    assert_eq!(warned(script).await, []);
}

#[tokio::test]
async fn settings_that_were_meant_by_another_mistake_are_not_told() {
    for functions in ["fn f(s: Trige) -> int { 1 }", "fn f(a: Triage<int>) -> int { 1 }"] {
        let script = format!("settings Triage = #{{ a: int = 1 }};\n{functions}");
        let error = Folder::with_rules(&script, &["f"]).load().await.err();
        let told = error.expect("an error").to_string();
        assert!(!told.contains("no function takes"), "{told}");
    }
}
