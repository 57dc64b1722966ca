//! A call that waits for approval: what the person reads, and what the answer means.

use rmcp::model::{ElicitRequestParams, ElicitResult, ElicitationAction};
use rulebook::{Approval, ApprovalRequest, ToolKind};
use serde_json::{Value, json};

use crate::shown::{brief, json as shown_json, one_line};

/// The longest reason that a model is told, in characters.
const LONGEST_REASON: usize = 1_000;

/// The longest description that a person is shown, in characters.
const LONGEST_DESCRIPTION: usize = 1_000;

/// What a client is asked to show.
pub(super) fn form(request: &ApprovalRequest) -> Option<ElicitRequestParams> {
    let schema = json!({
        "type": "object",
        "properties": {
            "approve": {
                "type": "boolean",
                "title": "Approve",
                "description": "Run the tool with exactly these arguments.",
                "default": true,
            },
            "reason": {
                "type": "string",
                "title": "Reason",
                "description": "Why not, for the model.",
                // Some clients make null of what has no default, which is no text.
                "default": "",
                "maxLength": LONGEST_REASON,
            },
        },
    });
    let requested_schema = serde_json::from_value(schema).ok()?;
    let message = message(request);
    Some(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
}

/// What the person reads.
pub(super) fn message(request: &ApprovalRequest) -> String {
    let mut lines = vec![format!("May the tool `{}` run?", one_line(&request.tool))];
    if let Some(why) = &request.asked_again {
        lines.push(format!("You are asked again: {}.", one_line(why)));
    }
    let words: Vec<_> = request.description.split_whitespace().collect();
    lines.push(format!("What it does: {}", brief(&words.join(" "), LONGEST_DESCRIPTION)));
    lines.push(format!("Where it comes from: {}", origin(request)));
    if let Some(kind) = request.kind {
        lines.push(format!("What it can change: {} (`{kind}`)", changes(kind)));
    }
    let arguments = shown_json(&Value::Object(request.arguments.clone()));
    if arguments.complete {
        lines.push("Arguments:".to_owned());
        lines.push(arguments.text);
    } else {
        lines.push(
            "Arguments, of which PARTS ARE NOT SHOWN here, since they are too long:".to_owned(),
        );
        lines.push(arguments.text);
        lines.push("Approve only if you trust what is not shown, too.".to_owned());
    }
    lines.join("\n")
}

fn origin(request: &ApprovalRequest) -> String {
    match &request.source {
        None => format!("the collection `{}`", one_line(&request.collection)),
        Some(source) => format!(
            "the function `{}` of the script `{}`, by the manifest `{}` (load {})",
            one_line(&source.function),
            one_line(&source.script),
            one_line(&source.manifest),
            source.generation,
        ),
    }
}

fn changes(kind: ToolKind) -> &'static str {
    match kind {
        ToolKind::Read => "nothing",
        ToolKind::State => "the agent's own state only",
        ToolKind::Edit => "data that outlives the run",
        ToolKind::Execute => "anything, since it runs a command or code",
        _ => "what its kind says",
    }
}

/// What an answer means; what is wrong with it, when it is none.
pub(super) fn read(answer: ElicitResult) -> Result<Approval, String> {
    match answer.action {
        ElicitationAction::Accept => {}
        ElicitationAction::Decline => return Ok(Approval::denied("the person declined")),
        ElicitationAction::Cancel => {
            return Ok(Approval::denied("the person closed the question without a decision"));
        }
        _ => return Err("its action is not known".to_owned()),
    }
    let members = match answer.content {
        None => return Ok(Approval::Granted),
        Some(Value::Object(members)) => members,
        Some(_) => return Err("its content is no object".to_owned()),
    };
    match members.get("approve") {
        None | Some(Value::Bool(true)) => Ok(Approval::Granted),
        Some(Value::Bool(false)) => {
            let reason = members.get("reason").and_then(Value::as_str).map(str::trim);
            let reason = reason.filter(|reason| !reason.is_empty());
            Ok(Approval::denied(reason.map_or_else(
                || "the person declined".to_owned(),
                |reason| brief(reason, LONGEST_REASON),
            )))
        }
        Some(_) => Err("its `approve` is neither true nor false".to_owned()),
    }
}
