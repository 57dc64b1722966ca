//! A circle of imports was reported as `startup_failed`, without saying how to
//! break it.

use rulebook::Code;

use super::support::Folder;

#[tokio::test]
async fn a_circle_of_imports_is_a_failed_import() {
    let script = "import \"a\" as a;\nfn f() -> int { 1 }";
    let folder = Folder::with_rules(script, &["f"])
        .file("a.rhai", "import \"b\" as b;")
        .file("b.rhai", "import \"a\" as a;");
    let problems = folder.problems().await;
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].code(), Code::ImportFailed);
    assert_eq!(
        problems[0].message(),
        "imports in a circle: `a.rhai` imports `b.rhai` imports `a.rhai`"
    );
    assert_eq!(
        problems[0].help_text(),
        Some("move what both need into a third script, and import that")
    );
}

#[tokio::test]
async fn the_circle_alone_is_told() {
    let script = "import \"way\" as way;\nfn f() -> int { 1 }";
    let folder = Folder::with_rules(script, &["f"])
        .file("way.rhai", "import \"a\" as a;")
        .file("a.rhai", "import \"a\" as a;");
    let problems = folder.problems().await;
    assert_eq!(problems[0].message(), "imports in a circle: `a.rhai` imports `a.rhai`");
}
