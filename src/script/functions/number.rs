//! Floats to whole numbers: the engine makes 0 of what is not a number, and the
//! largest int of what is just past it.

use rhai::{Engine, EvalAltResult, INT, Position};

pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("to_int", to_int);
}

#[expect(clippy::cast_possible_truncation, reason = "within 64 bits, without a fraction")]
fn to_int(float: f64) -> Result<INT, Box<EvalAltResult>> {
    const PAST: f64 = 9_223_372_036_854_775_808.0;
    if (-PAST..PAST).contains(&float) {
        return Ok(float.trunc() as INT);
    }
    let why = if float.is_nan() { "it is not a number" } else { "it does not fit in 64 bits" };
    let message = format!("the float {float:e} has no whole number: {why}");
    Err(EvalAltResult::ErrorArithmetic(message, Position::NONE).into())
}
