//! An export says of its settings which are open or which are closed, and not both.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::manifest::raw::SettingNames;
use crate::source::Source;

pub(in crate::manifest) fn check(
    source: &Source,
    configurable: Option<&SettingNames>,
    fixed: Option<&SettingNames>,
) -> Option<Diagnostic> {
    let (open, closed) = (configurable?, fixed?);
    let second = open.key.max(closed.key);
    let message = "an entry of `exports` has one of `configurable` and `fixed`, and not both";
    let help = "keep `configurable` to close every setting that it does not name, or `fixed` to \
                open every one that it does not name";
    Some(Diagnostic::new(Code::ConflictingFields, message).at(source, second).help(help))
}
