//! A parameter compared with a text that it can never be.

use std::sync::Arc;

use rhai::Expr;

use super::parameters::Comparison;
use super::place::over;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::script::compile::Script;
use crate::ty::Ty;

/// A warning for each text that is none of those that the parameter's type lists.
pub(super) fn warnings(script: &Script, comparisons: &[Comparison]) -> Vec<Diagnostic> {
    let told = comparisons.iter().filter(|one| one.equality).filter_map(|one| {
        let (Ty::Choice(members), Expr::StringConstant(text, _)) = (&one.ty, &one.literal) else {
            return None;
        };
        let known = members.iter().any(|member| **member == **text);
        (!known).then(|| over(script, &one.literal, problem(one, text, members)))
    });
    told.collect()
}

fn problem(one: &Comparison, text: &str, members: &[Arc<str>]) -> Diagnostic {
    let message = format!("`{}` is never {}", one.parameter, quoted(text));
    let problem = Diagnostic::new(Code::UnknownChoice, message);
    match nearest(text, members.iter().map(AsRef::as_ref)) {
        Some(near) => problem.help(format!("did you mean {}?", quoted(near))),
        None => problem.help(format!("it is one of {}", quoted(&one.ty.to_string()))),
    }
}
