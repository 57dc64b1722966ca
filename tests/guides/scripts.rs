//! Scripts and manifests in the guides load, as whole files.

use rulebook::signature::{Function, read};
use rulebook::source::Source;
use rulebook::{LoadError, ToolSet};
use serde_json::json;

use super::blocks::{Block, blocks};
use super::{Guide, guides, is};
use crate::support::{Folder, repository};

/// Its examples are loaded by `diagnostics_examples`, each beside its own files.
const DIAGNOSTICS: &str = "docs/diagnostics.md";

/// A folder with the reference scripts, and with the files of a guide.
fn folder(blocks: &[Block]) -> Folder {
    let mut folder = Folder::new();
    for script in ["returns", "incidents", "referrals"].map(|name| format!("scripts/{name}.rhai")) {
        let text = std::fs::read(repository().join(&script)).expect("a reference script");
        folder = folder.file(&script, text);
    }
    for block in blocks.iter().filter(|block| block.language != "diff") {
        if let Some(file) = block.file() {
            folder = folder.file(file, &block.text);
        }
    }
    folder
}

/// Every function that could be a tool.
fn typed(script: &str) -> Vec<String> {
    let functions = read(&Source::new("block.rhai", script)).functions.into_iter();
    let typed = |function: &Function| {
        let public = !function.private && function.method_of.is_none();
        public && function.returns.is_some() && function.params.iter().all(|it| it.ty.is_some())
    };
    functions.filter(typed).map(|function| function.name).collect()
}

/// Loads a script with all its typed functions as tools.
async fn load(folder: Folder, path: &str, script: &str, place: &str) -> Result<ToolSet, LoadError> {
    let functions = typed(script);
    assert!(!functions.is_empty(), "{place}: no typed function; a part is a `fragment`");
    let export = |name: &String| json!({ "name": name, "description": "An example." });
    let exports: Vec<_> = functions.iter().map(export).collect();
    let manifest = json!({ "schemaVersion": 1, "script": path, "exports": exports });
    let folder = folder.file(path, script).file("block.json", manifest.to_string());
    ToolSet::load(folder.path("block.json")).await
}

async fn loads(guide: &Guide, blocks: &[Block], block: &Block) -> Result<ToolSet, LoadError> {
    let place = guide.place(block);
    let folder = folder(blocks);
    match &*block.language {
        "rhai" if is(block, "fragment") => {
            let script = format!("fn fragment() -> () {{\n{}\n}}", block.text);
            load(folder, "block.rhai", &script, &place).await
        }
        "rhai" => load(folder, block.file().unwrap_or("block.rhai"), &block.text, &place).await,
        _ => {
            let path = block.file().unwrap_or("block.json");
            let folder = folder.file(path, &block.text);
            ToolSet::load(folder.path(path)).await
        }
    }
}

#[tokio::test]
async fn scripts_and_manifests_load_unless_they_are_wrong_on_purpose() {
    let mut seen = 0;
    for guide in guides().iter().filter(|guide| guide.name != DIAGNOSTICS) {
        let blocks = blocks(&guide.text);
        let files = blocks.iter().filter(|block| matches!(&*block.language, "rhai" | "json"));
        let others = ["settings", "client", "servers"];
        let files = files.filter(|block| !others.iter().any(|mark| is(block, mark)));
        for block in files {
            let (place, loaded) = (guide.place(block), loads(guide, &blocks, block).await);
            match loaded {
                Ok(tools) => {
                    let (told, wrong) = (tools.warnings(), is(block, "wrong"));
                    assert!(!wrong || !told.is_empty(), "{place}: nothing is wrong with it");
                    // A part uses names that the rest declares.
                    let whole = !is(block, "fragment");
                    assert!(!whole || wrong || told.is_empty(), "{place}: {told:?}");
                }
                Err(error) => assert!(is(block, "wrong"), "{place}: {error}"),
            }
            seen += 1;
        }
    }
    assert!(seen > 10, "only {seen} blocks were found");
}
