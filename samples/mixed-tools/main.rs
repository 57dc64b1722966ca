//! Rules in scripts and an order store in Rust, as the tools of one agent.
#![expect(clippy::print_stdout, reason = "the sample shows what it does")]

mod model;
mod orders;

use std::error::Error;

use rulebook::{Approval, ApprovalRequest, CallOutcome, Session};
use rulebook::{SystemPrompt, ToolSet, Toolkit};
use serde_json::{Value, json};

use model::{Conversation, Turn};
use orders::OrderStore;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let rules = ToolSet::options().root(".").load("manifests/returns.json").await?;
    let toolkit = Toolkit::builder().collection(rules).collection(OrderStore::default()).build()?;
    let prompt = SystemPrompt::builder()
        .role("You are the returns desk of a shop.")
        .toolkit(&toolkit)
        .build()?;
    println!("{prompt}\n");

    // The loop of an agent: what a library for agents does in your program.
    let (session, mut conversation) = (Session::new(), Conversation::default());
    loop {
        // For this turn only: it goes after everything else, and is not stored.
        let context = toolkit.context(&session).await;
        for (collection, text) in context.iter().flat_map(|context| context.parts()) {
            println!("  [context of {collection}: {text}]");
        }
        match conversation.next() {
            Turn::Answer(text) => {
                println!("{text}");
                break;
            }
            Turn::Call(tool, arguments) => {
                println!("{tool} {arguments}");
                let result = call(&toolkit, tool, arguments, &session).await?;
                println!("  {result}");
                conversation.results.push(result);
            }
        }
    }
    let kept = session.to_json();
    println!("\nkept of the conversation: {}", kept.get("state").ok_or("nothing was kept")?);
    Ok(())
}

/// Calls a tool, and has a person approve the call first where that is wanted.
async fn call(
    toolkit: &Toolkit,
    tool: &str,
    arguments: Value,
    session: &Session,
) -> Result<Value, Box<dyn Error>> {
    let mut outcome = toolkit.call(tool, arguments, session).await;
    while let Ok(CallOutcome::NeedsApproval(request)) = outcome {
        // Days may pass here, and the answer may come to another process.
        let kept = serde_json::to_string(&request)?;
        let request: ApprovalRequest = serde_json::from_str(&kept)?;
        let answer = ask_a_person(&request);
        outcome = toolkit.answer(request, answer, session).await;
    }
    match outcome {
        Ok(outcome) => Ok(outcome.done()?.value),
        // The model reads what went wrong, and can do something about it.
        Err(error) => Ok(json!({ "error": error.message })),
    }
}

/// A person who wants to know more the first time.
fn ask_a_person(request: &ApprovalRequest) -> Approval {
    static ASKED: std::sync::Once = std::sync::Once::new();
    let arguments = Value::from(request.arguments.clone());
    let mut answer = Approval::Granted;
    ASKED.call_once(|| answer = Approval::denied("is the parcel back? ask the warehouse first"));
    let said = if answer == Approval::Granted { "yes" } else { "no" };
    println!("  [may {} run with {arguments}? {said}]", request.tool);
    answer
}
