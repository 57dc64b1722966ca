//! A statement of an imported script that failed was told at its line of the
//! script that imports it.

use rulebook::source::Position;
use serde_json::json;

use super::support::{Folder, run};

const IMPORTED: &str = "// taxes\n\nthrow \"no rate\";\n";

#[tokio::test]
async fn a_start_that_fails_inside_an_import_is_told_there() {
    let script = "import \"tax\" as tax;\nfn fee() -> int { 1 }";
    let folder = Folder::with_rules(script, &["fee"]).file("tax.rhai", IMPORTED);
    let problems = folder.problems().await;
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert_eq!(problem.message(), "no rate");
    assert_eq!(problem.file(), Some("tax.rhai"));
    assert_eq!(problem.position(), Some(Position { line: 3, column: 1 }));
}

#[tokio::test]
async fn so_is_a_call_with_the_import_among_its_callers() {
    let script = "\nfn fee() -> int { import \"tax\" as tax; 1 }";
    let folder = Folder::with_rules(script, &["fee"]).file("tax.rhai", IMPORTED);
    let error = folder.load().await.expect("it loads").call("fee", json!({})).await;
    let trace = error.expect_err("it fails").trace;
    let places: Vec<_> =
        trace.iter().map(|f| (f.file.as_str(), f.line, f.function.as_deref())).collect();
    assert_eq!(places, [("tax.rhai", Some(3), None), ("rules.rhai", Some(2), Some("fee"))]);
}

#[tokio::test]
async fn an_import_that_is_not_there_is_told_where_it_is_asked_for() {
    let error = run("\nfn fee() -> int { import \"tax\" as tax; 1 }", "fee", json!({})).await;
    let error = error.expect_err("it fails");
    assert_eq!(error.message, "`tax.rhai` does not exist");
    let places: Vec<_> = error.trace.iter().map(|f| (f.file.as_str(), f.line)).collect();
    assert_eq!(places, [("rules.rhai", Some(2))]);
}
