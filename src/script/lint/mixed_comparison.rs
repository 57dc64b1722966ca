//! A parameter compared with a literal of a kind that it can never equal.

use rhai::Expr;

use super::parameters::Comparison;
use super::place::{over, span};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::quote::quoted;
use crate::script::compile::Script;
use crate::ty::Ty;

/// A warning for each comparison of two kinds of values.
pub(super) fn warnings(script: &Script, comparisons: &[Comparison]) -> Vec<Diagnostic> {
    let told = comparisons.iter().filter(|one| is_mixed(&one.ty, &one.literal)).map(|one| {
        let source = script.source();
        let written = span(source, &one.literal).map(|span| source.slice(span)).unwrap_or_default();
        let kind = kind(&one.ty);
        let message = format!("`{}` is {kind}: {} is not", one.parameter, quoted(written));
        let problem = Diagnostic::new(Code::MixedComparison, message).help(help(one, written));
        over(script, &one.literal, problem)
    });
    told.collect()
}

const fn is_mixed(ty: &Ty, literal: &Expr) -> bool {
    match literal {
        Expr::StringConstant(..) => matches!(ty, Ty::Bool | Ty::Int | Ty::Float | Ty::Decimal),
        Expr::IntegerConstant(..) => matches!(ty, Ty::Bool | Ty::String | Ty::Choice(_)),
        Expr::FloatConstant(..) => {
            matches!(ty, Ty::Bool | Ty::String | Ty::Choice(_) | Ty::Decimal)
        }
        Expr::BoolConstant(..) => {
            matches!(ty, Ty::Int | Ty::Float | Ty::Decimal | Ty::String | Ty::Choice(_))
        }
        _ => false,
    }
}

const fn kind(ty: &Ty) -> &'static str {
    match ty {
        Ty::Bool => "a bool",
        Ty::Int => "an int",
        Ty::Float => "a float",
        Ty::Decimal => "a decimal",
        _ => "a string",
    }
}

/// What to write instead: the same literal in the kind of the parameter, where it has one.
fn help(one: &Comparison, written: &str) -> String {
    let inner = match &one.literal {
        Expr::StringConstant(text, _) => text.as_str(),
        _ => written,
    };
    let number = inner.parse::<f64>().is_ok_and(f64::is_finite);
    match &one.ty {
        Ty::Decimal if number => format!("write `parse_decimal(\"{inner}\")`"),
        Ty::Int if inner.parse::<i64>().is_ok() => format!("write `{inner}`, without quotes"),
        Ty::Float if number => format!("write `{inner}`, without quotes"),
        Ty::Bool if matches!(inner, "true" | "false") => format!("write `{inner}`, without quotes"),
        Ty::Bool => "compare it with `true` or `false`".to_owned(),
        Ty::String => format!("write `\"{inner}\"`"),
        Ty::Choice(_) => format!("it is one of {}", quoted(&one.ty.to_string())),
        _ => "compare it with a number".to_owned(),
    }
}
