//! A mistake was followed by a second problem that it had caused: a script that
//! is too long had no function bodies, and a line that could not be read had
//! types in the wrong place.

use rulebook::Code;

use super::support::Folder;

#[tokio::test]
async fn only_the_first_is_told() {
    let long = format!("fn f() -> int {{\n{}1 }}", "\n".repeat(70_000));
    for (script, code) in [
        (long.as_str(), Code::ScriptTooLong),
        ("fn a b() -> int { 1 }", Code::SyntaxError),
        ("fn 1a(x: int) -> int { 1 }", Code::SyntaxError),
        ("function f() -> int { 1 }", Code::SyntaxError),
        ("fn f(let: int) -> int { 1 }", Code::SyntaxError),
        ("fn f(private: int) -> int { 1 }", Code::SyntaxError),
    ] {
        let problems = Folder::with_rules(script, &["f"]).problems().await;
        let codes: Vec<_> = problems.iter().map(rulebook::Diagnostic::code).collect();
        assert_eq!(codes, [code], "{problems:?}");
    }
    let both = "let x: int = 1;\nfn f() -> int { 1 1 }";
    let problems = Folder::with_rules(both, &["f"]).problems().await;
    let codes: Vec<_> = problems.iter().map(rulebook::Diagnostic::code).collect();
    assert_eq!(codes, [Code::MisplacedType, Code::SyntaxError]);
}
