//! A script whose start-up statements have run: its constants and imports.

use std::collections::HashMap;

use rhai::{Dynamic, Engine, FnPtr, GlobalRuntimeState, NativeCallContext, Position, Scope};

use super::aside::Aside;
use super::compile::Script;
use super::failure::{self, Entered};
use super::guard::{self, Captures};
use super::import;
use super::kept::{Captured, with_capture};
use super::limits::Limits;
use super::size;
use crate::diagnostic::Diagnostic;
use crate::error::{ErrorCode, ToolError};
use crate::panics;

/// What every call of a script's functions begins with.
pub(crate) struct Environment {
    file: String,
    /// What the closures in it captured; emptied before they are dropped.
    _captures: Aside<Captures>,
    global: Aside<GlobalRuntimeState>,
}

/// A function of a script, found once and called often.
#[derive(Clone)]
pub(crate) struct Entry {
    function: FnPtr,
    /// Where its body begins.
    body: Position,
}

/// What a function gave.
pub(crate) struct Given {
    pub(crate) value: Dynamic,
    /// What it left in its parameter of the type `session`, if it has one.
    pub(crate) left: Option<Dynamic>,
}

/// What start-up statements run with.
pub(super) struct Start<'a> {
    pub(super) engine: &'a Engine,
    pub(super) limits: &'a Limits,
    pub(super) captured: &'a Captured,
}

impl Start<'_> {
    /// Runs the start-up statements of a script, in order, once.
    ///
    /// # Errors
    /// The failure, and the problems of the script that could not be imported.
    pub(super) fn run(&self, script: &Script) -> Result<Environment, (ToolError, Vec<Diagnostic>)> {
        let Self { engine, limits, captured } = self;
        let file = script.source().name().to_owned();
        let captures = guard::begin();
        let run = panics::contain(|| {
            with_capture(engine, script.guarded())
                .and_then(|ast| engine.eval_ast_with_scope::<Dynamic>(&mut Scope::new(), &ast))
        });
        // Taken in any case: what a script that failed has left is not for the next.
        let global = captured.take();
        let doom = size::take_doom();
        let run = run.ok_or_else(|| (failure::panicked(&Entered::file(&file)), Vec::new()))?;
        let run = doom.map_or(run, Err);
        let run = run.or_else(|error| failure::exit_value(*error));
        let _value = run.map_err(|error| {
            let problems = import::problems(&error);
            (failure::describe(error, &Entered::file(&file), limits), problems)
        })?;
        let global = global.ok_or_else(|| {
            let text = "the start-up statements end early, with `return` or `exit`";
            (ToolError::new(ErrorCode::ScriptFailed, text), Vec::new())
        })?;
        Ok(Environment { file, _captures: Aside::new(captures.end().constant()), global })
    }
}

impl Environment {
    /// The environment of a script whose start-up statements are left out: no
    /// constants, no imports.
    pub(super) fn bare(engine: &Engine, script: &Script) -> Self {
        let mut global = engine.new_global_runtime_state();
        global.lib.push(script.guarded().shared_lib().clone());
        global.source = script.ast().source().map(Into::into);
        let file = script.source().name().to_owned();
        Self { file, _captures: Aside::new(Captures::default()), global: Aside::new(global) }
    }

    /// Calls a function. The arguments are as many as it has parameters.
    pub(super) fn call(
        &self,
        engine: &Engine,
        limits: &Limits,
        entry: &Entry,
        mut arguments: Vec<Dynamic>,
    ) -> Result<Given, ToolError> {
        let Some(global) = self.global.get() else {
            return Err(ToolError::new(ErrorCode::Unavailable, "the tool set is gone"));
        };
        let Entry { function, body } = entry;
        let name = function.fn_name();
        let file = Some(self.file.as_str());
        let context =
            NativeCallContext::new_with_all_fields(engine, name, file, global, Position::NONE);
        let _captures = guard::begin();
        let entered = Entered { file: &self.file, function: Some((name, *body)) };
        let run = || function.call_raw(&context, None, arguments.as_mut_slice());
        let run = panics::contain(run);
        let doom = size::take_doom();
        // Taken in any case: what a call that failed has left is not for the next.
        let left = guard::take_left();
        let run = run.ok_or_else(|| failure::panicked(&entered))?;
        let run =
            doom.map_or(run, Err).or_else(|error| failure::exit_value(*error).map_err(Box::new));
        let run = run.map(Dynamic::flatten).and_then(|value| size::fits(value, limits));
        run.map(|value| Given { value, left })
            .map_err(|error| failure::describe(*error, &entered, limits))
    }
}

/// The functions of a script, to be called later, by name.
pub(super) fn entries(script: &Script) -> impl Iterator<Item = (String, Entry)> {
    let bodies = script.ast().iter_fn_def().map(|function| {
        let place = function.body.start_position();
        ((function.name.to_string(), function.params.len()), place)
    });
    let bodies: HashMap<_, _> = bodies.collect();
    script.guarded().iter_fn_def().map(move |function| {
        let name = function.name.to_string();
        let body = bodies.get(&(name.clone(), function.params.len()));
        let body = body.copied().unwrap_or(Position::NONE);
        (name, Entry { function: FnPtr::from(function.clone()), body })
    })
}
