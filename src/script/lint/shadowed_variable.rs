//! A `let` in a block where the variable around it was probably meant to change.

use rhai::{ASTFlags, Expr, Position as Place, Stmt};

use super::bodies::{self, Body};
use super::place::at;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::script::compile::Script;

/// A warning for each `let` in a block whose variable is never read, while one of
/// the same name around the block is read afterwards.
pub(super) fn warnings(script: &Script, bodies: &[Body]) -> Vec<Diagnostic> {
    bodies.iter().flat_map(|body| Search::of(body).problems(script)).collect()
}

/// A variable or a parameter.
struct Variable {
    name: String,
    /// How many blocks are around it within its function.
    depth: usize,
    reads: Vec<usize>,
}

/// A `let` in a block, of a name that is known outside of the block.
struct Shadow {
    place: Place,
    inner: usize,
    outer: usize,
    /// The time when the whole statement that holds the block has ended.
    until: Option<usize>,
}

#[derive(Default)]
struct Search {
    variables: Vec<Variable>,
    /// The variables that can be seen, the nearest last.
    visible: Vec<usize>,
    depth: usize,
    /// Goes on with each read.
    time: usize,
    shadows: Vec<Shadow>,
}

impl Search {
    fn of(body: &Body) -> Self {
        let mut search = Self::default();
        body.parameters.iter().for_each(|name| search.declare(name));
        search.statements(&body.statements);
        search
    }

    fn problems(self, script: &Script) -> Vec<Diagnostic> {
        let told = self.shadows.iter().filter_map(|shadow| {
            let (inner, outer) =
                (self.variables.get(shadow.inner)?, self.variables.get(shadow.outer)?);
            let later = outer.reads.iter().any(|time| shadow.until.is_some_and(|end| *time > end));
            (later && inner.reads.is_empty()).then(|| {
                let name = &inner.name;
                let message = format!("this `{name}` is a new one that ends with its block");
                let help = format!("to change the outer one, write `{name} = ...` without `let`");
                at(
                    script,
                    shadow.place,
                    Diagnostic::new(Code::ShadowedVariable, message).help(help),
                )
            })
        });
        told.collect()
    }

    fn declare(&mut self, name: &str) {
        self.visible.push(self.variables.len());
        self.variables.push(Variable {
            name: name.to_owned(),
            depth: self.depth,
            reads: Vec::new(),
        });
    }

    fn find(&self, name: &str) -> Option<usize> {
        let named = |index: &&usize| self.variables.get(**index).is_some_and(|v| v.name == name);
        self.visible.iter().rev().find(named).copied()
    }

    fn read(&mut self, variable: Option<usize>) {
        self.time += 1;
        if let Some(variable) = variable.and_then(|index| self.variables.get_mut(index)) {
            variable.reads.push(self.time);
        }
    }

    /// A block with variables of its own, of which some come from its statement.
    fn block(&mut self, own: &[&str], statements: &[Stmt]) {
        let seen = self.visible.len();
        self.depth += 1;
        own.iter().for_each(|name| self.declare(name));
        self.statements(statements);
        self.depth -= 1;
        self.visible.truncate(seen);
    }

    fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(statement);
            let (now, depth) = (self.time, self.depth);
            for shadow in self.shadows.iter_mut().filter(|shadow| shadow.until.is_none()) {
                let outer = self.variables.get(shadow.outer);
                if outer.is_some_and(|outer| outer.depth >= depth) {
                    shadow.until = Some(now);
                }
            }
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Var(parts, flags, _) => {
                self.expression(&parts.1);
                let (name, place) = (&parts.0.name, parts.0.pos);
                let around = self.find(name);
                self.declare(name);
                let inner = self.variables.len() - 1;
                let outer = around.filter(|index| {
                    self.variables.get(*index).is_some_and(|outer| outer.depth < self.depth)
                });
                let named = !flags.intersects(ASTFlags::CONSTANT) && !name.starts_with('_');
                if let Some(outer) = outer.filter(|_| named) {
                    self.shadows.push(Shadow { place, inner, outer, until: None });
                }
            }
            Stmt::Assignment(parts) => {
                if !matches!(parts.1.lhs, Expr::Variable(..)) {
                    self.expression(&parts.1.lhs);
                }
                self.expression(&parts.1.rhs);
            }
            Stmt::If(parts, _) => {
                self.expression(&parts.expr);
                self.block(&[], parts.body.statements());
                self.block(&[], parts.branch.statements());
            }
            Stmt::Switch(parts, _) => {
                self.expression(&parts.0);
                for case in &parts.1.expressions {
                    self.expression(&case.lhs);
                    self.expression(&case.rhs);
                }
            }
            Stmt::While(parts, _) => {
                self.expression(&parts.expr);
                self.block(&[], parts.body.statements());
            }
            Stmt::Do(parts, ..) => {
                self.block(&[], parts.body.statements());
                self.expression(&parts.expr);
            }
            Stmt::For(parts, _) => {
                let (item, index, parts) = &**parts;
                self.expression(&parts.expr);
                let index = index.iter().map(|index| index.name.as_str());
                let own: Vec<_> = index.chain([item.name.as_str()]).collect();
                self.block(&own, parts.body.statements());
            }
            Stmt::TryCatch(parts, _) => {
                self.block(&[], parts.body.statements());
                let caught = match &parts.expr {
                    Expr::Variable(variable, ..) => vec![variable.1.as_str()],
                    _ => Vec::new(),
                };
                self.block(&caught, parts.branch.statements());
            }
            Stmt::Block(block) => self.block(&[], block.statements()),
            Stmt::Expr(value) => self.expression(value),
            Stmt::FnCall(call, _) => {
                call.args.iter().for_each(|value| self.expression(value));
                self.lend(call.capture_parent_scope);
            }
            Stmt::Return(Some(value), ..) | Stmt::BreakLoop(Some(value), ..) => {
                self.expression(value);
            }
            _ => {}
        }
    }

    fn expression(&mut self, expression: &Expr) {
        match expression {
            Expr::Variable(variable, ..) if variable.2.is_empty() => {
                self.read(self.find(&variable.1));
            }
            Expr::Stmt(block) => self.block(&[], block.statements()),
            Expr::FnCall(call, _) => self.lend(call.capture_parent_scope),
            _ => {}
        }
        bodies::parts(expression).into_iter().for_each(|part| self.expression(part));
    }

    /// A call such as `f!()` may read every variable that can be seen.
    fn lend(&mut self, lends: bool) {
        let visible = if lends { self.visible.clone() } else { Vec::new() };
        visible.into_iter().for_each(|variable| self.read(Some(variable)));
    }
}
