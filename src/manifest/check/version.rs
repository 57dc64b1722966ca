//! `schemaVersion` is one that this program reads.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::manifest::raw::VERSION;
use crate::quote::quoted;
use crate::source::{Source, Span};

/// `number` is the version as it is written.
pub(in crate::manifest) fn check(source: &Source, number: &str, span: Span) -> Option<Diagnostic> {
    let version = number.parse().unwrap_or(f64::NAN);
    let known = f64::from(VERSION);
    // As JSON has it, `1.0` is `1`.
    if version == known {
        return None;
    }
    let help = if version > known && version.fract() == 0.0 {
        format!("write it for version {VERSION}, or use a newer rulebook")
    } else {
        format!("write `\"schemaVersion\": {VERSION}`")
    };
    let message = format!(
        "the manifest is of version {}, and version {VERSION} is the one read here",
        quoted(number)
    );
    Some(Diagnostic::new(Code::UnsupportedVersion, message).at(source, span).help(help))
}
