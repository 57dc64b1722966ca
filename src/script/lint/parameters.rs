//! What parameters with a declared type are compared with.

use std::collections::{HashMap, HashSet};

use rhai::{ASTNode, Engine, Expr, FnCallExpr, Stmt, Token};

use super::bodies::Body;
use super::cases::Cases;
use crate::script::compile::Script;
use crate::signature::Function;
use crate::ty::Ty;

/// Methods that leave a text or a number as it is; of others that is not known.
const HARMLESS: [&str; 8] =
    ["len", "is_empty", "contains", "starts_with", "ends_with", "index_of", "abs", "type_of"];

/// A parameter compared with a literal, or with the text of a case.
pub(super) struct Comparison {
    pub(super) parameter: String,
    /// Its type, without the `?` of one that may be null.
    pub(super) ty: Ty,
    /// Whether it is compared by `==` or `!=`.
    pub(super) equality: bool,
    pub(super) literal: Expr,
}

/// The comparisons of the parameters that hold what the caller gave, all the time.
pub(super) fn comparisons(engine: &Engine, script: &Script, bodies: &[Body]) -> Vec<Comparison> {
    let (cases, signatures) = (Cases::of(engine, script), Signatures::of(script, bodies));
    bodies.iter().flat_map(|body| in_body(&cases, &signatures, body)).collect()
}

fn in_body(cases: &Cases<'_>, signatures: &Signatures<'_>, body: &Body) -> Vec<Comparison> {
    let mut parameters = signatures.types(body);
    let changed = changed(body);
    parameters.retain(|(name, _)| !changed.contains(*name));
    let mut found = Vec::new();
    let mut find = |variable: &str, literal: &Expr, equality| {
        if let Some((name, ty)) = parameters.iter().find(|(name, _)| *name == variable) {
            let (parameter, literal) = ((*name).to_owned(), literal.clone());
            found.push(Comparison { parameter, ty: (*ty).clone(), equality, literal });
        }
    };
    visit(body, |node| match node {
        ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _)) => {
            if let Some((variable, literal, equality)) = compared(call) {
                find(variable, literal, equality);
            }
        }
        ASTNode::Stmt(Stmt::Switch(parts, place)) => {
            if let Expr::Variable(variable, ..) = &parts.0 {
                let texts = cases.texts(&parts.1, *place);
                texts.iter().for_each(|text| find(&variable.1, text, true));
            }
        }
        _ => {}
    });
    found
}

/// The signatures of a script by name and number of parameters.
pub(super) struct Signatures<'a> {
    /// Each with how often it was read.
    read: HashMap<(&'a str, usize), (&'a Function, usize)>,
    /// How often a function of that kind was compiled.
    compiled: HashMap<(&'a str, usize), usize>,
}

impl<'a> Signatures<'a> {
    pub(super) fn of(script: &'a Script, bodies: &'a [Body]) -> Self {
        let (mut read, mut compiled) = (HashMap::new(), HashMap::new());
        for function in script.functions() {
            let key = (function.name.as_str(), function.params.len());
            read.entry(key).or_insert((function, 0)).1 += 1;
        }
        for key in bodies.iter().filter_map(key) {
            *compiled.entry(key).or_default() += 1;
        }
        Self { read, compiled }
    }

    /// The parameters of a function with their types, where no other function
    /// could be meant.
    pub(super) fn types(&self, body: &Body) -> Vec<(&'a str, &'a Ty)> {
        let Some(key) = key(body) else { return Vec::new() };
        match (self.read.get(&key), self.compiled.get(&key)) {
            (Some((function, 1)), Some(1)) => {
                let typed = function.params.iter().filter_map(|parameter| {
                    let ty = parameter.ty.as_ref()?;
                    Some((parameter.name.as_str(), if let Ty::Nullable(ty) = ty { ty } else { ty }))
                });
                typed.collect()
            }
            _ => Vec::new(),
        }
    }
}

fn key(body: &Body) -> Option<(&str, usize)> {
    Some((body.name.as_deref()?, body.parameters.len()))
}

/// The variable, the literal, and whether they are compared for equality.
fn compared(call: &FnCallExpr) -> Option<(&str, &Expr, bool)> {
    let equality = match call.op_token.as_ref()? {
        Token::EqualsTo | Token::NotEqualsTo => true,
        Token::LessThan
        | Token::GreaterThan
        | Token::LessThanEqualsTo
        | Token::GreaterThanEqualsTo => false,
        _ => return None,
    };
    match call.args.as_slice() {
        [Expr::Variable(variable, ..), literal] | [literal, Expr::Variable(variable, ..)]
            if variable.2.is_empty() && literal.is_constant() =>
        {
            Some((&variable.1, literal, equality))
        }
        _ => None,
    }
}

/// Looks at every part of the statements of a function.
pub(super) fn visit(body: &Body, mut with: impl FnMut(&ASTNode<'_>)) {
    for statement in &body.statements {
        statement.walk(&mut Vec::new(), &mut |path: &[ASTNode<'_>]| {
            path.last().into_iter().for_each(&mut with);
            true
        });
    }
}

/// The names that are declared once more, or that may be given another value.
fn changed(body: &Body) -> HashSet<String> {
    let mut names = HashSet::new();
    visit(body, |node| match node {
        ASTNode::Stmt(Stmt::Var(parts, ..)) => {
            names.insert(parts.0.name.to_string());
        }
        ASTNode::Stmt(Stmt::For(parts, _)) => {
            names.insert(parts.0.name.to_string());
            names.extend(parts.1.iter().map(|index| index.name.to_string()));
        }
        ASTNode::Stmt(Stmt::TryCatch(parts, _)) => names.extend(root(&parts.expr)),
        ASTNode::Stmt(Stmt::Share(shared)) => {
            names.extend(shared.iter().map(|(variable, _)| variable.name.to_string()));
        }
        ASTNode::Stmt(Stmt::Assignment(parts)) => names.extend(root(&parts.1.lhs)),
        ASTNode::Expr(Expr::Dot(parts, ..)) => {
            let harmless = match &parts.rhs {
                Expr::MethodCall(call, _) => is_harmless(call),
                _ => false,
            };
            names.extend(root(&parts.lhs).filter(|_| !harmless));
        }
        ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _))
            if call.op_token.is_none() && !is_harmless(call) =>
        {
            names.extend(call.args.first().and_then(root));
        }
        _ => {}
    });
    names
}

fn is_harmless(call: &FnCallExpr) -> bool {
    call.name.starts_with("to_") || HARMLESS.contains(&call.name.as_str())
}

/// The variable at the beginning of what is changed.
fn root(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Variable(variable, ..) => Some(variable.1.to_string()),
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => root(&parts.lhs),
        _ => None,
    }
}
