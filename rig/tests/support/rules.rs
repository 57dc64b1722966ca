//! Rules of refunds that are saved anew while they are in use.

use rulebook::{Collection, LiveToolSet, ToolSet, Toolkit};
use serde_json::json;

/// Rules in a folder. Someone has to approve a refund.
pub(crate) struct Rules {
    folder: tempfile::TempDir,
    live: LiveToolSet,
}

impl Rules {
    /// Rules by which a refund says this.
    pub(crate) async fn saying(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rules.json");
        write(&folder, &["order: string", "amount: int"], text);
        manifest(&folder, "refund");
        let live = ToolSet::options().live().load(path).await.unwrap();
        Self { folder, live }
    }

    pub(crate) fn toolkit(&self) -> Toolkit {
        let desk = Collection::builder("desk").collection(self.live.clone());
        let desk = desk.requires_approval("refund").build().unwrap();
        Toolkit::builder().collection(desk).build().unwrap()
    }

    /// The same rules, which say another text.
    pub(crate) async fn say(&self, text: &str) {
        self.take(&["order: string", "amount: int"], text).await;
    }

    /// Rules that take these parameters.
    pub(crate) async fn take(&self, parameters: &[&str], text: &str) {
        write(&self.folder, parameters, text);
        self.live.reload().await.unwrap();
    }

    /// Rules with refunds again.
    pub(crate) async fn with_refunds(&self) {
        manifest(&self.folder, "refund");
        self.live.reload().await.unwrap();
    }

    /// Rules without refunds.
    pub(crate) async fn without_refunds(&self) {
        manifest(&self.folder, "other");
        self.live.reload().await.unwrap();
    }
}

fn write(folder: &tempfile::TempDir, parameters: &[&str], text: &str) {
    let parameters = parameters.join(", ");
    let script = format!(
        "fn refund({parameters}) -> string {{ `{text} ${{order}}` }}\n\
         fn other() -> int {{ 1 }}"
    );
    std::fs::write(folder.path().join("rules.rhai"), script).unwrap();
}

fn manifest(folder: &tempfile::TempDir, export: &str) {
    let manifest = json!({
        "schemaVersion": 1,
        "script": "rules.rhai",
        "exports": [{ "name": export, "description": "Does it.", "kind": "edit" }],
    });
    std::fs::write(folder.path().join("rules.json"), manifest.to_string()).unwrap();
}
