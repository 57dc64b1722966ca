//! Padding. The engine's sums of sizes overflow, and an empty text never fills
//! another.

use rhai::{
    Array, Blob, Dynamic, Engine, EvalAltResult, INT, ImmutableString, Map, NativeCallContext,
    Position,
};

use super::changing::changing;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

pub(super) fn register(engine: &mut Engine) {
    changing("pad").register_into_engine(engine, pad_array);
    changing("pad").register_into_engine(engine, pad_text);
}

fn pad_array(
    context: NativeCallContext,
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
        return Err(too_large("Size of array/BLOB"));
    }
    if !fits(each.entries, engine.max_map_size()) {
        return Err(too_large("Size of object map"));
    }
    if !fits(each.bytes, engine.max_string_size()) {
        return Err(too_large("Length of string"));
    }
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
        return Err(too_large("Length of string"));
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

fn too_large(what: &str) -> Box<EvalAltResult> {
    EvalAltResult::ErrorDataTooLarge(what.to_owned(), Position::NONE).into()
}

/// How much a value holds, all that is within it counted.
#[derive(Default)]
struct Size {
    items: usize,
    entries: usize,
    bytes: usize,
}

impl Size {
    fn of(value: &Dynamic) -> Self {
        let mut size = Self::default();
        size.add(value);
        size
    }

    fn add(&mut self, value: &Dynamic) {
        if let Some(items) = value.read_lock::<Array>() {
            self.items = self.items.saturating_add(items.len());
            items.iter().for_each(|item| self.add(item));
        } else if let Some(members) = value.read_lock::<Map>() {
            self.entries = self.entries.saturating_add(members.len());
            members.values().for_each(|member| self.add(member));
        } else if let Some(text) = value.read_lock::<ImmutableString>() {
            self.bytes = self.bytes.saturating_add(text.len());
        } else if let Some(blob) = value.read_lock::<Blob>() {
            self.items = self.items.saturating_add(blob.len());
        }
    }
}
