//! A constant that is declared twice outside of functions.

use std::collections::HashSet;

use rhai::{ASTFlags, Stmt};

use super::place::at;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::script::compile::Script;

/// A warning for each `const` of a name that has one already.
pub(super) fn warnings(script: &Script) -> Vec<Diagnostic> {
    let mut seen = HashSet::new();
    let told = script.ast().statements().iter().filter_map(|statement| match statement {
        Stmt::Var(parts, flags, _)
            if flags.intersects(ASTFlags::CONSTANT) && !seen.insert(parts.0.name.as_str()) =>
        {
            let message = format!("`{}` is declared twice", parts.0.name);
            let problem = Diagnostic::new(Code::DuplicateConstant, message)
                .help("remove one of them, or give it another name");
            Some(at(script, parts.0.pos, problem))
        }
        _ => None,
    });
    told.collect()
}
