//! A script that was a manifest's own and imported as well was read twice, so
//! that two texts of it could be in one load, and the hash was of the later.

use rulebook::ToolSet;
use serde_json::json;

use crate::support::Folder;

const MANIFEST: &str = r#"{ "schemaVersion": 1, "exports": [
    { "name": "fee", "script": "fee.rhai", "description": "The fee." },
    { "name": "rate", "script": "rate.rhai", "description": "The rate." } ] }"#;
const RATE: &str = "fn rate() -> int { 1 }";

#[tokio::test]
async fn one_load_has_one_text_of_it() {
    let folder = Folder::new()
        .file("rules.json", MANIFEST)
        .file("fee.rhai", "change();\nimport \"rate\" as tax;\nfn fee() -> int { tax::rate() }")
        .file("rate.rhai", RATE);
    let unchanged = ToolSet::options().host_functions(|engine| {
        engine.register_fn("change", || ());
    });
    let hash = folder.load_with(unchanged).await.expect("it loads").hash().to_owned();
    let rate = folder.path("rate.rhai");
    let changed = ToolSet::options().host_functions(move |engine| {
        let rate = rate.clone();
        engine.register_fn("change", move || {
            std::fs::write(&rate, "fn rate() -> int { 2 }").expect("a file");
        });
    });
    let tools = folder.load_with(changed).await.expect("it loads");
    assert_eq!(tools.call("rate", json!({})).await.expect("a rate"), 1);
    assert_eq!(tools.call("fee", json!({})).await.expect("a fee"), 1);
    assert_eq!(tools.hash(), hash);
}
