//! Scripts are rewritten before they run, so that all they make is counted. What
//! they give, and where they fail, is what the engine gives that runs them as they
//! are written.

mod script;

use rulebook::ErrorCode;
use rulebook::rhai::packages::{Package, StandardPackage};
use rulebook::rhai::{
    Array, Dynamic, Engine, EvalAltResult, Map, OptimizationLevel, Position, Scope,
};
use rulebook::signature;
use rulebook::source::Source;
use serde_json::{Value, json};

use super::support::run;
use script::{Dice, script};

/// A value of a script, or where it failed; nothing where a limit ended it.
type Answer = Option<Result<Value, (Option<usize>, Option<usize>)>>;

fn value(from: &Dynamic) -> Value {
    if let Some(items) = from.read_lock::<Array>() {
        return items.iter().map(value).collect();
    }
    if let Some(members) = from.read_lock::<Map>() {
        return members.iter().map(|(key, member)| (key.to_string(), value(member))).collect();
    }
    from.as_int().map_or(Value::Null, Value::from)
}

fn plain(engine: &Engine, script: &str) -> Answer {
    let source = Source::new("rules.rhai", script);
    let ast = engine.compile(signature::read(&source).plain).expect("a script");
    match engine.call_fn::<Dynamic>(&mut Scope::new(), &ast, "f", ()) {
        Ok(given) => Some(Ok(value(&given))),
        Err(error) => {
            let mut place = Position::NONE;
            let mut error = &*error;
            while let EvalAltResult::ErrorInFunctionCall(_, _, inner, at) = error {
                place = *at;
                error = inner;
            }
            let is_limit = matches!(
                error,
                EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorStackOverflow(_)
            );
            let place = if error.position().is_none() { place } else { error.position() };
            (!is_limit).then(|| Err((place.line(), place.position())))
        }
    }
}

async fn guarded(script: &str) -> Answer {
    match run(script, "f", json!({})).await {
        Ok(given) => Some(Ok(given)),
        Err(error) if error.code == ErrorCode::LimitExceeded => None,
        Err(error) => {
            let place = error.trace.first();
            Some(Err((place.and_then(|at| at.line), place.and_then(|at| at.column))))
        }
    }
}

fn plain_engine() -> Engine {
    let mut engine = Engine::new_raw();
    StandardPackage::new().register_into_engine(&mut engine);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_max_call_levels(64);
    engine.set_max_expr_depths(128, 128);
    engine.set_max_operations(100_000);
    engine
}

#[tokio::test]
async fn scripts_give_what_they_give_as_they_are_written() {
    let engine = plain_engine();
    let count = std::env::var("RULEBOOK_SCRIPTS").map_or(250, |count| count.parse().unwrap());
    let mut equal = 0;
    for seed in 1..=count {
        let script = script(&mut Dice::new(seed));
        let Some(wanted) = plain(&engine, &script) else { continue };
        let Some(given) = guarded(&script).await else { continue };
        // Where the engine tells no place, the nearest that is known is told.
        if given.is_err() && wanted == Err((None, None)) {
            continue;
        }
        assert_eq!(given, wanted, "script {seed}\n{script}");
        equal += u64::from(given.is_ok());
    }
    assert!(equal * 2 > count, "only {equal} of {count} scripts gave an answer");
}
