//! The hardened engine: what scripts may not do is off before any is read.

use std::sync::{Arc, LazyLock, PoisonError};

use rhai::packages::{Package, StandardPackage};
use rhai::{
    Dynamic, Engine, EvalAltResult, EvalContext, INT, LexError, Module, OptimizationLevel,
    Position, Shared, Token,
};

use super::kept::Captured;
use super::limits::Limits;
use super::log::{Log, LogLine};
use super::{guard, natives};
use crate::budget::{self, Refusal};

/// How many functions a script may have. The engine looks at all of them for
/// every name that it reads.
const MOST_FUNCTIONS: usize = 10_000;

/// Rhai's standard functions, made once: each engine shares them.
static STANDARD: LazyLock<Shared<Module>> =
    LazyLock::new(|| StandardPackage::new().as_shared_module());

/// An engine under limits, without anything that reaches outside the script.
pub(super) fn hardened(limits: &Limits, captured: &Captured, log: &Log) -> Engine {
    let mut engine = Engine::new_raw();
    engine.register_global_module(Arc::clone(&STANDARD));
    turn_off(&mut engine);
    natives::register(&mut engine, limits);
    guard::register(&mut engine, limits);
    limit(&mut engine, limits);
    end_when_told(&mut engine);
    log_instead_of_printing(&mut engine, log);
    engine.set_fail_on_invalid_map_property(true);
    // The optimizer works `#{ a: 1 }.b` out before the run, to nothing and
    // without an error: what is written is what has to run.
    engine.set_optimization_level(OptimizationLevel::None);
    serve_constants(&mut engine);
    captured.register(&mut engine);
    engine
}

fn turn_off(engine: &mut Engine) {
    engine.disable_symbol("eval");
    engine.register_fn("sleep", |_: i64| no_sleep());
    engine.register_fn("sleep", |_: f64| no_sleep());
    // What went into a value is added up in its tag.
    engine.register_fn("tag", |_: &mut Dynamic| no_tag());
    engine.register_get("tag", |_: &mut Dynamic| no_tag());
    engine.register_fn("set_tag", |_: &mut Dynamic, _: INT| no_tag());
    engine.register_set("tag", |_: &mut Dynamic, _: INT| no_tag());
}

fn no_sleep() -> Result<(), Box<EvalAltResult>> {
    Err("`sleep` is turned off: a rule cannot wait".into())
}

fn no_tag() -> Result<(), Box<EvalAltResult>> {
    Err("`tag` is turned off: keep what belongs to a value in a map".into())
}

fn limit(engine: &mut Engine, limits: &Limits) {
    // The engine counts the call from outside as well.
    engine.set_max_call_levels(limits.call_depth.saturating_add(1));
    let depth = limits.expression_depth;
    engine.set_max_expr_depths(depth, depth);
    engine.set_max_string_size(limits.string_bytes);
    engine.set_max_array_size(limits.array_items);
    engine.set_max_map_size(limits.map_items);
    engine.set_max_modules(limits.modules);
    engine.set_max_functions(MOST_FUNCTIONS);
    let operations = limits.operations;
    engine.on_progress(move |_| {
        budget::spend(operations).map(|refusal| Dynamic::from_bool(refusal == Refusal::Operations))
    });
}

/// Lets compiling be told to end, as running is: some texts take the parser long.
fn end_when_told(engine: &mut Engine) {
    #[expect(deprecated, reason = "Rhai marks what may still change in this way")]
    engine.on_parse_token(|token, _, _| {
        if budget::is_stopped() {
            return Token::LexError(LexError::Runtime("compiling was stopped".into()).into());
        }
        token
    });
}

fn log_instead_of_printing(engine: &mut Engine, log: &Log) {
    let (print, debug) = (Arc::clone(log), Arc::clone(log));
    engine.on_print(move |text| print(LogLine::printed(text)));
    engine.on_debug(move |text, source, position: Position| {
        debug(LogLine::debugged(text, source, position.line()));
    });
}

/// Serves the constants of the script whose function runs by their bare names.
///
/// Rhai itself finds them inside functions only as `global::NAME`.
fn serve_constants(engine: &mut Engine) {
    #[expect(deprecated, reason = "Rhai marks what may still change in this way")]
    engine.on_var(|name: &str, index: usize, context: EvalContext| {
        if index > 0 {
            // A local variable whose place is known.
            return Ok(None);
        }
        let Some(constants) = &context.global_runtime_state().constants else { return Ok(None) };
        if context.scope().contains(name) {
            return Ok(None);
        }
        let constants = constants.read().unwrap_or_else(PoisonError::into_inner);
        Ok(constants.get(name).cloned())
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Stop;

    #[test]
    fn compiling_ends_when_it_is_told_to() {
        let engine = hardened(&Limits::default(), &Captured::default(), &(Arc::new(|_| {}) as Log));
        assert!(engine.compile("let a = 1;").is_ok());
        let stop = Arc::<Stop>::default();
        let _budget = budget::begin(Arc::clone(&stop));
        assert!(engine.compile("let a = 1;").is_ok());
        stop.set();
        assert!(engine.compile("let a = 1;").is_err());
    }
}
