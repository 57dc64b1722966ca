//! Rules that change while a test goes on.

use rulebook::{LiveToolSet, ToolSet};
use serde_json::{Value, json};

/// Rules in a folder of their own.
pub(crate) struct Rules {
    folder: tempfile::TempDir,
    live: LiveToolSet,
}

impl Rules {
    /// A script, and which functions of it are tools: name and function.
    pub(crate) async fn new(script: &str, tools: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        save(&folder, script, tools);
        let manifest = folder.path().join("rules.json");
        let live = ToolSet::options().live().load(manifest.to_str().unwrap()).await.unwrap();
        Self { folder, live }
    }

    pub(crate) fn tools(&self) -> LiveToolSet {
        self.live.clone()
    }

    pub(crate) async fn become_(&self, script: &str, tools: &[(&str, &str)]) {
        save(&self.folder, script, tools);
        self.live.reload().await.unwrap();
    }

    /// Where they are, to see that nobody is told.
    pub(crate) fn place(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }
}

fn save(folder: &tempfile::TempDir, script: &str, tools: &[(&str, &str)]) {
    let exports: Vec<Value> = tools
        .iter()
        .map(|(name, function)| {
            let description = format!("Runs {name}.");
            json!({ "name": name, "function": function, "description": description, "kind": "read" })
        })
        .collect();
    let manifest = json!({ "schemaVersion": 1, "script": "rules.rhai", "exports": exports });
    std::fs::write(folder.path().join("rules.rhai"), script).unwrap();
    std::fs::write(folder.path().join("rules.json"), manifest.to_string()).unwrap();
}
