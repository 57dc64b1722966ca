//! Values that are worked out and then dropped.

use rhai::{Expr, FnCallExpr, Position as Place, Stmt, Token};

use super::bodies::{self, Body};
use super::place::{over, span};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::quote::quoted;
use crate::script::compile::Script;

/// What becomes of the last value of some statements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It is the result of something, or may be.
    Used,
    /// It is dropped where it stands.
    Dropped,
    /// It is the value of a branch, and that is dropped.
    Branch,
    /// It is the value of a branch that is dropped, and another branch does
    /// something: a literal may stand there only to fill the place.
    Filler,
}

/// A warning for each value that is dropped although nothing else happens there.
pub(super) fn warnings(script: &Script, bodies: &[Body]) -> Vec<Diagnostic> {
    let mut search = Search { script, problems: Vec::new() };
    for body in bodies {
        search.block(&body.statements, Fate::Used);
    }
    search.problems
}

struct Search<'a> {
    script: &'a Script,
    problems: Vec<Diagnostic>,
}

impl Search<'_> {
    fn block(&mut self, statements: &[Stmt], fate: Fate) {
        let last = statements.len().saturating_sub(1);
        for (index, statement) in statements.iter().enumerate() {
            self.statement(statement, if index == last { fate } else { Fate::Dropped });
        }
    }

    fn statement(&mut self, statement: &Stmt, fate: Fate) {
        match statement {
            Stmt::Expr(expression) => self.value(expression, fate),
            Stmt::FnCall(call, place) => self.call(call, *place, fate),
            Stmt::Block(block) => self.block(block.statements(), fate),
            Stmt::If(parts, _) => {
                self.inside(&parts.expr);
                let fate = of_branches(statement, fate);
                self.block(parts.body.statements(), fate);
                self.block(parts.branch.statements(), fate);
            }
            Stmt::Switch(parts, _) => {
                self.inside(&parts.0);
                let fate = of_branches(statement, fate);
                for case in &parts.1.expressions {
                    self.inside(&case.lhs);
                    self.branch(&case.rhs, fate);
                }
            }
            Stmt::While(parts, _) | Stmt::Do(parts, ..) => {
                self.inside(&parts.expr);
                self.block(parts.body.statements(), Fate::Dropped);
            }
            Stmt::For(parts, _) => {
                self.inside(&parts.2.expr);
                self.block(parts.2.body.statements(), Fate::Dropped);
            }
            Stmt::TryCatch(parts, _) => {
                self.block(parts.body.statements(), Fate::Used);
                self.block(parts.branch.statements(), Fate::Used);
            }
            Stmt::Var(parts, ..) => self.inside(&parts.1),
            Stmt::Assignment(parts) => self.inside(&parts.1.rhs),
            Stmt::Return(Some(value), ..) | Stmt::BreakLoop(Some(value), ..) => self.inside(value),
            _ => {}
        }
    }

    /// The value of a case is an expression; a block is one that holds statements.
    fn branch(&mut self, value: &Expr, fate: Fate) {
        match value {
            Expr::Stmt(block) => self.block(block.statements(), fate),
            other => self.value(other, fate),
        }
    }

    fn value(&mut self, value: &Expr, fate: Fate) {
        let told = match fate {
            Fate::Used => false,
            Fate::Dropped | Fate::Branch => is_idle(value),
            Fate::Filler => is_idle(value) && is_operator(value),
        };
        if told {
            self.tell(value, fate);
        }
        self.inside(value);
    }

    fn call(&mut self, call: &FnCallExpr, place: Place, fate: Fate) {
        self.value(&Expr::FnCall(Box::new(call.clone()), place), fate);
    }

    /// Looks for blocks within an expression: their values are used.
    fn inside(&mut self, expression: &Expr) {
        if let Expr::Stmt(block) = expression {
            self.block(block.statements(), Fate::Used);
        }
        bodies::parts(expression).into_iter().for_each(|part| self.inside(part));
    }

    fn tell(&mut self, value: &Expr, fate: Fate) {
        let source = self.script.source();
        let text = |value| span(source, value).map(|span| source.slice(span)).unwrap_or_default();
        let message = format!("the value of {} is not used", quoted(text(value)));
        let problem = Diagnostic::new(Code::UnusedValue, message);
        let problem = match compared(value) {
            Some(left) => problem.help(format!(
                "to change {}, write one `=`: `==` only compares",
                quoted(text(left))
            )),
            None if fate == Fate::Dropped => {
                problem.help("to end the function with it, write `return ...`; or remove it")
            }
            None => problem.help("write `return ...`, or make what follows the `else`"),
        };
        self.problems.push(over(self.script, value, problem));
    }
}

/// The left side of a `==`, when it is something that can be changed.
fn compared(value: &Expr) -> Option<&Expr> {
    let Expr::FnCall(call, _) = value else { return None };
    let left = call.args.first().filter(|_| call.op_token == Some(Token::EqualsTo))?;
    matches!(left, Expr::Variable(..) | Expr::Dot(..) | Expr::Index(..)).then_some(left)
}

/// Whether nothing happens in an expression but that its value is found.
fn is_idle(value: &Expr) -> bool {
    match value {
        Expr::BoolConstant(..)
        | Expr::IntegerConstant(..)
        | Expr::FloatConstant(..)
        | Expr::CharConstant(..)
        | Expr::StringConstant(..)
        | Expr::Variable(..)
        | Expr::Property(..)
        | Expr::ThisPtr(_) => true,
        Expr::FnCall(call, _) => call.op_token.is_some() && call.args.iter().all(is_idle),
        Expr::And(parts, _) | Expr::Or(parts, _) | Expr::Coalesce(parts, _) => {
            parts.iter().all(is_idle)
        }
        Expr::Array(parts, _) | Expr::InterpolatedString(parts, _) => parts.iter().all(is_idle),
        Expr::Map(parts, _) => parts.0.iter().all(|(_, one)| is_idle(one)),
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => is_idle(&parts.lhs) && is_idle(&parts.rhs),
        _ => false,
    }
}

fn is_operator(value: &Expr) -> bool {
    matches!(value, Expr::FnCall(..) | Expr::And(..) | Expr::Or(..) | Expr::Coalesce(..))
}

/// What becomes of the values of the branches of a statement.
fn of_branches(statement: &Stmt, fate: Fate) -> Fate {
    match fate {
        Fate::Used | Fate::Filler => fate,
        Fate::Dropped | Fate::Branch if acts(statement) => Fate::Filler,
        Fate::Dropped | Fate::Branch => Fate::Branch,
    }
}

/// Whether a statement, or one of its branches, ends in something that has an effect.
fn acts(statement: &Stmt) -> bool {
    let ends = |statements: &[Stmt]| statements.last().is_some_and(acts);
    match statement {
        Stmt::If(parts, _) => ends(parts.body.statements()) || ends(parts.branch.statements()),
        Stmt::Switch(parts, _) => parts.1.expressions.iter().any(|case| match &case.rhs {
            Expr::Stmt(block) => ends(block.statements()),
            value => !is_idle(value) && !matches!(value, Expr::Unit(_)),
        }),
        Stmt::Block(block) => ends(block.statements()),
        Stmt::Expr(value) => match &**value {
            Expr::Stmt(block) => ends(block.statements()),
            value => !is_idle(value) && !matches!(value, Expr::Unit(_)),
        },
        Stmt::FnCall(call, _) => call.op_token.is_none() || !call.args.iter().all(is_idle),
        // A branch that leaves says nothing about the others.
        Stmt::Return(..) | Stmt::BreakLoop(..) | Stmt::Noop(_) => false,
        _ => true,
    }
}
