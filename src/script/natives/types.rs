//! The names of types that `type_of` and messages say: those of signatures.

use rhai::Engine;

pub(super) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<i64>("int").register_type_with_name::<f64>("float");
}
