//! A call that waits for approval: what the person reads, and what the answer means.

use rmcp::model::{ElicitRequestParams, ElicitResult, ElicitationAction};
use rulebook::{Approval, ApprovalRequest};
use serde_json::{Value, json};

use rulebook::wording::brief;

/// The longest reason that a model is told, in characters.
const LONGEST_REASON: usize = 1_000;

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
    let message = request.to_string();
    Some(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
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
