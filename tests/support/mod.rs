//! Folders of rules for tests, and short ways to load and call them, with calls
//! on a thread of this process or in a process of their own.

pub(crate) mod alone;
pub(crate) mod isolated;
pub(crate) mod worker;

use std::path::{Path, PathBuf};

use rulebook::{Diagnostic, LoadError, LoadOptions, ToolError, ToolSet};
use serde_json::Value;
use tempfile::TempDir;

/// The folder of this repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Calls a tool of one of the reference manifests.
pub(crate) async fn call(manifest: &str, tool: &str, arguments: Value) -> Result<Value, ToolError> {
    call_in::<false>(manifest, tool, arguments).await
}

async fn call_in<const ISOLATED: bool>(
    manifest: &str,
    tool: &str,
    arguments: Value,
) -> Result<Value, ToolError> {
    let options = worker::mode(ToolSet::options().root(repository()), ISOLATED);
    let tools = options.load(repository().join(manifest)).await.expect("a reference manifest");
    tools.call(tool, arguments).await
}

/// A folder whose tools are called on a thread of this process.
pub(crate) type Folder = FolderOf<false>;

/// A folder with files in it, gone when dropped. The tools of its manifest are
/// called in a process of their own where it says so.
pub(crate) struct FolderOf<const ISOLATED: bool>(TempDir);

impl<const ISOLATED: bool> FolderOf<ISOLATED> {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    /// A folder with `rules.rhai`, and `rules.json` that exports functions of it by name.
    pub(crate) fn with_rules(script: &str, functions: &[&str]) -> Self {
        let exports = functions.iter().map(
            |name| serde_json::json!({ "name": name, "description": format!("Runs {name}.") }),
        );
        let manifest = serde_json::json!({
            "schemaVersion": 1,
            "script": "rules.rhai",
            "exports": exports.collect::<Vec<_>>(),
        });
        Self::new().file("rules.rhai", script).file("rules.json", manifest.to_string())
    }

    /// The same folder with a file more.
    pub(crate) fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, content).expect("a file");
        self
    }

    /// The full path of something in the folder.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Loads `rules.json` with options.
    pub(crate) async fn load_with(&self, options: LoadOptions) -> Result<ToolSet, LoadError> {
        worker::mode(options, ISOLATED).load(self.path("rules.json")).await
    }

    /// Loads `rules.json` with options, and with [`worker::host_functions`].
    pub(crate) async fn load_with_host(&self, options: LoadOptions) -> Result<ToolSet, LoadError> {
        self.load_with_functions(options, worker::HOST).await
    }

    /// Loads `rules.json`.
    pub(crate) async fn load(&self) -> Result<ToolSet, LoadError> {
        self.load_with(ToolSet::options()).await
    }

    /// Loads `rules.json` with options and functions, which the worker in a test
    /// of this name has as well.
    pub(crate) async fn load_with_functions(
        &self,
        options: LoadOptions,
        host: worker::Host,
    ) -> Result<ToolSet, LoadError> {
        let options = worker::mode_with(options, ISOLATED, host);
        options.load(self.path("rules.json")).await
    }

    /// The problems that loading `rules.json` ends in.
    pub(crate) async fn problems(&self) -> Vec<Diagnostic> {
        match self.load().await {
            Ok(_) => Vec::new(),
            Err(error) => error.diagnostics().to_vec(),
        }
    }
}

/// Loads a script that exports one function, and calls it.
pub(crate) async fn run(
    script: &str,
    function: &str,
    arguments: Value,
) -> Result<Value, ToolError> {
    run_in::<false>(script, function, arguments).await
}

async fn run_in<const ISOLATED: bool>(
    script: &str,
    function: &str,
    arguments: Value,
) -> Result<Value, ToolError> {
    let folder = FolderOf::<ISOLATED>::with_rules(script, &[function]);
    folder.load().await.expect("a script that loads").call(function, arguments).await
}
