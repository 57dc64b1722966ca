//! The types that are the whole type of one parameter, and no part of any other:
//! `session`, and the names of settings.

use super::function::Param;
use super::known::SESSION;
use super::problems::{Problems, quoted};
use super::syntax::{Node, Shape};
use crate::code::Code;
use crate::source::{Source, Span};
use crate::ty::Ty;

/// The type, if a written one is `session` or the name of settings and nothing else.
pub(super) fn one(node: &Node, source: &Source, settings: impl Fn(&str) -> bool) -> Option<Ty> {
    let Shape::Name(name, inner) = &node.shape else { return None };
    match source.slice(*name) {
        _ if !inner.is_empty() => None,
        SESSION => Some(Ty::Session),
        name => settings(name).then(|| Ty::Settings(name.into())),
    }
}

/// The same, if it is written with a `?`.
pub(super) fn of_null(node: &Node, source: &Source, settings: impl Fn(&str) -> bool) -> Option<Ty> {
    let Shape::Nullable(inner) = &node.shape else { return None };
    one(inner, source, settings)
}

/// Reports those types of parameters. Whether there are any.
pub(super) fn never_null(problems: &mut Problems<'_>, source: &Source, spans: &[Span]) -> bool {
    for span in spans {
        let written = source.slice(*span);
        let name = written.trim_end_matches('?').trim_end();
        let message = format!("{} is never null, and is written without a `?`", quoted(name));
        let help = format!("write {}", quoted(name));
        problems.report(Code::MisplacedType, *span, message, help);
    }
    !spans.is_empty()
}

/// Reports a `session` that is a part of another type, or what a function gives.
pub(super) fn session_misplaced(problems: &mut Problems<'_>, span: Span, result: bool) {
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

/// The same of settings.
pub(super) fn settings_misplaced(problems: &mut Problems<'_>, name: &str, span: Span) {
    let example = quoted(&format!("settings: {name}"));
    problems.report(
        Code::MisplacedType,
        span,
        format!("{} are settings, and only a parameter has that type", quoted(name)),
        format!("write it as the whole type of a parameter, as in {example}"),
    );
}

/// Reports every `session` of a function after its first, and all settings after the
/// first. Whether there was any.
pub(super) fn doubled(problems: &mut Problems<'_>, params: &[Param]) -> bool {
    let session = |ty: &Ty| matches!(ty, Ty::Session);
    let settings = |ty: &Ty| matches!(ty, Ty::Settings(_));
    let sessions = more(problems, params, "has one `session`", session);
    let settings = more(problems, params, "takes settings once", settings);
    sessions || settings
}

fn more(
    problems: &mut Problems<'_>,
    params: &[Param],
    what: &str,
    is: impl Fn(&Ty) -> bool,
) -> bool {
    let mut of_kind = params.iter().filter(|param| param.ty.as_ref().is_some_and(&is));
    let Some(first) = of_kind.next() else { return false };
    let mut any = false;
    for more in of_kind {
        any = true;
        problems.report(
            Code::MisplacedType,
            more.span,
            format!("a function {what}, and {} is another", quoted(&more.name)),
            format!("leave it out, and use {}", quoted(&first.name)),
        );
    }
    any
}
