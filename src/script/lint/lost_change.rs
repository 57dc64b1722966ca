//! A helper that changes its copy of what a conversation keeps.

use std::collections::HashSet;

use rhai::{AST, ASTNode, Expr, FnCallExpr, Module, Position as Place, Stmt};

use super::place::at;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::quote::quoted;
use crate::script::compile::Script;
use crate::signature::Function;
use crate::ty::Ty;

/// The built-in functions that change the array, map or text that they are called on.
pub(super) const CHANGE: [&str; 23] = [
    "append",
    "chop",
    "clear",
    "crop",
    "dedup",
    "drain",
    "extract_if",
    "fill_with",
    "insert",
    "mixin",
    "pad",
    "pop",
    "push",
    "remove",
    "replace",
    "retain",
    "reverse",
    "set",
    "shift",
    "sort",
    "splice",
    "truncate",
    "trim",
];

/// A warning for each call by name of a function that changes its `session`: it gets a
/// copy, and what it does to that is lost.
pub(super) fn warnings(script: &Script) -> Vec<Diagnostic> {
    let changing: Vec<_> = script.functions().iter().filter(|one| changes(script, one)).collect();
    let mut told = Vec::new();
    if changing.is_empty() {
        return told;
    }
    let mut seen = HashSet::new();
    script.ast().walk(&mut |path: &[ASTNode<'_>]| {
        let called = path.last().and_then(call);
        if let Some((call, place)) = called
            && let Some(function) = changing.iter().find(|one| *one.name == *call.name)
            && function.params.len() == call.args.len()
            && seen.insert((place.line(), place.position()))
        {
            told.push(at(script, place, problem(function, call)));
        }
        true
    });
    told
}

fn problem(function: &Function, call: &FnCallExpr) -> Diagnostic {
    let name = &function.name;
    let session = session(function).unwrap_or("notes");
    let given = function.params.iter().zip(&call.args).find(|(param, _)| param.name == session);
    let given = given.and_then(|(_, argument)| root(argument)).unwrap_or(session);
    let message = format!(
        "{} gets a copy of {}, and what it changes in it is lost",
        quoted(name),
        quoted(session)
    );
    let others = function.params.iter().map(|param| param.name.as_str());
    let others: Vec<_> = others.filter(|name| *name != session).collect();
    Diagnostic::new(Code::LostChange, message).help(format!(
        "write `fn {name}({others})`, which changes `this`, and call it as \
         `{given}.{name}({others})`",
        others = others.join(", ")
    ))
}

/// A call by name, and its place.
fn call<'a>(node: &ASTNode<'a>) -> Option<(&'a FnCallExpr, Place)> {
    let of = |call: &'a FnCallExpr, place: Place| {
        (call.op_token.is_none() && call.namespace.is_empty()).then_some((call, place))
    };
    match node {
        ASTNode::Stmt(Stmt::FnCall(call, place)) | ASTNode::Expr(Expr::FnCall(call, place)) => {
            of(call, *place)
        }
        _ => None,
    }
}

/// The parameter of a function that is what a conversation keeps.
fn session(function: &Function) -> Option<&str> {
    let param = function.params.iter().find(|param| param.ty == Some(Ty::Session))?;
    Some(&param.name)
}

/// Whether a function changes its `session`.
fn changes(script: &Script, function: &Function) -> bool {
    let Some(session) = session(function) else { return false };
    let mut bodies = script
        .ast()
        .iter_fn_def()
        .filter(|one| *one.name == *function.name && one.params.len() == function.params.len());
    let Some(body) = bodies.next() else { return false };
    let mut alone = Module::new();
    alone.set_script_fn(body.clone());
    let mut found = false;
    AST::new_from_module(alone).walk(&mut |path: &[ASTNode<'_>]| {
        let changed = match path.last() {
            Some(ASTNode::Stmt(Stmt::Assignment(parts))) => root(&parts.1.lhs),
            Some(ASTNode::Stmt(Stmt::Expr(chain))) if ends_in_a_change(chain) => root(chain),
            Some(ASTNode::Expr(chain)) if ends_in_a_change(chain) => root(chain),
            _ => None,
        };
        found |= changed == Some(session);
        !found
    });
    found
}

/// The variable that a chain of fields, indices and methods begins with.
fn root(expression: &Expr) -> Option<&str> {
    match expression {
        Expr::Variable(variable, ..) => Some(&variable.1),
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => root(&parts.lhs),
        _ => None,
    }
}

/// Whether a chain ends in a function that changes what it is called on.
fn ends_in_a_change(expression: &Expr) -> bool {
    match expression {
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => ends_in_a_change(&parts.rhs),
        Expr::MethodCall(call, _) => CHANGE.contains(&call.name.as_str()),
        _ => false,
    }
}
