//! A function whose name is no name was first told that its result may not have
//! a type, and then that it has no name.

use rulebook::Code;

use super::support::Folder;

#[tokio::test]
async fn only_the_name_is_wrong() {
    for (name, underlined) in [
        ("throw", "throw"),
        ("let", "let"),
        ("if", "if"),
        ("fn", "fn"),
        ("_", "_"),
        ("__", "__"),
        ("\u{e9}", "\u{e9}"),
        ("\u{65e5}\u{672c}", "\u{65e5}\u{672c}"),
        ("\u{1d4d0}", "\u{1d4d0}"),
    ] {
        let script = format!("fn {name}(a: int) -> int {{ 7 }}\nfn f() -> int {{ 1 }}");
        let problems = Folder::with_rules(&script, &["f"]).problems().await;
        let found: Vec<_> = problems.iter().map(|p| (p.code(), p.underlined())).collect();
        assert_eq!(found, [(Code::SyntaxError, Some(underlined))], "{problems:?}");
        assert_eq!(problems[0].message(), "`fn` is not followed by the name of a function");
        assert!(problems[0].help_text().unwrap().contains("letters a to z"));
    }
}
