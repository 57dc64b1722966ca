//! End to end, with rig's own client of OpenAI and a server of the test's own.

use rig_agent::AgentBuilder;
use rulebook::Session;
use rulebook_rig::{ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use crate::support::desk;
use crate::support::provider::{APIS, Api, Provider, Received, Says};
use crate::support::way::{WAYS, Way};

/// What a model says in a conversation: several calls, one more, and an answer.
fn script() -> [Says; 3] {
    let scalars = r#"{"yes":true,"count":9223372036854775807,"ratio":0.1,"price":"-0.12345678901234567890123","text":"ä"}"#;
    let order = r#"{"order":{"number":"A-7","lines":[{"sku":"x","price":12.30,"quantity":1,"note":null}],"gift":null}}"#;
    [
        Says::Calls(vec![
            ("scalars", scalars.to_owned()),
            ("find_order", json!({ "order": "A-7" }).to_string()),
            ("photo", "{}".to_owned()),
        ]),
        Says::written("order", order),
        Says::Text("All done."),
    ]
}

struct Run {
    received: Vec<Received>,
    /// The messages that are stored.
    stored: Value,
    output: String,
}

async fn run(api: Api, way: Way, strict: bool) -> Run {
    let kit = desk::kit().await;
    let provider = Provider::serving(script()).await;
    let agent = AgentBuilder::new(provider.model(api, strict)).preamble("Be kind.");
    let agent = agent.toolkit(&kit).unwrap().build();
    let run = agent.prompt("What of order A-7?").run_options(&Session::new());
    let response = way.run(run).await.unwrap();
    let stored = serde_json::to_value(&response.messages).unwrap();
    Run { received: provider.received(), stored, output: response.output() }
}

#[tokio::test]
async fn dump() {
    for api in APIS {
        for way in WAYS {
            let run = run(api, way, true).await;
            eprintln!("=== {api:?} {way:?} {}", run.output);
            for received in &run.received {
                let mut body = received.json();
                body["tools"] = Value::Null;
                eprintln!("--- {body}");
            }
            eprintln!("+++ {}", run.stored);
        }
    }
}
