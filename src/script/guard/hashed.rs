//! What `switch` compares by its hash. The hash of a function goes through all
//! that it captured, which may be without end.

use rhai::{Dynamic, Engine, EvalAltResult, EvalContext, Expression};

use super::key::HASHED;
use crate::script::size::Size;

pub(super) fn register(engine: &mut Engine) {
    let hashed = |context: &mut EvalContext<'_, '_, '_, '_, '_, '_>,
                  inputs: &[Expression<'_>],
                  _: &Dynamic| {
        let [value] = inputs else { return Ok(Dynamic::UNIT) };
        let position = value.position();
        let value = context.eval_expression_tree(value)?.flatten();
        if Size::of(&value).functions > 0 {
            let message = "a function that holds values cannot be compared by `switch`";
            return Err(EvalAltResult::ErrorArithmetic(message.to_owned(), position).into());
        }
        Ok(value)
    };
    // Fails for nothing.
    let _ = engine.register_custom_syntax_handler(HASHED, false, hashed);
}
