//! What scripts import inside their functions, checked before a call comes to it.
//!
//! An import in a function is run when the function runs, and may never be. When
//! rules are loaded again, though, calls have shown which files are in use: one
//! that no longer loads then is a mistake to tell of, and not one to serve.

use std::collections::BTreeSet;
use std::sync::Arc;

use rhai::{ASTNode, Engine, Expr, Position, Stmt};

use super::compile::Script;
use super::compiled::Compiled;
use super::failure::{self, Entered};
use super::import;
use super::limits::Limits;
use crate::confine::import_paths;
use crate::diagnostic::Diagnostic;
use crate::error::ToolError;
use crate::panics;

/// The failure, and the problems of the script that could not be imported.
pub(crate) type ImportFailure = (ToolError, Vec<Diagnostic>);

/// Imports again what calls of an earlier load imported.
pub(super) struct Again<'a> {
    pub(super) engine: &'a Engine,
    pub(super) limits: &'a Limits,
    pub(super) compiled: &'a Compiled,
    /// The files that were in use.
    pub(super) in_use: &'a BTreeSet<String>,
}

impl Again<'_> {
    /// Imports on this thread what a script, or one that it imports, still does.
    pub(super) fn run(&self, script: &Arc<Script>) -> Vec<ImportFailure> {
        let (mut failures, mut seen) = (Vec::new(), BTreeSet::new());
        let mut waiting = vec![Arc::clone(script)];
        while let Some(script) = waiting.pop() {
            for (path, position) in imports(&script) {
                let files: Vec<_> = import_paths(script.source().name(), &path).collect();
                if !files.iter().any(|file| self.in_use.contains(file) && seen.insert(file.clone()))
                {
                    continue;
                }
                failures.extend(self.import(&script, &path, position).err());
                waiting.extend(files.iter().filter_map(|file| self.compiled.named(file)));
            }
        }
        failures
    }

    fn import(&self, script: &Script, path: &str, place: Position) -> Result<(), ImportFailure> {
        let Self { engine, limits, .. } = self;
        let file = script.source().name();
        let resolve = || engine.module_resolver().resolve(engine, Some(file), path, place);
        let entered = Entered::file(file);
        let module =
            panics::contain(resolve).ok_or_else(|| (failure::panicked(&entered), Vec::new()))?;
        module.map(drop).map_err(|error| {
            let problems = import::problems(&error);
            (failure::describe(*error, &entered, limits), problems)
        })
    }
}

/// Every path that a script imports, in its functions too, with its place. One
/// that is not written down, but worked out, is not known.
fn imports(script: &Script) -> Vec<(String, Position)> {
    let mut imports = Vec::new();
    script.ast().walk(&mut |path: &[ASTNode<'_>]| {
        if let Some(ASTNode::Stmt(Stmt::Import(parts, _))) = path.last()
            && let (Expr::StringConstant(path, place), _) = &**parts
        {
            imports.push((path.to_string(), *place));
        }
        true
    });
    imports
}
