//! The description of an export: its own, or the function's doc comment.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::quote::quoted;
use crate::signature::Function;
use crate::source::{Source, Span};

/// What a model is told about an export.
pub(crate) fn description(
    manifest: &Source,
    export: Span,
    written: Option<&str>,
    function: &Function,
) -> Result<String, Diagnostic> {
    let doc = function.doc.as_deref().map(str::trim).filter(|doc| !doc.is_empty());
    written.or(doc).map(str::to_owned).ok_or_else(|| {
        let message = format!("nothing says what {} does", quoted(&function.name));
        Diagnostic::new(Code::MissingDescription, message)
            .at(manifest, export)
            .help("add a `description` here, or a `///` comment above the function")
    })
}
