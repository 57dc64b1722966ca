//! Splitting text. The engine makes an array of any number of parts before it
//! looks at any limit.

use rhai::{
    Array, Dynamic, Engine, EvalAltResult, INT, ImmutableString, NativeCallContext, Position,
};

use crate::script::size::{error, too_large};

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;
type Context<'c> = NativeCallContext<'c>;
type Text = ImmutableString;

pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("to_chars", |context: Context<'_>, text: &str| {
        collect(&context, text.chars().map(Dynamic::from))
    });
    engine.register_fn("split", |context: Context<'_>, text: &mut Text| {
        if text.is_empty() { whole(text) } else { texts(&context, text.split_whitespace()) }
    });
    engine.register_fn("split", |context: Context<'_>, text: &mut Text, by: &str| {
        if text.is_empty() { whole(text) } else { texts(&context, text.split(by)) }
    });
    engine.register_fn("split", |context: Context<'_>, text: &mut Text, by: char| {
        if text.is_empty() { whole(text) } else { texts(&context, text.split(by)) }
    });
    engine.register_fn("split", |context: Context<'_>, text: &mut Text, by: &str, parts: INT| {
        match some(text, parts) {
            Some(parts) => texts(&context, text.splitn(parts, by)),
            None => whole(text),
        }
    });
    engine.register_fn("split", |context: Context<'_>, text: &mut Text, by: char, parts: INT| {
        match some(text, parts) {
            Some(parts) => texts(&context, text.splitn(parts, by)),
            None => whole(text),
        }
    });
    engine.register_fn("split_rev", |context: Context<'_>, text: &mut Text, by: &str| {
        if text.is_empty() { whole(text) } else { texts(&context, text.rsplit(by)) }
    });
    engine.register_fn("split_rev", |context: Context<'_>, text: &mut Text, by: char| {
        if text.is_empty() { whole(text) } else { texts(&context, text.rsplit(by)) }
    });
    engine.register_fn(
        "split_rev",
        |context: Context<'_>, text: &mut Text, by: &str, parts: INT| match some(text, parts) {
            Some(parts) => texts(&context, text.rsplitn(parts, by)),
            None => whole(text),
        },
    );
    engine.register_fn(
        "split_rev",
        |context: Context<'_>, text: &mut Text, by: char, parts: INT| match some(text, parts) {
            Some(parts) => texts(&context, text.rsplitn(parts, by)),
            None => whole(text),
        },
    );
}

/// How many parts, where there are to be more than one.
fn some(text: &Text, parts: INT) -> Option<usize> {
    (parts > 1 && !text.is_empty()).then(|| usize::try_from(parts).unwrap_or(usize::MAX))
}

fn whole(text: &Text) -> Result<Array> {
    Ok(vec![text.clone().into()])
}

fn texts<'t>(context: &Context<'_>, parts: impl Iterator<Item = &'t str>) -> Result<Array> {
    collect(context, parts.map(|part| Text::from(part).into()))
}

/// The parts, until they are more than an array may have.
fn collect(context: &Context<'_>, parts: impl Iterator<Item = Dynamic>) -> Result<Array> {
    let most = context.engine().max_array_size();
    let array: Array = parts.take(most.saturating_add(1)).collect();
    if array.len() > most {
        return Err(error(too_large::ARRAY, Position::NONE));
    }
    Ok(array)
}
