//! A client of the protocol that others wrote.

use rmcp::model::CallToolRequestParams;
use rulebook::{Collection, FnTool, ToolOutput, ToolSpec, Toolkit};
use serde_json::json;

use crate::support::{Era, plain};

fn toolkit() -> Toolkit {
    let mut spec = ToolSpec::new("today", "Says what day it is.");
    spec.output_schema = Some(json!({ "type": "string" }));
    let today = FnTool::new(spec, |_| async { Ok(ToolOutput::json("Monday".into())) });
    let desk = Collection::builder("desk").tool(today).build().unwrap();
    Toolkit::builder().collection(desk).build().unwrap()
}

#[tokio::test]
async fn a_tool_is_listed_and_called() {
    for era in Era::BOTH {
        let client = plain(toolkit(), era).await;
        let tools = client.list_all_tools().await.unwrap();
        assert_eq!(tools[0].name, "today", "{era:?}");
        let result = client.call_tool(CallToolRequestParams::new("today")).await.unwrap();
        let given = match era {
            Era::Sessions => json!({ "result": "Monday" }),
            Era::Stateless => json!("Monday"),
        };
        assert_eq!(result.structured_content, Some(given), "{era:?}");
    }
}
