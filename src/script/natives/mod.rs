//! Functions that stand in for the engine's own, where those would give a wrong
//! answer without an error, never end, or take the process down.

mod changing;
mod equality;
mod json;
mod number;
mod order;
mod pad;
mod predicate;
mod text;
mod types;

use rhai::Engine;

use super::limits::Limits;

/// Adds them to an engine; they come before those of the same name in packages.
pub(super) fn register(engine: &mut Engine, limits: &Limits) {
    equality::register(engine);
    json::register(engine, limits.value_depth);
    number::register(engine);
    order::register(engine);
    pad::register(engine);
    predicate::register(engine);
    text::register(engine, limits.value_depth);
    types::register(engine);
}
