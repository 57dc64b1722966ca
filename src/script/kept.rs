//! What start-up statements leave to the calls, and that no call changes it.
//!
//! A closure shares the variables that it captured. One in a constant would carry
//! what one call did to them into the next, which may be somebody else's.

use std::collections::HashSet;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use rhai::{
    AST, Array, Dynamic, Engine, EvalAltResult, FnPtr, GlobalRuntimeState, Map, Module,
    NativeCallContext,
};

use super::aside::Aside;
use super::limits::Limits;

/// A statement that calls this ends the start-up statements of every script.
pub(super) const CAPTURE: &str = "rulebook_capture_environment";

/// Where a script's environment is put when its start-up statements have run.
#[derive(Clone, Default)]
pub(super) struct Captured(Arc<Mutex<Option<Aside<GlobalRuntimeState>>>>);

impl Captured {
    pub(super) fn register(&self, engine: &mut Engine) {
        let captured = self.clone();
        engine.register_fn(CAPTURE, move |context: NativeCallContext| {
            let environment = Aside::new(context.global_runtime_state().clone());
            *captured.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(environment);
        });
    }

    /// The environment that was put here last.
    pub(super) fn take(&self) -> Option<Aside<GlobalRuntimeState>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The script with one statement more at its end, which keeps the environment
/// that the statements before it made.
pub(super) fn with_capture(engine: &Engine, ast: &AST) -> Result<AST, Box<EvalAltResult>> {
    let capture = engine.compile(format!("{CAPTURE}()"))?;
    let statements = ast.statements().iter().chain(capture.statements()).cloned();
    let source = ast.source().unwrap_or_default();
    Ok(AST::new_with_source(statements, ast.shared_lib().clone(), source))
}

/// Gives the functions in a script's constants copies of what they captured.
///
/// # Errors
/// What is told of a constant that there can be no such copy of.
pub(super) fn constants(global: &GlobalRuntimeState, limits: &Limits) -> Result<(), String> {
    let Some(constants) = &global.constants else { return Ok(()) };
    let mut constants = constants.write().unwrap_or_else(PoisonError::into_inner);
    for (name, constant) in constants.iter_mut() {
        Copies::new(limits).hold(constant).map_err(|TooMuch| too_much(name))?;
    }
    Ok(())
}

/// The same for what a module gives to those that import it.
pub(super) fn variables(module: &mut Module, limits: &Limits) -> Result<(), String> {
    let all: Vec<_> =
        module.iter_var().map(|(name, value)| (name.to_owned(), value.clone())).collect();
    for (name, mut value) in all {
        Copies::new(limits).hold(&mut value).map_err(|TooMuch| too_much(&name))?;
        module.set_var(name, value);
    }
    Ok(())
}

fn too_much(name: &str) -> String {
    format!("`{name}` holds a function that captured itself, or too much to be a constant")
}

struct TooMuch;

/// Copies of what one constant's functions captured.
struct Copies {
    /// How many values may still be copied: one that is captured often is as often
    /// a copy.
    left: usize,
    /// The variables that are being copied, each by its address.
    open: HashSet<usize>,
}

impl Copies {
    /// How deep functions and what they captured may be nested.
    const DEEPEST: usize = 50_000;

    fn new(limits: &Limits) -> Self {
        Self { left: limits.array_items.saturating_add(limits.map_items), open: HashSet::new() }
    }

    /// `value` with copies in it of all that is shared.
    fn hold(&mut self, value: &mut Dynamic) -> Result<(), TooMuch> {
        if value.is_shared() {
            return self.copy(value, Self::DEEPEST);
        }
        if let Some(mut items) = value.write_lock::<Array>() {
            items.iter_mut().try_for_each(|item| self.hold(item))
        } else if let Some(mut members) = value.write_lock::<Map>() {
            members.values_mut().try_for_each(|member| self.hold(member))
        } else if let Some(mut function) = value.write_lock::<FnPtr>() {
            function.iter_curry_mut().try_for_each(|held| self.copy(held, Self::DEEPEST))
        } else {
            Ok(())
        }
    }

    /// Something that a function captured, or that is in such a thing.
    fn copy(&mut self, value: &mut Dynamic, levels: usize) -> Result<(), TooMuch> {
        if !value.is_shared() {
            return self.copy_within(value, levels);
        }
        // Kept meanwhile, so that no other variable gets its address.
        let variable = value.clone();
        let address = variable.read_lock::<Dynamic>().map(|held| ptr::from_ref(&*held).addr());
        let address = address.filter(|address| self.open.insert(*address)).ok_or(TooMuch)?;
        *value = variable.flatten_clone();
        self.copy_within(value, levels)?;
        self.open.remove(&address);
        Ok(())
    }

    fn copy_within(&mut self, value: &mut Dynamic, levels: usize) -> Result<(), TooMuch> {
        let levels = levels.checked_sub(1).ok_or(TooMuch)?;
        self.left = self.left.checked_sub(1).ok_or(TooMuch)?;
        if let Some(mut items) = value.write_lock::<Array>() {
            items.iter_mut().try_for_each(|item| self.copy(item, levels))
        } else if let Some(mut members) = value.write_lock::<Map>() {
            members.values_mut().try_for_each(|member| self.copy(member, levels))
        } else if let Some(mut function) = value.write_lock::<FnPtr>() {
            function.iter_curry_mut().try_for_each(|held| self.copy(held, levels))
        } else {
            Ok(())
        }
    }
}
