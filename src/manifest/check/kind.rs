//! `kind` is one of the four.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::source::{Source, Span};
use crate::tool::ToolKind;

const KINDS: [ToolKind; 4] = [ToolKind::Read, ToolKind::State, ToolKind::Edit, ToolKind::Execute];

pub(in crate::manifest) fn check(
    source: &Source,
    text: &str,
    span: Span,
) -> Result<ToolKind, Diagnostic> {
    if let Some(kind) = KINDS.into_iter().find(|kind| kind.as_str() == text) {
        return Ok(kind);
    }
    let help = match nearest(text, KINDS.map(ToolKind::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "write `read` (changes nothing), `state` (changes only the agent's own state), \
                 `edit` (changes data that outlives the run) or `execute` (runs a command or code)"
            .to_owned(),
    };
    let message = format!("{} is not a kind of tool", quoted(text));
    Err(Diagnostic::new(Code::InvalidValue, message).at(source, span).help(help))
}
