//! All problems of a manifest and of its scripts, each at its place.

use super::support::Folder;

#[tokio::test]
async fn a_manifest_and_its_scripts_are_told_of_together() {
    let folder = Folder::new()
        .file(
            "rules.json",
            r#"{
  "schemaVersion": 1,
  "script": "a.rhai",
  "exports": [
    { "name": "one", "description": "1.", "colour": "red" },
    { "name": "two", "function": "tow", "description": "2." },
    { "name": "three", "script": "b.rhai", "description": "3.", "parameterDescriptions": { "y": "Y." } },
    { "name": "four", "script": "missing.rhai", "description": "4." },
    { "name": "five" }
  ]
}"#,
        )
        .file("a.rhai", "fn one(a) -> int { a }\nfn two() -> integer { 2 }\nfn five() -> int { 5 }\n")
        .file("b.rhai", "fn three(x: int) -> int {\n    x +\n}\n");
    let told: Vec<_> = folder
        .problems()
        .await
        .iter()
        .map(|problem| {
            let line = problem.position().map(|position| position.line);
            (problem.code().as_str(), problem.file().unwrap().to_owned(), line.unwrap())
        })
        .collect();
    let expected = [
        ("unknown_field", "rules.json", 5),
        ("unknown_type", "a.rhai", 2),
        ("syntax_error", "b.rhai", 3),
        ("file_not_found", "rules.json", 8),
        ("missing_type", "a.rhai", 1),
        ("unknown_function", "rules.json", 6),
        ("missing_description", "rules.json", 9),
    ];
    assert_eq!(told, expected.map(|(code, file, line)| (code, file.to_owned(), line)));
}

#[tokio::test]
async fn functions_that_cannot_be_tools_are_refused() {
    let script = "private fn hidden() -> int { 1 }\nfn many() -> int { 1 }\nfn many(a: int) -> int { a }\nfn int.method() -> int { 1 }\n";
    for (name, code, help) in [
        ("hidden", "private_function", "remove `private` in line 1 of `rules.rhai`"),
        (
            "many",
            "overloaded_function",
            "they are in `rules.rhai`, lines 2, 3: give each a name of its own",
        ),
        ("method", "method_function", "write a function that takes the value as a parameter"),
        ("mnay", "unknown_function", "did you mean `many`?"),
    ] {
        let problems = Folder::with_rules(script, &[name]).problems().await;
        assert_eq!(problems.len(), 1, "{name}");
        assert_eq!(problems[0].code().as_str(), code);
        assert_eq!(problems[0].help_text(), Some(help));
        assert_eq!(problems[0].underlined(), Some(&*format!("\"{name}\"")));
    }
}

#[tokio::test]
async fn an_export_without_types_is_told_what_to_write() {
    let problems = Folder::with_rules("fn f(a, b: int) {\n    a\n}", &["f"]).problems().await;
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].message(), "`f` is exported, and `a` and the result have no type");
    assert_eq!(problems[0].underlined(), Some("fn f(a, b: int)"));
    assert_eq!(problems[0].help_text(), Some("write `fn f(a: TYPE, b: int) -> TYPE`"));
}

#[tokio::test]
async fn the_same_files_give_the_same_hash_and_the_same_bytes() {
    let folder = Folder::with_rules("fn f(b: int, a: #{ z: int, y: int }) -> int { b }", &["f"]);
    let (one, two) = (folder.load().await.unwrap(), folder.load().await.unwrap());
    assert_eq!(one.hash(), two.hash());
    let spec = |tools: &rulebook::ToolSet| {
        serde_json::to_string(&*tools.tool("f").unwrap().spec()).unwrap()
    };
    assert_eq!(spec(&one), spec(&two));
    let folder = folder.file("rules.rhai", "fn f(b: int, a: #{ z: int, y: int }) -> int { b + 1 }");
    assert_ne!(one.hash(), folder.load().await.unwrap().hash());
}
