//! What rig makes of schemas in strict mode.

use rig_agent::AgentBuilder;
use rulebook_rig::ToolkitAgent;

use crate::support::kit;
use crate::support::provider::{APIS, Provider, Says};
use crate::support::way::WAYS;

#[tokio::test]
async fn dump() {
    let kit = kit::kit().await;
    let provider = Provider::serving([Says::Text("All done.")]).await;
    let agent = AgentBuilder::new(provider.model(APIS[0], true)).toolkit(&kit).unwrap().build();
    WAYS[0].run(agent.prompt("Go.")).await.unwrap();
    let sent = provider.received()[0].json();
    for (spec, tool) in kit.specs().iter().zip(sent["tools"].as_array().unwrap()) {
        let same = spec.input_schema.to_string() == tool["function"]["parameters"].to_string();
        eprintln!("{} {}", spec.name, if same { "same" } else { "changed" });
        eprintln!("  - {}", spec.input_schema);
        if !same {
            eprintln!("  + {}", tool["function"]["parameters"]);
        }
    }
}
