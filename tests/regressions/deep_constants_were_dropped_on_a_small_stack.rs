//! Constants nested deep were dropped with the tool set, on the caller's stack,
//! and took the process down.

use serde_json::json;

use super::support::Folder;
use crate::support::worker::Host;
use rulebook::ToolSet;

/// Closures that hold closures are made faster than arrays that hold arrays.
const CHAIN: &str = "let f = |x| x; for i in 0..20_000 { let g = f; f = |x| g; }";

#[tokio::test]
async fn a_tool_set_with_deep_constants_is_dropped() {
    let script = format!("{CHAIN} const CHAIN = f;\nfn f() -> int {{ 1 }}");
    let tools = Folder::with_rules(&script, &["f"]).load().await.unwrap();
    assert_eq!(tools.call("f", json!({})).await.unwrap(), 1);
    let tool = tools.tool("f").unwrap();
    drop(tools);
    drop(tool);
}

#[tokio::test]
async fn a_tool_set_whose_import_has_deep_constants_is_dropped() {
    let script = "import \"deep\" as deep;\nfn f() -> int { 1 }\nfn g() -> int { import \"more\" as more; 1 }";
    let folder = Folder::with_rules(script, &["f", "g"])
        .file("deep.rhai", format!("{CHAIN} export const CHAIN = f;"))
        .file("more.rhai", format!("{CHAIN} export const CHAIN = f;"));
    let tools = folder.load().await.unwrap();
    assert_eq!(tools.call("g", json!({})).await.unwrap(), 1);
    drop(tools);
}

#[tokio::test]
async fn a_load_that_fails_after_deep_constants_is_dropped() {
    let script = format!("{CHAIN} const CHAIN = f; throw \"stop\";\nfn f() -> int {{ 1 }}");
    assert!(Folder::with_rules(&script, &["f"]).load().await.is_err());
}

fn functions(engine: &mut rhai::Engine) {
    engine.register_fn("deep", || {
        (0..50_000).fold(rhai::Dynamic::UNIT, |inner, _| rhai::Dynamic::from(vec![inner]))
    });
}

/// The functions, and the test that is a worker with them.
const HOST: Host = Host::new(functions, concat!(module_path!(), "::worker"));

#[test]
fn worker() {
    rulebook::start_worker_if_asked(functions);
}

#[tokio::test]
async fn what_the_host_makes_deep_is_dropped() {
    let script = "const DEEP = deep();\nfn f() -> int { 1 }";
    let folder = Folder::with_rules(script, &["f"]);
    drop(folder.load_with_functions(ToolSet::options(), HOST).await.unwrap());
}
