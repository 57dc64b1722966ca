//! End to end, with rig's own client of OpenAI and a server of the test's own.

use rig_agent::AgentBuilder;
use serde_json::json;

use crate::support::provider::{APIS, Provider, Says};
use crate::support::way::WAYS;

#[tokio::test]
async fn probe() {
    for api in APIS {
        for way in WAYS {
            for strict in [false, true] {
                let script = [Says::call("echo", &json!({ "a": 1 })), Says::Text("All done.")];
                let provider = Provider::serving(script).await;
                let tool = rig_core::tool::DynamicTool::new(
                    rig_core::message::ToolName::new("echo").unwrap(),
                    "x",
                    json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": [], "additionalProperties": false}),
                    |given| Box::pin(async move { Ok(rig_core::tool::ToolOutput::json(given)) }),
                );
                let agent = AgentBuilder::new(provider.model(api, strict))
                    .preamble("Be.")
                    .dynamic_tool(tool)
                    .default_max_turns(8)
                    .build();
                let response = way.run(agent.prompt("Go.")).await;
                eprintln!("{api:?} {way:?} {strict} {:?}", response.map(|r| r.output().to_owned()));
                for received in provider.received() {
                    eprintln!("{} {} {}", received.path, received.authorization, received.body);
                }
            }
        }
    }
}
