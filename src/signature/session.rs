//! The type `session`, which stands alone and on a parameter.

use super::function::Param;
use super::known::SESSION;
use super::problems::{Problems, quoted};
use super::syntax::{Node, Shape};
use crate::code::Code;
use crate::source::{Source, Span};
use crate::ty::Ty;

/// Whether a written type is `session` and nothing else.
pub(super) fn is_one(node: &Node, source: &Source) -> bool {
    match &node.shape {
        Shape::Name(name, inner) => inner.is_empty() && source.slice(*name) == SESSION,
        _ => false,
    }
}

/// Reports a `session` that is a part of another type, or what a function gives.
pub(super) fn misplaced(problems: &mut Problems<'_>, span: Span, result: bool) {
    let help = if result {
        "give what is wanted of it; a change to the map is kept without being given"
    } else {
        "write it as the whole type of a parameter, as in `notes: session`"
    };
    problems.report(
        Code::MisplacedType,
        span,
        "`session` is what is kept for a conversation, and only a parameter has that type",
        help,
    );
}

/// Reports every `session` of a function after its first.
pub(super) fn doubled(problems: &mut Problems<'_>, params: &[Param]) {
    let mut sessions = params.iter().filter(|param| param.ty == Some(Ty::Session));
    let Some(first) = sessions.next() else { return };
    for more in sessions {
        problems.report(
            Code::MisplacedType,
            more.span,
            format!("a function has one `session`, and {} is another", quoted(&more.name)),
            format!("leave it out, and use {}", quoted(&first.name)),
        );
    }
}
