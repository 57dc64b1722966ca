//! Puts what counts around the parts of a script that the engine does not count.
//! Every part keeps its place.

use rhai::{
    ASTFlags, CustomExpr, Dynamic, Expr, FlowControl, FnCallExpr, Position, Stmt, StmtBlock,
};

use super::chain;
use super::key::{CLOSURE, CURRY, GROWING, HASHED, MEASURED};
use super::risk::{Script, is_part};

fn around(key: &str, expression: &mut Expr, state: Dynamic) {
    let position = expression.position();
    let inner = std::mem::take(expression);
    let custom = CustomExpr {
        inputs: std::iter::once(inner).collect(),
        tokens: std::iter::once(key.into()).collect(),
        state,
        scope_may_be_changed: false,
        self_terminated: false,
    };
    *expression = Expr::Custom(custom.into(), position);
}

/// Rewrites a statement and all in it.
pub(super) fn statement(script: &Script, statement: &mut Stmt) {
    match statement {
        Stmt::If(flow, _) | Stmt::While(flow, _) | Stmt::Do(flow, ..) | Stmt::TryCatch(flow, _) => {
            flow_control(script, flow)
        }
        Stmt::For(parts, _) => flow_control(script, &mut parts.2),
        Stmt::Switch(parts, _) => {
            let (on, cases) = &mut **parts;
            let risky = script.is_risky_switch(on);
            expression(script, on);
            if risky {
                around(HASHED, on, Dynamic::UNIT);
            }
            for case in &mut cases.expressions {
                expression(script, &mut case.lhs);
                expression(script, &mut case.rhs);
            }
        }
        Stmt::Var(parts, ..) => expression(script, &mut parts.1),
        Stmt::Assignment(parts) => {
            let parts = &mut parts.1;
            expression(script, &mut parts.rhs);
            if is_part(&parts.lhs) {
                measure(&mut parts.rhs);
                within(script, &mut parts.lhs);
                if let Some(root) = chain::root(&parts.lhs) {
                    assignment(statement, root.into());
                }
            }
        }
        Stmt::FnCall(call, _) => {
            arguments(script, call);
            if call.name == "curry" {
                curry_statement(statement);
            }
        }
        Stmt::Block(block) => self::block(script, block),
        Stmt::Expr(inner) => expression(script, inner),
        Stmt::BreakLoop(Some(inner), ..) | Stmt::Return(Some(inner), ..) => {
            expression(script, inner);
        }
        Stmt::Import(parts, _) => expression(script, &mut parts.0),
        _ => {}
    }
}

fn block(script: &Script, block: &mut StmtBlock) {
    for inner in block.statements_mut() {
        statement(script, inner);
    }
}

fn flow_control(script: &Script, flow: &mut FlowControl) {
    expression(script, &mut flow.expr);
    block(script, &mut flow.body);
    block(script, &mut flow.branch);
}

fn arguments(script: &Script, call: &mut FnCallExpr) {
    for argument in &mut call.args {
        expression(script, argument);
    }
}

/// An assignment to a part of a variable.
fn assignment(statement: &mut Stmt, root: Dynamic) {
    let position = statement.position();
    let inner = std::mem::take(statement);
    let mut inner = Expr::Stmt(StmtBlock::new([inner], position, Position::NONE).into());
    around(GROWING, &mut inner, root);
    *statement = Stmt::Expr(inner.into());
}

fn curry_statement(statement: &mut Stmt) {
    if let Stmt::FnCall(call, position) = std::mem::take(statement) {
        let mut call = Expr::FnCall(call, position);
        around(CURRY, &mut call, Dynamic::UNIT);
        *statement = Stmt::Expr(call.into());
    }
}

/// Has a value measured before it goes into another. Numbers and the like need no
/// measuring, nor do functions, whose captures are counted elsewhere.
fn measure(value: &mut Expr) {
    let small = match value {
        Expr::StringConstant(text, _) => text.len() <= SHORT,
        Expr::BoolConstant(..)
        | Expr::IntegerConstant(..)
        | Expr::FloatConstant(..)
        | Expr::CharConstant(..)
        | Expr::Unit(..)
        | Expr::DynamicConstant(..)
        | Expr::And(..)
        | Expr::Or(..) => true,
        _ => false,
    };
    if !small {
        around(MEASURED, value, Dynamic::UNIT);
    }
}

/// A text of this length counts as much as an item.
const SHORT: usize = 32;

/// Rewrites an expression and all in it.
fn expression(script: &Script, inner: &mut Expr) {
    match inner {
        Expr::FnCall(call, _) => {
            arguments(script, call);
            if call.name == "curry" {
                around(CURRY, inner, Dynamic::UNIT);
            }
        }
        Expr::Stmt(statements) => match captured(statements) {
            Some(names) => around(CLOSURE, inner, names),
            None => block(script, statements),
        },
        Expr::Array(parts, _) | Expr::InterpolatedString(parts, _) => {
            parts.iter_mut().for_each(|part| expression(script, part));
        }
        Expr::And(parts, _) | Expr::Or(parts, _) | Expr::Coalesce(parts, _) => {
            parts.iter_mut().for_each(|part| expression(script, part));
        }
        Expr::Map(parts, _) => {
            parts.0.iter_mut().for_each(|(_, part)| expression(script, part));
        }
        Expr::Dot(..) | Expr::Index(..) => {
            let curries = chain::curries(inner);
            let changes = script.changes_a_part(inner);
            within(script, inner);
            if changes && let Some(root) = chain::root(inner) {
                measure_first_call(inner);
                around(GROWING, inner, root.into());
            }
            if curries {
                around(CURRY, inner, Dynamic::UNIT);
            }
        }
        _ => {}
    }
}

/// Rewrites what is in a chain, and leaves the chain one.
fn within(script: &Script, chain: &mut Expr) {
    if let Expr::Dot(parts, ..) | Expr::Index(parts, ..) = chain {
        expression(script, &mut parts.lhs);
    }
    links(script, chain);
}

/// Rewrites what follows the first part of a chain.
fn links(script: &Script, chain: &mut Expr) {
    let (Expr::Dot(parts, flags, _) | Expr::Index(parts, flags, _)) = chain else { return };
    let ends = flags.intersects(ASTFlags::BREAK);
    match &mut parts.rhs {
        Expr::Dot(inner, ..) | Expr::Index(inner, ..) if !ends => {
            link(script, &mut inner.lhs);
            links(script, &mut parts.rhs);
        }
        last => link(script, last),
    }
}

fn link(script: &Script, link: &mut Expr) {
    match link {
        Expr::MethodCall(call, _) => arguments(script, call),
        Expr::Property(..) => {}
        index => expression(script, index),
    }
}

/// Has measured what the first call of a chain is given.
fn measure_first_call(chain: &mut Expr) {
    let mut rest = chain;
    while let Expr::Dot(parts, ..) | Expr::Index(parts, ..) = rest {
        let parts = &mut **parts;
        let call =
            if matches!(parts.lhs, Expr::MethodCall(..)) { &mut parts.lhs } else { &mut parts.rhs };
        if let Expr::MethodCall(call, _) = call {
            call.args.iter_mut().for_each(measure);
            return;
        }
        rest = &mut parts.rhs;
    }
}

/// The names of the variables that a closure captures, where a block makes one.
fn captured(block: &StmtBlock) -> Option<Dynamic> {
    match block.statements() {
        [Stmt::Share(variables), Stmt::Expr(_)] => {
            let names = variables.iter().map(|(variable, _)| Dynamic::from(variable.name.clone()));
            Some(names.collect::<Vec<_>>().into())
        }
        _ => None,
    }
}
