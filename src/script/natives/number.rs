//! Numbers as whole numbers. The engine makes 0 of a float that is not a number,
//! and does not round what is whole already.

use rhai::{Engine, EvalAltResult, INT, Position};

pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("to_int", to_int);
    round_whole_numbers(engine);
}

/// An amount that happens to be a whole number is rounded like any other.
fn round_whole_numbers(engine: &mut Engine) {
    for name in ["round", "round_up", "round_down", "round_half_up", "round_half_down"] {
        engine.register_fn(name, |number: INT, digits: INT| match digits {
            0.. => Ok(number),
            _ => Err(Box::<EvalAltResult>::from(format!("cannot round to {digits} digits"))),
        });
    }
    for name in ["round", "floor", "ceiling"] {
        engine.register_fn(name, |number: INT| number);
    }
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
