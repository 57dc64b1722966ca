//! No setting is named twice in one list.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::manifest::raw::Spanned;
use crate::quote::quoted;
use crate::source::Source;

pub(in crate::manifest) fn problem(
    source: &Source,
    key: &str,
    name: &Spanned<String>,
) -> Diagnostic {
    let message = format!("{} stands in `{key}` twice", quoted(&name.value));
    let problem = Diagnostic::new(Code::DuplicateSetting, message).at(source, name.span);
    problem.help("remove one of them")
}
