//! What a person reads who has to decide about a call.

use std::fmt;

use serde_json::Value;

use super::request::ApprovalRequest;
use crate::shown::{brief, json, one_line};
use crate::tool::ToolKind;

/// The longest description that a person is shown, in characters.
const LONGEST_DESCRIPTION: usize = 1_000;

/// The question as a person is asked it, over several lines: the tool, what it does and
/// can change, where it comes from, and the arguments that would run. Nothing in it is
/// unseen or passes for another line of it; where arguments are too long to be shown to
/// their end, it says so.
impl fmt::Display for ApprovalRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "May the tool `{}` run?", one_line(&self.tool))?;
        if let Some(why) = &self.asked_again {
            writeln!(f, "You are asked again: {}.", one_line(why))?;
        }
        let words: Vec<_> = self.description.split_whitespace().collect();
        writeln!(f, "What it does: {}", brief(&words.join(" "), LONGEST_DESCRIPTION))?;
        writeln!(f, "Where it comes from: {}", origin(self))?;
        if let Some(kind) = self.kind {
            writeln!(f, "What it can change: {} (`{kind}`)", changes(kind))?;
        }
        let arguments = json(&Value::Object(self.arguments.clone()));
        if arguments.complete {
            return write!(f, "Arguments:\n{}", arguments.text);
        }
        write!(
            f,
            "Arguments, of which PARTS ARE NOT SHOWN here, since they are too long:\n{}\nApprove \
             only if you trust what is not shown, too.",
            arguments.text
        )
    }
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

const fn changes(kind: ToolKind) -> &'static str {
    match kind {
        ToolKind::Read => "nothing",
        ToolKind::State => "the agent's own state only",
        ToolKind::Edit => "data that outlives the run",
        ToolKind::Execute => "anything, since it runs a command or code",
    }
}
