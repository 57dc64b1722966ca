//! The live context of a toolkit as a resource.

use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents};
use rulebook::{Session, Toolkit};
use serde_json::json;

/// The address of the live context.
pub(super) const URI: &str = "rulebook://context";

const MIME_TYPE: &str = "text/plain";

/// The resource as it is listed.
pub(super) fn listed() -> Resource {
    Resource::new(URI, "context")
        .with_title("Live context")
        .with_description(
            "What holds at this moment and the model should know. Read it before each request to \
             the model, and never keep an earlier one.",
        )
        .with_mime_type(MIME_TYPE)
}

/// What holds now, for a session; empty when there is nothing to say.
pub(super) async fn text(toolkit: &Toolkit, session: &Session) -> String {
    toolkit.context(session).await.map(|context| context.to_string()).unwrap_or_default()
}

/// The text as it is read.
pub(super) fn read(text: String) -> ReadResourceResult {
    ReadResourceResult::new(vec![ResourceContents::text(text, URI).with_mime_type(MIME_TYPE)])
}

/// Whether an address is that of the context.
///
/// # Errors
/// When it is not: there is nothing else.
pub(super) fn check(uri: &str) -> Result<(), ErrorData> {
    if uri == URI {
        return Ok(());
    }
    let text = format!("there is no such resource: the only one is `{URI}`");
    Err(ErrorData::resource_not_found(text, Some(json!({ "uri": uri }))))
}
