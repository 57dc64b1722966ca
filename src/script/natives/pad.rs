//! Padding. The engine's sums of sizes overflow, and an empty text never fills
//! another.

use rhai::{
    Array, Dynamic, Engine, EvalAltResult, INT, ImmutableString, NativeCallContext, Position,
};

use super::changing::changing;
use crate::script::guard::note;
use crate::script::size::{Most, Size, error, too_large};

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

pub(super) fn register(engine: &mut Engine, most: Most) {
    changing("pad").register_into_engine(
        engine,
        move |context: NativeCallContext, array: &mut Array, length: INT, item: Dynamic| {
            pad_array(&context, &most, array, length, item)
        },
    );
    changing("pad").register_into_engine(engine, pad_text);
}

fn pad_array(
    context: &NativeCallContext,
    most: &Most,
    array: &mut Array,
    length: INT,
    item: Dynamic,
) -> Result<()> {
    let engine = context.engine();
    let Some(missing) = usize::try_from(length).ok().and_then(|n| n.checked_sub(array.len()))
    else {
        return Ok(());
    };
    let each = Size::of(&item);
    let fits = |size: usize, most: usize| most == 0 || size.saturating_mul(missing) <= most;
    if !fits(each.items.saturating_add(1), engine.max_array_size()) {
        return Err(error(too_large::ARRAY, Position::NONE));
    }
    if !fits(each.entries, engine.max_map_size()) {
        return Err(error(too_large::MAP, Position::NONE));
    }
    if !fits(each.bytes, engine.max_string_size()) {
        return Err(error(too_large::STRING, Position::NONE));
    }
    let items = each.items.saturating_add(1).saturating_mul(missing);
    let entries = each.entries.saturating_mul(missing);
    note(&Size { items, entries, bytes: each.bytes.saturating_mul(missing), ..each }, most);
    array.resize(array.len() + missing, item);
    Ok(())
}

fn pad_text(
    context: NativeCallContext,
    text: &mut ImmutableString,
    length: INT,
    with: &str,
) -> Result<()> {
    let length = usize::try_from(length).unwrap_or(0);
    let most = context.engine().max_string_size();
    if most > 0 && length > most {
        return Err(error(too_large::STRING, Position::NONE));
    }
    let missing = length.saturating_sub(text.chars().count());
    if missing > 0 && with.is_empty() {
        let message = "an empty text cannot pad another; write at least a space".to_owned();
        return Err(EvalAltResult::ErrorArithmetic(message, Position::NONE).into());
    }
    let padded: String = text.chars().chain(with.chars().cycle().take(missing)).collect();
    *text = padded.into();
    Ok(())
}
