//! The statements of each function, and the parts of an expression.

use rhai::{AST, ASTNode, Expr, Module, Stmt};

/// The statements of one function, or those outside of functions.
pub(super) struct Body {
    /// Its name; none for the start-up statements.
    pub(super) name: Option<String>,
    pub(super) parameters: Vec<String>,
    pub(super) statements: Vec<Stmt>,
}

impl Body {
    /// The start-up statements, then every function, closures too.
    pub(super) fn all(ast: &AST) -> Vec<Self> {
        let start =
            Self { name: None, parameters: Vec::new(), statements: ast.statements().to_vec() };
        let functions = ast.iter_fn_def().map(|function| {
            // Rhai shows what is in a function only on a walk, and lends it only
            // for as long as the walk takes.
            let mut alone = Module::new();
            alone.set_script_fn(function.clone());
            let mut statements = Vec::new();
            AST::new_from_module(alone).walk(&mut |path: &[ASTNode<'_>]| {
                if let [ASTNode::Stmt(statement)] = path {
                    statements.push((*statement).clone());
                }
                true
            });
            let parameters = function.params.iter().map(ToString::to_string).collect();
            Self { name: Some(function.name.to_string()), parameters, statements }
        });
        std::iter::once(start).chain(functions).collect()
    }
}

/// The expressions that an expression is made of; a block has statements instead.
pub(super) fn parts(expression: &Expr) -> Vec<&Expr> {
    match expression {
        Expr::FnCall(call, _) | Expr::MethodCall(call, _) => call.args.iter().collect(),
        Expr::And(parts, _) | Expr::Or(parts, _) | Expr::Coalesce(parts, _) => {
            parts.iter().collect()
        }
        Expr::Array(parts, _) | Expr::InterpolatedString(parts, _) => parts.iter().collect(),
        Expr::Map(parts, _) => parts.0.iter().map(|(_, value)| value).collect(),
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => vec![&parts.lhs, &parts.rhs],
        _ => Vec::new(),
    }
}
