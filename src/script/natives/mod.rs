//! Functions that stand in for the engine's own, where those would give a wrong
//! answer without an error, never end, or take the process down.

mod changing;
mod each;
mod equality;
mod json;
mod number;
mod order;
mod pad;
mod predicate;
mod replace;
mod split;
mod text;
mod time;
mod types;

use rhai::Engine;

use super::limits::Limits;
use super::size::Most;

/// Adds them to an engine; they come before those of the same name in packages.
pub(super) fn register(engine: &mut Engine, limits: &Limits) {
    each::register(engine);
    equality::register(engine);
    json::register(engine, limits.value_depth);
    number::register(engine);
    order::register(engine);
    pad::register(engine, Most::new(limits));
    predicate::register(engine);
    replace::register(engine, Most::new(limits));
    split::register(engine);
    text::register(engine, limits.value_depth);
    time::register(engine);
    types::register(engine);
}
