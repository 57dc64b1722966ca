//! What a tool keeps from one call of a client to the next.

use rulebook::{Collection, FnTool, SessionState, ToolCall, ToolOutput, ToolSpec, Toolkit};
use rulebook_mcp::McpServer;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::support::Era;
use crate::support::raw::{Raw, at};
use crate::support::tools::script;

#[derive(Default, Serialize, Deserialize, SessionState)]
struct Calls {
    count: u64,
}

fn native() -> Toolkit {
    let mut spec = ToolSpec::new("count", "Counts calls.");
    spec.output_schema = Some(json!({ "type": "integer" }));
    let count = FnTool::new(spec, |call: ToolCall| async move {
        let session = call.session.unwrap();
        let count = session.update(|calls: &mut Calls| {
            calls.count += 1;
            calls.count
        });
        Ok(ToolOutput::json(count.unwrap().into()))
    });
    let desk = Collection::builder("desk").tool(count).build().unwrap();
    Toolkit::builder().collection(desk).build().unwrap()
}

async fn kept_by_session(server: &McpServer) {
    let (mut one, mut other) =
        (Raw::new(server, Era::Sessions).await, Raw::new(server, Era::Sessions).await);
    for expected in 1..4 {
        let answer = one.call(expected, "count", json!({})).await;
        assert_eq!(*at(&answer, "/result/structuredContent"), json!({ "result": expected }));
    }
    let answer = other.call(1, "count", json!({})).await;
    assert_eq!(*at(&answer, "/result/structuredContent"), json!({ "result": 1 }));
    let mut alone = Raw::new(server, Era::Stateless).await;
    for id in 1..4 {
        let answer = alone.call(id, "count", json!({})).await;
        assert_eq!(*at(&answer, "/result/structuredContent"), json!(1));
    }
    let answer = one.call(9, "count", json!({})).await;
    assert_eq!(*at(&answer, "/result/structuredContent"), json!({ "result": 4 }));
}

#[tokio::test]
async fn a_tool_in_rust_keeps_its_state_by_session() {
    kept_by_session(&McpServer::new(native())).await;
}

#[tokio::test]
async fn a_script_keeps_its_state_by_session() {
    let text = "
        fn count(state: session) -> int {
            if !(\"count\" in state) { state.count = 0; }
            state.count += 1;
            state.count
        }
    ";
    let (toolkit, _folder) = script(text, &["count"]).await;
    kept_by_session(&McpServer::new(toolkit)).await;
}
