//! The links of a chain such as `order.lines[0].get("sku")`, and what is written by one.

use std::collections::HashSet;

use rhai::{ASTFlags, ASTNode, Expr, Stmt};

use super::lost_change::CHANGE;

/// What a function gives to members of a parameter.
#[derive(Default)]
pub(super) struct Written {
    /// The names that are given something, or whose values are changed.
    pub(super) names: HashSet<String>,
    /// Whether that can be any name.
    pub(super) anything: bool,
}

impl Written {
    /// Adds what one node of a function does to this variable; `own` tells whether the
    /// script has a function of a name, which may change what it is called on.
    pub(super) fn add(&mut self, node: &ASTNode<'_>, variable: &str, own: &dyn Fn(&str) -> bool) {
        match node {
            ASTNode::Stmt(Stmt::Var(parts, ..)) => self.anything |= parts.0.name == variable,
            ASTNode::Stmt(Stmt::For(parts, _)) => {
                let index = parts.1.iter().any(|index| index.name == variable);
                self.anything |= index || parts.0.name == variable;
            }
            ASTNode::Stmt(Stmt::TryCatch(parts, _)) => {
                self.anything |= is_variable(&parts.expr, variable);
            }
            ASTNode::Stmt(Stmt::Assignment(parts)) => match links(&parts.1.lhs, variable) {
                Some(links) => self.target(links),
                None => self.anything |= is_variable(&parts.1.lhs, variable),
            },
            ASTNode::Expr(chain @ (Expr::Dot(..) | Expr::Index(..))) => {
                self.methods(links(chain, variable), own);
            }
            // By name, what is built in changes its first argument.
            ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _)) => {
                let first = call.args.first().is_some_and(|first| is_variable(first, variable));
                let changes = CHANGE.contains(&call.name.as_str());
                self.anything |= (first && changes) || call.capture_parent_scope;
            }
            _ => {}
        }
    }

    /// What stands on the left of a `=`.
    fn target(&mut self, links: Links<'_>) {
        match links.last().and_then(|link| link.name()) {
            Some(name) => drop(self.names.insert(name.to_owned())),
            None => self.anything = true,
        }
    }

    /// A chain that may end in a function that changes what it is called on.
    fn methods(&mut self, links: Option<Links<'_>>, own: &dyn Fn(&str) -> bool) {
        let mut before = None;
        for link in links.into_iter().flatten() {
            if let Expr::MethodCall(call, _) = link.step
                && (CHANGE.contains(&call.name.as_str()) || own(&call.name))
            {
                match (call.args.as_slice(), before) {
                    ([Expr::StringConstant(name, _), _], _) if call.name == "set" => {
                        self.names.insert(name.to_string());
                    }
                    (_, Some(name)) => drop(self.names.insert(name)),
                    _ => self.anything = true,
                }
                return;
            }
            before = link.name().map(str::to_owned).or(before);
        }
    }
}

/// Whether an expression is this variable alone.
pub(super) fn is_variable(expression: &Expr, name: &str) -> bool {
    matches!(expression, Expr::Variable(variable, ..)
        if variable.1 == name && variable.2.is_empty())
}

/// The links of a chain that begins with this variable.
pub(super) fn links<'e>(chain: &'e Expr, variable: &str) -> Option<Links<'e>> {
    match chain {
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) if is_variable(&parts.lhs, variable) => {
            Some(Links { chain: Some(chain) })
        }
        _ => None,
    }
}

/// One `.name`, `["name"]` or `.call()` of a chain.
pub(super) struct Link<'e> {
    step: &'e Expr,
    /// Whether a `.` stands before it, and not a `[`.
    dot: bool,
}

/// The links of a chain, in order.
pub(super) struct Links<'e> {
    chain: Option<&'e Expr>,
}

impl<'e> Iterator for Links<'e> {
    type Item = Link<'e>;

    fn next(&mut self) -> Option<Link<'e>> {
        let (rest, dot, ends) = match self.chain.take()? {
            Expr::Dot(parts, flags, _) => (&parts.rhs, true, flags.contains(ASTFlags::BREAK)),
            Expr::Index(parts, flags, _) => (&parts.rhs, false, flags.contains(ASTFlags::BREAK)),
            _ => return None,
        };
        let step = match rest {
            // What is in the brackets may be a chain of its own.
            Expr::Dot(parts, ..) | Expr::Index(parts, ..) if !ends => {
                self.chain = Some(rest);
                &parts.lhs
            }
            rest => rest,
        };
        Some(Link { step, dot })
    }
}

impl<'e> Link<'e> {
    /// The member that it reads, where that is written down.
    pub(super) fn name(&self) -> Option<&'e str> {
        match self.step {
            Expr::Property(property, _) if self.dot => Some(&property.2),
            Expr::StringConstant(name, _) if !self.dot => Some(name),
            Expr::MethodCall(call, _) if self.dot && call.name == "get" => {
                match call.args.as_slice() {
                    [Expr::StringConstant(name, _)] => Some(name),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether it stands in brackets.
    pub(super) const fn is_index(&self) -> bool {
        !self.dot
    }

    /// The expression that names the member.
    pub(super) fn place(&self) -> &'e Expr {
        match self.step {
            Expr::MethodCall(call, _) => call.args.first().unwrap_or(self.step),
            step => step,
        }
    }
}
