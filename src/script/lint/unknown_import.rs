//! Functions that are called of an import and are not in the file.

use std::collections::HashMap;
use std::sync::Arc;

use rhai::{ASTNode, Expr, Stmt};

use super::place::at;
use crate::code::Code;
use crate::confine::import_paths;
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::script::compile::Script;
use crate::script::compiled::Compiled;

/// A warning for each call of a function that an import at the top of the script
/// does not have. Which functions a file has is known once it was imported.
pub(super) fn warnings(script: &Script, compiled: &Compiled) -> Vec<Diagnostic> {
    let imports = imports(script, compiled);
    let mut problems = Vec::new();
    if imports.is_empty() {
        return problems;
    }
    script.ast().walk(&mut |path: &[ASTNode<'_>]| {
        if let Some(
            ASTNode::Expr(Expr::FnCall(call, place)) | ASTNode::Stmt(Stmt::FnCall(call, place)),
        ) = path.last()
            && let Some(imported) = imports.get(&call.namespace.to_string())
            && !seen(imported).any(|name| name == call.name.as_str())
        {
            problems.push(at(script, *place, problem(&call.name, imported)));
        }
        true
    });
    problems
}

/// The files that are imported at the top of the script, by what they are called. A
/// name that stands for several is left out.
fn imports(script: &Script, compiled: &Compiled) -> HashMap<String, Arc<Script>> {
    let mut times = HashMap::<String, usize>::new();
    script.ast().walk(&mut |path: &[ASTNode<'_>]| {
        if let Some(ASTNode::Stmt(Stmt::Import(parts, _))) = path.last() {
            *times.entry(parts.1.name.to_string()).or_default() += 1;
        }
        true
    });
    let mut imports = HashMap::new();
    for statement in script.ast().statements() {
        if let Stmt::Import(parts, _) = statement
            && let (Expr::StringConstant(path, _), name) = &**parts
            && times.get(name.name.as_str()) == Some(&1)
            && let Some(imported) =
                import_paths(script.source().name(), path).find_map(|file| compiled.named(&file))
        {
            imports.insert(name.name.to_string(), imported);
        }
    }
    imports
}

/// The functions that can be called from outside.
fn seen(script: &Script) -> impl Iterator<Item = &str> {
    script.functions().iter().filter(|own| !own.private).map(|own| own.name.as_str())
}

fn problem(name: &str, imported: &Script) -> Diagnostic {
    let file = imported.source().name();
    let message = format!("there is no function `{name}` in {}", quoted(file));
    let problem = Diagnostic::new(Code::UnknownName, message);
    match nearest(name, seen(imported)) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None if imported.functions().iter().any(|own| own.name == name) => {
            problem.help("leave `private` out where it is declared, to call it from outside")
        }
        None => problem.help(format!("write a function `fn {name}(...) {{ ... }}` there")),
    }
}
