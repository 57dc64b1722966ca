//! A worker that dies has kept nothing for the session of its call.

use rulebook::{ErrorCode, Session, ToolCall, ToolSet};
use serde_json::json;

use crate::support::FolderOf;

#[tokio::test]
async fn what_a_worker_had_changed_when_it_died_is_not_kept() {
    let script = "
        fn add(notes: session) -> int { notes.n = (notes.get(\"n\") ?? 0) + 1; notes.n }
        fn die(notes: session) -> int { notes.n = -1; leave(3); 1 }";
    let folder = FolderOf::<true>::with_rules(script, &["add", "die"]);
    let tools = folder.load_with_host(ToolSet::options()).await.unwrap();
    let session = Session::new();
    let call = |name: &str| {
        let (tool, call) = (tools.tool(name).unwrap(), ToolCall::default().in_session(&session));
        async move { tool.call(call).await.map(|output| output.value) }
    };
    assert_eq!(call("add").await.unwrap(), 1);
    let before = session.to_json();
    assert_eq!(call("die").await.unwrap_err().code, ErrorCode::Unavailable);
    assert_eq!(session.to_json(), before);
    assert_eq!(call("add").await.unwrap(), 2, "another worker goes on with what was kept");
    assert_eq!(session.to_json()["state"]["rules"]["script"], json!({ "n": 2 }));
}
