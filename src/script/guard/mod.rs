//! What the engine does not count, counted by rewriting compiled scripts: values
//! that are put into others in place, what closures capture, what `curry` gives.
//!
//! A function that does nothing of this stays as it was compiled, unless it has a
//! parameter whose last value is wanted.

mod body;
mod capture;
mod chain;
mod grow;
mod hashed;
mod key;
mod rewrite;
mod risk;
mod session;

use rhai::{AST, ASTNode, Engine, Module, ScriptFuncDef, Shared, Stmt};

pub(super) use capture::{Captures, begin};
pub(super) use grow::note;
pub(super) use session::take_left;

use super::limits::Limits;
use super::size::Most;
use crate::signature::Function;
use crate::ty::Ty;
use risk::Script;

/// What a rewritten script needs of its engine.
pub(super) fn register(engine: &mut Engine, limits: &Limits) {
    body::register(engine);
    capture::register(engine, limits);
    grow::register(engine, Most::new(limits));
    hashed::register(engine);
}

/// The script with everything counted; nothing when the engine counts all there is.
pub(super) fn guarded(ast: &AST, signatures: &[Function]) -> Option<AST> {
    let script = Script::new(ast);
    let has_sessions = signatures.iter().any(|function| session_of(function).is_some());
    if !has_sessions && !script.is_risky(ast) {
        return None;
    }
    let mut statements = ast.statements().to_vec();
    for statement in &mut statements {
        rewrite::statement(&script, statement);
    }
    let mut functions = Module::new();
    for function in ast.iter_fn_def() {
        let session = signatures.iter().find(|one| is_of(one, function)).and_then(session_of);
        functions.set_script_fn(match statements_of(function, &script, session.is_some()) {
            Some(mut statements) => {
                for statement in &mut statements {
                    rewrite::statement(&script, statement);
                }
                let guarded = body::with(function, statements, session);
                guarded.unwrap_or_else(|| Shared::clone(function))
            }
            None => Shared::clone(function),
        });
    }
    let source = ast.source().unwrap_or_default();
    Some(AST::new_with_source(statements, functions, source))
}

/// The parameter of a function that holds what is kept for a session.
fn session_of(function: &Function) -> Option<&str> {
    let session = function.params.iter().find(|parameter| parameter.ty == Some(Ty::Session));
    session.map(|parameter| parameter.name.as_str())
}

/// Whether a signature is that of a compiled function.
fn is_of(signature: &Function, function: &ScriptFuncDef) -> bool {
    signature.name == function.name.as_str()
        && signature.params.len() == function.params.len()
        && signature.method_of.as_deref() == function.this_type.as_deref()
}

/// The statements of a function that needs guarding, or is wanted in any case.
fn statements_of(
    function: &Shared<ScriptFuncDef>,
    script: &Script,
    wanted: bool,
) -> Option<Vec<Stmt>> {
    // Rhai shows what is in a function only on a walk, and lends it only for as
    // long as the walk takes.
    let mut alone = Module::new();
    alone.set_script_fn(Shared::clone(function));
    let alone = AST::new_from_module(alone);
    if !wanted && !script.is_risky(&alone) {
        return None;
    }
    let mut statements = Vec::new();
    alone.walk(&mut |path: &[ASTNode<'_>]| {
        if let [ASTNode::Stmt(statement)] = path {
            statements.push((*statement).clone());
        }
        true
    });
    Some(statements)
}
