//! Whoever is asked for approval.

use std::io::{self, IsTerminal, Write};

use rulebook::{Approval, ApprovalRequest};
use serde_json::Value;
use tokio::task::spawn_blocking;

/// The answer to a request: of the person at the terminal where a real model asks and there
/// is one, and otherwise the one that the sample states.
pub(crate) async fn answer(request: &ApprovalRequest, stated: Approval, is_real: bool) -> Approval {
    if !is_real || !io::stdin().is_terminal() {
        let arguments = Value::from(request.arguments.clone());
        println!("  [may {} run with {arguments}? {}]", request.tool, said(&stated));
        return stated;
    }
    let question = request.to_string();
    spawn_blocking(move || asked(&question))
        .await
        .unwrap_or_else(|_| Approval::denied("nobody answered"))
}

fn asked(question: &str) -> Approval {
    print!("\n{question}\n`yes`, or why not: ");
    let mut line = String::new();
    if io::stdout().flush().and_then(|()| io::stdin().read_line(&mut line)).is_err() {
        return Approval::denied("nobody answered");
    }
    match line.trim() {
        "yes" | "y" => Approval::Granted,
        "" | "no" | "n" => Approval::Denied { reason: None },
        reason => Approval::denied(reason),
    }
}

fn said(answer: &Approval) -> &str {
    match answer {
        Approval::Granted => "yes",
        Approval::Denied { reason } => reason.as_deref().unwrap_or("no"),
    }
}
