//! What the engine does not count, counted by rewriting compiled scripts: values
//! that are put into others in place, what closures capture, what `curry` gives.
//!
//! A function that does nothing of this stays as it was compiled.

mod body;
mod capture;
mod chain;
mod grow;
mod hashed;
mod key;
mod rewrite;
mod risk;

use rhai::{AST, ASTNode, Engine, Module, ScriptFuncDef, Shared, Stmt};

pub(super) use capture::{Captures, begin};
pub(super) use grow::note;

use super::limits::Limits;
use super::size::Most;
use risk::Script;

/// What a rewritten script needs of its engine.
pub(super) fn register(engine: &mut Engine, limits: &Limits) {
    body::register(engine);
    capture::register(engine, limits);
    grow::register(engine, Most::new(limits));
    hashed::register(engine);
}

/// The script with everything counted; nothing when the engine counts all there is.
pub(super) fn guarded(ast: &AST) -> Option<AST> {
    let script = Script::new(ast);
    if !script.is_risky(ast) {
        return None;
    }
    let mut statements = ast.statements().to_vec();
    for statement in &mut statements {
        rewrite::statement(&script, statement);
    }
    let mut functions = Module::new();
    for function in ast.iter_fn_def() {
        functions.set_script_fn(match statements_of(function, &script) {
            Some(mut statements) => {
                for statement in &mut statements {
                    rewrite::statement(&script, statement);
                }
                body::with(function, statements).unwrap_or_else(|| Shared::clone(function))
            }
            None => Shared::clone(function),
        });
    }
    let source = ast.source().unwrap_or_default();
    Some(AST::new_with_source(statements, functions, source))
}

/// The statements of a function that needs guarding.
fn statements_of(function: &Shared<ScriptFuncDef>, script: &Script) -> Option<Vec<Stmt>> {
    // Rhai shows what is in a function only on a walk, and lends it only for as
    // long as the walk takes.
    let mut alone = Module::new();
    alone.set_script_fn(Shared::clone(function));
    let alone = AST::new_from_module(alone);
    if !script.is_risky(&alone) {
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
