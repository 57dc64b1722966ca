//! The tools of an MCP server beside return rules in a script: renamed, approved, pinned, and
//! there again after the server died.
#![expect(clippy::print_stdout, reason = "the sample shows what it does")]

mod warehouse;

use std::error::Error;

use rulebook::{Approval, CallOutcome, Session, ToolError, ToolSet, Toolkit};
use rulebook_mcp::{McpToolCollection, ServerCommand, ToolChoice};
use serde_json::{Value, json};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1);
    if let Some(folder) = words.next() {
        return warehouse::serve(folder.as_ref()).await;
    }
    let folder = tempfile::tempdir()?;

    // A server of your own has its command here, as `ServerCommand::new("npx")`.
    let server = ServerCommand::new(std::env::current_exe()?).arg(folder.path());
    let warehouse = McpToolCollection::builder("warehouse", server)
        .choose(|tool| match &*tool.name {
            "open" => ToolChoice::Drop,
            name => ToolChoice::Rename(format!("warehouse_{name}")),
        })
        .require_approval_for_destructive()
        .context_resource("rulebook://context")
        .pin_first_seen()
        .connect()
        .await?;
    let rules = ToolSet::options().root(".").load("manifests/returns.json").await?;
    let toolkit = Toolkit::builder().collection(rules).collection(warehouse.clone()).build()?;

    for spec in toolkit.specs() {
        let kind = spec.kind.map_or("no kind", |kind| kind.as_str());
        let asks = if spec.requires_approval { ", asks for approval" } else { "" };
        println!("{}: {kind}{asks}", spec.name);
    }
    let session = Session::new();
    let context = toolkit.context(&session).await;
    for (collection, text) in context.iter().flat_map(|context| context.parts()) {
        println!("\n[context of {collection}]\n{}\n", text.trim_end());
    }

    let item = json!({
        "days_since_delivery": 12, "reason": "damaged",
        "item_condition": "damaged", "is_final_sale": false,
    });
    call(&toolkit, "evaluate_return_eligibility", item, &session).await;
    call(&toolkit, "warehouse_stock", json!({ "sku": "mug" }), &session).await;
    let order = json!({ "sku": "mug", "pieces": 2 });
    call(&toolkit, "warehouse_order", order.clone(), &session).await;

    println!("\nthe server dies, and is started anew");
    let mut changes = warehouse.status_changes();
    call(&toolkit, "warehouse_recount", json!({}), &session).await;
    while warehouse.status().connections < 2 {
        changes.next().await.ok_or("the server does not come back")?;
    }
    call(&toolkit, "warehouse_stock", json!({ "sku": "mug" }), &session).await;

    println!("\nit came back with another tool, which is held until the host accepts it");
    call(&toolkit, "warehouse_order", order.clone(), &session).await;
    for held in warehouse.held() {
        println!("[{held}]");
        warehouse.accept(&held)?;
    }
    call(&toolkit, "warehouse_order", order, &session).await;
    warehouse.close().await;
    Ok(())
}

/// Calls a tool, and prints what the model would read.
async fn call(toolkit: &Toolkit, tool: &str, arguments: Value, session: &Session) {
    println!("{tool} {arguments}");
    match asked(toolkit, tool, arguments, session).await {
        Ok(value) => println!("  {value}"),
        Err(error) => println!("  {}: {}", error.code, error.message),
    }
}

/// Has a person approve the call first where that is wanted.
async fn asked(
    toolkit: &Toolkit,
    tool: &str,
    arguments: Value,
    session: &Session,
) -> Result<Value, ToolError> {
    let mut outcome = toolkit.call(tool, arguments, session).await?;
    if let CallOutcome::NeedsApproval(request) = outcome {
        println!("  [may {} run? yes]", request.tool);
        outcome = toolkit.answer(*request, Approval::Granted, session).await?;
    }
    Ok(outcome.done()?.value)
}
