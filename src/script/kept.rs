//! The environment that the start-up statements of a script leave to its calls.

use std::sync::{Arc, Mutex, PoisonError};

use rhai::{AST, Engine, EvalAltResult, GlobalRuntimeState, NativeCallContext};

use super::aside::Aside;

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
