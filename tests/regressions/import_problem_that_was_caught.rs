//! An import that failed and was caught was told in place of what failed later.

use super::support::Folder;

#[tokio::test]
async fn what_fails_later_is_what_is_told() {
    let script =
        "try { import \"tax\" as tax; } catch { }\nthrow \"no rate\";\nfn fee() -> int { 1 }";
    let problems = Folder::with_rules(script, &["fee"]).problems().await;
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert_eq!((problem.code().as_str(), problem.message()), ("startup_failed", "no rate"));
}

#[tokio::test]
async fn a_problem_of_one_script_is_not_told_of_another() {
    let manifest = r#"{ "schemaVersion": 1, "exports": [
        { "name": "a", "script": "a.rhai", "description": "Runs a." },
        { "name": "b", "script": "b.rhai", "description": "Runs b." } ] }"#;
    let folder = Folder::new()
        .file("rules.json", manifest)
        .file("a.rhai", "try { import \"tax\" as tax; } catch { }\nfn a() -> int { 1 }")
        .file("b.rhai", "throw \"no rate\";\nfn b() -> int { 1 }");
    let problems = folder.problems().await;
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert_eq!((problem.file(), problem.message()), (Some("b.rhai"), "no rate"));
}
