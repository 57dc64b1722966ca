//! What failed in an imported script's own statements was shown at its line and
//! column, but in the script that imported it; and an import that was caught
//! was blamed for a later failure.

use serde_json::json;

use super::support::Folder;
use rulebook::Code;

#[tokio::test]
async fn a_failure_at_start_up_is_shown_in_the_imported_script() {
    let script = "import \"lib/outer\" as outer;\nfn f() -> int { 1 }";
    let folder = Folder::with_rules(script, &["f"])
        .file("lib/outer.rhai", "import \"inner\" as inner;")
        .file("lib/inner.rhai", "const A = 1;\n\n  throw \"boom\";");
    let problems = folder.problems().await;
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].code(), Code::StartupFailed);
    assert_eq!(problems[0].message(), "boom");
    assert_eq!(problems[0].file(), Some("lib/inner.rhai"));
    assert_eq!(problems[0].underlined(), Some("throw"));
}

#[tokio::test]
async fn a_failure_while_a_call_imports_has_every_place() {
    let script = "fn f() -> int {\n    import \"inner\" as inner;\n    1\n}";
    let folder =
        Folder::with_rules(script, &["f"]).file("inner.rhai", "const A = 1;\n\n  throw \"boom\";");
    let error = folder.load().await.unwrap().call("f", json!({})).await.unwrap_err();
    let places: Vec<_> =
        error.trace.iter().map(|frame| (frame.file.as_str(), frame.line, frame.column)).collect();
    assert_eq!(places, [("inner.rhai", Some(3), Some(3)), ("rules.rhai", Some(2), Some(12))]);
}

#[tokio::test]
async fn an_import_that_was_caught_is_not_blamed_for_what_fails_later() {
    let script = "try { import \"nope\" as nope; } catch {}\nthrow \"late\";\nfn f() -> int { 1 }";
    let problems = Folder::with_rules(script, &["f"]).problems().await;
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].code(), Code::StartupFailed);
    assert_eq!(problems[0].message(), "late");
    assert_eq!(problems[0].underlined(), Some("throw"));
}
