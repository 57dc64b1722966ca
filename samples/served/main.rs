//! The return rules and a till in Rust, served over MCP to a client that asks a person.
#![expect(clippy::print_stdout, reason = "the sample shows what it does")]

use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
    ElicitationAction, Implementation,
};
use rmcp::service::RequestContext;
use rmcp::{ClientHandler, ErrorData, RoleClient, ServiceExt};
use rulebook::{ToolSet, Toolkit, tool_collection};
use rulebook_mcp::McpServer;
use serde_json::{Value, json};

/// Where money is paid back.
struct Till;

#[tool_collection]
#[constraint("Never pay more back than `calculate_refund_amount` gave.")]
impl Till {
    /// Pays money back.
    #[tool(kind = "edit", requires_approval)]
    async fn pay_back(
        &self,
        /// The amount in cents.
        cents: u32,
    ) -> String {
        format!("paid {cents} cents")
    }
}

/// A client with a person at it, who allows small amounts.
struct Person;

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        ClientConfig::new(capabilities, Implementation::new("desk", "1.0.0"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            return Ok(ElicitResult::new(ElicitationAction::Decline));
        };
        println!("  [{}]", message.replace('\n', "\n   "));
        let is_small = !message.contains("90000");
        let decision = json!({ "approve": is_small, "reason": "that is more than I may allow" });
        println!("  [{}]", if is_small { "yes" } else { "no" });
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(decision))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = ToolSet::options().root(".").load("manifests/returns.json").await?;
    let toolkit = Toolkit::builder().collection(rules).collection(Till).build()?;

    // A program of its own has `rulebook_mcp::serve_stdio(toolkit)` here, and its client
    // is Claude or an editor. This one is its own client, over a pipe within it.
    let server = McpServer::builder(toolkit).name("returns-desk", "1.0.0").build();
    let (near, far) = tokio::io::duplex(1 << 16);
    let (input, output) = tokio::io::split(far);
    let served = tokio::spawn(async move { server.serve(input, output).await });
    let client = Person.serve(tokio::io::split(near)).await?;

    let hello = client.peer_info().ok_or("the server said nothing")?;
    println!("{}\n", hello.instructions.as_deref().unwrap_or_default());
    for tool in client.list_all_tools().await? {
        println!("{}: {}", tool.name, tool.description.unwrap_or_default());
    }
    println!();
    let order = json!({
        "merchandise_amount": 80, "shipping_amount": 4.90,
        "restocking_percent": 10, "refund_shipping": false,
    });
    for (tool, arguments) in [
        ("calculate_refund_amount", order),
        ("calculate_refund_amount", json!({ "merchandise": 80 })),
        ("pay_back", json!({ "cents": 7200 })),
        ("pay_back", json!({ "cents": 90000 })),
    ] {
        println!("{tool} {arguments}");
        let Value::Object(arguments) = arguments else { continue };
        let call = CallToolRequestParams::new(tool).with_arguments(arguments);
        let result = client.call_tool(call).await?;
        let said = result.content.first().and_then(|block| block.as_text());
        let word = if result.is_error == Some(true) { "error: " } else { "" };
        println!("  {word}{}", said.map(|said| said.text.as_str()).unwrap_or_default());
    }
    client.cancel().await?;
    served.await??;
    Ok(())
}
