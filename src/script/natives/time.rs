//! Moments and seconds. The engine fails by a panic for seconds that are not a
//! number, or more than there are.

use std::time::{Duration, Instant};

use rhai::{Engine, EvalAltResult, Position};

use super::changing::changing;

type Moved = Result<Instant, Box<EvalAltResult>>;

pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("+", later);
    engine.register_fn("-", |moment: Instant, seconds: f64| later(moment, -seconds));
    changing("+=").register_into_engine(engine, |moment: &mut Instant, seconds: f64| {
        later(*moment, seconds).map(|moved| *moment = moved)
    });
    changing("-=").register_into_engine(engine, |moment: &mut Instant, seconds: f64| {
        later(*moment, -seconds).map(|moved| *moment = moved)
    });
}

fn later(moment: Instant, seconds: f64) -> Moved {
    let moved = Duration::try_from_secs_f64(seconds.abs())
        .ok()
        .and_then(|by| if seconds < 0.0 { moment.checked_sub(by) } else { moment.checked_add(by) });
    moved.ok_or_else(|| {
        let message = format!("there is no moment {seconds:e} seconds from another");
        EvalAltResult::ErrorArithmetic(message, Position::NONE).into()
    })
}
