//! No two tools have one name, or names that a model would mix up.

use std::collections::HashMap;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::manifest::raw::Spanned;
use crate::quote::quoted;
use crate::source::Source;
use crate::tool_name::likeness;

/// The names met so far, each under what all names like it have in common.
#[derive(Default)]
pub(in crate::manifest) struct Names(HashMap<String, Spanned<String>>);

impl Names {
    /// Takes one more name; the problem, if one like it is there already.
    pub(in crate::manifest) fn add(
        &mut self,
        source: &Source,
        name: &Spanned<String>,
    ) -> Option<Diagnostic> {
        let Some(first) = self.0.get(&likeness(&name.value)) else {
            self.0.insert(likeness(&name.value), name.clone());
            return None;
        };
        let line = source.position(first.span.start).line;
        let written = quoted(&name.value);
        let (message, help) = if first.value == name.value {
            (format!("two tools are named {written}, the other on line {line}"), "rename one")
        } else {
            let other = quoted(&first.value);
            (
                format!("the tool names {written} and {other} (line {line}) are too alike"),
                "rename one: names must differ in more than case, `-` and `_`",
            )
        };
        Some(Diagnostic::new(Code::DuplicateToolName, message).at(source, name.span).help(help))
    }
}
