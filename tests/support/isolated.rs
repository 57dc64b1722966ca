//! The same faces as in `support`, with calls in a process of their own.

use rulebook::ToolError;
use serde_json::Value;

/// A folder whose tools are called in a process of their own.
pub(crate) type Folder = super::FolderOf<true>;

/// Calls a tool of one of the reference manifests.
pub(crate) async fn call(manifest: &str, tool: &str, arguments: Value) -> Result<Value, ToolError> {
    super::call_in::<true>(manifest, tool, arguments).await
}

/// Loads a script that exports one function, and calls it.
pub(crate) async fn run(
    script: &str,
    function: &str,
    arguments: Value,
) -> Result<Value, ToolError> {
    super::run_in::<true>(script, function, arguments).await
}
