//! A text that is there says something.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::manifest::raw::Spanned;
use crate::source::Source;

/// `what` names the text in a message.
pub(in crate::manifest) fn check(
    source: &Source,
    what: &str,
    text: &Spanned<String>,
) -> Option<Diagnostic> {
    text.value.trim().is_empty().then(|| {
        Diagnostic::new(Code::InvalidValue, format!("{what} is empty"))
            .at(source, text.span)
            .help("write something, or leave it out")
    })
}
