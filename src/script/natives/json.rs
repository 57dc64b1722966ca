//! JSON text. The engine's way loses digits, keeps the last of two members with
//! one name, and writes what JSON does not have as something else.

use rhai::{Dynamic, Engine, EvalAltResult, Map, Position};

use crate::convert;

/// `levels` is how deep JSON may be nested.
pub(super) fn register(engine: &mut Engine, levels: usize) {
    engine.register_fn("parse_json", move |text: &str| -> Result<Dynamic, Box<EvalAltResult>> {
        convert::from_json_text(text, levels).map_err(|why| failed("parse_json", &why))
    });
    engine.register_fn("to_json", move |map: &mut Map| -> Result<String, Box<EvalAltResult>> {
        convert::to_json_text(map, levels).map_err(|why| failed("to_json", &why))
    });
}

fn failed(name: &str, why: &str) -> Box<EvalAltResult> {
    EvalAltResult::ErrorArithmetic(format!("`{name}`: {why}"), Position::NONE).into()
}
