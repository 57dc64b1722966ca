//! What is never closed is told where it was opened, and told once.

use super::support::Folder;

#[tokio::test]
async fn a_bracket_that_is_never_closed_is_told_where_it_was_opened() {
    for (script, line, column, help) in [
        ("fn f() -> int { 1\n\n", 1, 15, "close it with `}`"),
        ("fn f() -> int {\n    if true { 1 }\n", 1, 15, "close it with `}`"),
        ("fn f() -> int {\n    if true {\n", 2, 13, "close it with `}`"),
        ("fn f() -> int { 1 }\nlet a = [1, (2", 2, 13, "close it with `)`"),
        ("fn f() -> int { 1 }\nlet a = #{ b: \"}\"", 2, 9, "close it with `}`"),
        (
            "fn f() -> int { 1 /* }",
            1,
            19,
            "end the comment with `*/`, or begin each of its lines with `//`",
        ),
        (
            "/* fn f() -> int { 1 }",
            1,
            1,
            "end the comment with `*/`, or begin each of its lines with `//`",
        ),
    ] {
        let problems = Folder::with_rules(script, &["f"]).problems().await;
        let [problem] = problems.as_slice() else { panic!("{script}: {problems:?}") };
        let place = problem.position().expect("a place");
        assert_eq!((place.line, place.column), (line, column), "{script}");
        assert_eq!(problem.help_text(), Some(help), "{script}");
    }
}

#[tokio::test]
async fn problems_come_in_the_order_of_the_script() {
    let script = "const A = ;\nfn f(x: long) -> int { 1 }";
    let problems = Folder::with_rules(script, &["f"]).problems().await;
    let lines: Vec<_> =
        problems.iter().filter_map(|problem| problem.position()).map(|at| at.line).collect();
    assert_eq!(lines, [1, 2]);
}

#[tokio::test]
async fn a_script_is_not_suggested_for_a_manifest() {
    let folder = Folder::with_rules("fn f() -> int { 1 }", &["f"]);
    std::fs::remove_file(folder.path("rules.rhai")).expect("a script");
    let problems = folder.problems().await;
    assert_eq!(problems[0].message(), "`rules.rhai` does not exist");
    assert_eq!(problems[0].help_text(), None);
}
