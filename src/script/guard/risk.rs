//! Which parts of a script the engine does not count.

use std::collections::BTreeSet;

use rhai::{AST, ASTNode, Expr, Stmt};

use super::chain;

/// What has to be known of a whole script.
pub(super) struct Script {
    own: BTreeSet<String>,
    /// Whether a value may be a function that holds something.
    functions: bool,
    /// Whether anything is done to a `this`.
    this: bool,
}

impl Script {
    pub(super) fn new(ast: &AST) -> Self {
        let own = ast.iter_fn_def().map(|function| function.name.to_string()).collect();
        let (mut functions, mut this) = (false, false);
        ast.walk(&mut |path: &[ASTNode<'_>]| {
            match path.last() {
                Some(ASTNode::Stmt(Stmt::Import(..))) => (functions, this) = (true, true),
                Some(ASTNode::Stmt(Stmt::Share(_))) => functions = true,
                Some(ASTNode::Expr(Expr::ThisPtr(_))) => this = true,
                Some(ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _))) => {
                    functions |= call.name == "curry";
                }
                _ => {}
            }
            !(functions && this)
        });
        Self { own, functions, this }
    }

    /// Whether a chain changes a part of its variable.
    pub(super) fn changes_a_part(&self, chain: &Expr) -> bool {
        chain::changes_a_part(chain, |name| self.own.contains(name), self.this)
    }

    /// Whether what is switched on may be a function that holds something.
    pub(super) fn is_risky_switch(&self, on: &Expr) -> bool {
        self.functions && !on.is_constant()
    }

    /// Whether there is anything in a script that has to be counted.
    pub(super) fn is_risky(&self, ast: &AST) -> bool {
        !ast.walk(&mut |path: &[ASTNode<'_>]| {
            !path.last().is_some_and(|node| match node {
                ASTNode::Stmt(statement) => self.is_risky_statement(statement),
                ASTNode::Expr(expression) => self.is_risky_expression(expression),
                _ => false,
            })
        })
    }

    fn is_risky_statement(&self, statement: &Stmt) -> bool {
        match statement {
            Stmt::Share(_) => true,
            Stmt::Assignment(parts) => is_part(&parts.1.lhs),
            Stmt::Switch(parts, _) => self.is_risky_switch(&parts.0),
            Stmt::FnCall(call, _) => call.name == "curry",
            _ => false,
        }
    }

    fn is_risky_expression(&self, expression: &Expr) -> bool {
        match expression {
            Expr::FnCall(call, _) | Expr::MethodCall(call, _) => call.name == "curry",
            Expr::Dot(..) | Expr::Index(..) => self.changes_a_part(expression),
            _ => false,
        }
    }
}

/// Whether what is assigned to is a part of a variable.
pub(super) fn is_part(to: &Expr) -> bool {
    matches!(to, Expr::Dot(..) | Expr::Index(..))
}
