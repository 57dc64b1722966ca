//! Names that nothing declares are warnings when a script is loaded.

use super::support::Folder;

async fn warned(script: &str) -> Vec<(String, String)> {
    let tools = Folder::with_rules(script, &["f"]).load().await.expect("a script that loads");
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let told = tools.warnings().iter();
    told.map(|problem| (text(problem.underlined()), text(problem.help_text()))).collect()
}

#[tokio::test]
async fn misspelt_names_are_told_with_what_was_probably_meant() {
    let script = "const DAYS = 30;
let hidden = 1;
fn f(a: int) -> int { let c = |x| x + DAY; hlper(a) + lenn(\"a\") + hidden + c.call(1) }
fn helper(x) { qqq }";
    let expected = [
        ("DAY", "did you mean `DAYS`?"),
        ("hlper", "did you mean `helper`?"),
        ("lenn", "did you mean `len`?"),
        ("hidden", "functions see constants only: write `const hidden = ...` at the top level"),
        ("qqq", "declare it with `let`, or make it a parameter"),
    ];
    assert_eq!(warned(script).await, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

#[tokio::test]
async fn names_that_mean_something_are_not_told() {
    let script = r#"
const DAYS = 30;
fn f(a: int) -> int {
    let b = a + DAYS + global::DAYS;
    let c = |x| { let deep = |y| x + y + b; deep.call(x) };
    for (item, index) in [1, 2] { b += item * index; }
    try { throw 1 } catch (error) { print(error); debug(b); }
    switch b { 1 => helper(b), 2 if a > 2 => b, _ => c.call(1) };
    let m = #{ act: |q| q + 1, type: type_of(b) };
    m.act(1);
    let name = "helper";
    let pointer = Fn(name);
    if is_def_fn("helper", 1) && is_def_var("b") { b = pointer.call(1) + curry(pointer, 2).call(); }
    do { b += 1 } until b > 3;
    `${a}`.len() + [1].map(helper)[0] + abs(b) + helper(b).abs()
}
fn helper(x) { x }
fn int.double() { this * 2 }
"#;
    assert_eq!(warned(script).await, []);
}

#[tokio::test]
async fn functions_of_the_host_are_known() {
    let options = rulebook::ToolSet::options();
    let folder = Folder::with_rules("fn f(a: int) -> int { vat(a) }", &["f"]);
    assert!(folder.load_with_host(options).await.unwrap().warnings().is_empty());
    assert_eq!(warned("fn f(a: int) -> int { vat(a) }").await.len(), 1);
}

#[tokio::test]
async fn functions_that_an_import_does_not_have_are_told() {
    let script = "import \"lib/base\" as base;
import \"lib/base\" as twice;
fn f() -> int {
    if base::hidden() > 1 { return base::rates(1) + base::qqq(); }
    import \"lib/other\" as twice;
    base::rate() + twice::anything() + base::A
}";
    let base = "fn rate() { 1 }\nfn rate(a) { a }\nprivate fn hidden() { 2 }\nexport const A = 1;";
    let folder = Folder::with_rules(script, &["f"]).file("lib/base.rhai", base);
    let tools = folder.load().await.expect("a script that loads");
    let told = tools.warnings().iter();
    let told: Vec<_> = told.map(|it| (it.message(), it.help_text().unwrap_or_default())).collect();
    let missing = |name: &str| format!("there is no function `{name}` in `lib/base.rhai`");
    let expected = [
        (missing("hidden"), "leave `private` out where it is declared, to call it from outside"),
        (missing("rates"), "did you mean `rate`?"),
        (missing("qqq"), "write a function `fn qqq(...) { ... }` there"),
    ];
    assert_eq!(told, expected.each_ref().map(|(message, help)| (message.as_str(), *help)));
}

#[tokio::test]
async fn settings_that_are_used_without_a_parameter_are_told_once() {
    const SETTINGS: &str = "settings TriageSettings = #{ limit: int = 1 };\n";
    for (functions, help) in [
        (
            "fn f(n: int) -> int { n + settings.limit }",
            "to read the settings, give `f` a parameter `settings: TriageSettings`",
        ),
        (
            "fn f(n: int) -> int { g() }\nfn g() { [1].map(|x| x + triage_settings.limit)[0] }",
            "to read the settings, give `g` a parameter `triage_settings: TriageSettings`",
        ),
        ("fn f(s: TriageSettings) -> int { settings.limit }", "the settings are in `s` here"),
        ("fn f(n: int) -> int { limits }", "declare it with `let`, or make it a parameter"),
    ] {
        let told = warned(&format!("{SETTINGS}{functions}")).await;
        let told: Vec<_> = told.iter().filter(|(place, _)| place != "TriageSettings").collect();
        assert_eq!(told.len(), 1, "{functions}: {told:?}");
        assert_eq!(told[0].1, help, "{functions}");
    }
    let told = warned(&format!("{SETTINGS}fn f(n: int) -> int {{ n + settings.limit }}")).await;
    assert_eq!(told.len(), 1, "{told:?}");
}
