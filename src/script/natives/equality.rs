//! Equality of arrays and maps. The engine copies the second at every level, and
//! goes through itself from level to level, which deep values make endless.

use rhai::{Array, Dynamic, Engine, EvalAltResult, Map, NativeCallContext};

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

pub(super) fn register(engine: &mut Engine) {
    let arrays = |context: NativeCallContext, a: &mut Array, b: Array| arrays(&context, a, &b);
    engine.register_fn("==", arrays);
    engine.register_fn("!=", move |context: NativeCallContext, a: &mut Array, b: Array| {
        arrays(context, a, b).map(|same| !same)
    });
    let maps = |context: NativeCallContext, a: &mut Map, b: Map| maps(&context, a, &b);
    engine.register_fn("==", maps);
    engine.register_fn("!=", move |context: NativeCallContext, a: &mut Map, b: Map| {
        maps(context, a, b).map(|same| !same)
    });
}

fn arrays(context: &NativeCallContext, a: &Array, b: &Array) -> Result<bool> {
    if a.len() != b.len() {
        return Ok(false);
    }
    for (a, b) in a.iter().zip(b) {
        if !equal(context, a, b)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn maps(context: &NativeCallContext, a: &Map, b: &Map) -> Result<bool> {
    if a.len() != b.len() {
        return Ok(false);
    }
    for (name, a) in a {
        match b.get(name) {
            Some(b) if equal(context, a, b)? => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Whether two values are equal; those of types that are never equal are not.
pub(super) fn equal(context: &NativeCallContext, a: &Dynamic, b: &Dynamic) -> Result<bool> {
    if let (Some(a), Some(b)) = (a.read_lock::<Array>(), b.read_lock::<Array>()) {
        return arrays(context, &a, &b);
    }
    if let (Some(a), Some(b)) = (a.read_lock::<Map>(), b.read_lock::<Map>()) {
        return maps(context, &a, &b);
    }
    match context.call_native_fn_raw("==", true, &mut [&mut a.clone(), &mut b.clone()]) {
        Ok(same) => Ok(same.as_bool().unwrap_or(false)),
        Err(error) if different(&error, a, b) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether there is no equality only because the types differ.
fn different(error: &EvalAltResult, a: &Dynamic, b: &Dynamic) -> bool {
    let no_function = matches!(
        error,
        EvalAltResult::ErrorFunctionNotFound(call, _) if call.starts_with("==")
    );
    no_function && a.type_id() != b.type_id()
}
