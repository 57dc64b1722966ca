//! Replacing text. The engine asks for all the memory of the outcome, however
//! large that is, before it looks at any limit.

use rhai::{Engine, EvalAltResult, ImmutableString, NativeCallContext, Position};

use super::changing::changing;
use crate::script::guard::note;
use crate::script::size::{Most, Size, error, too_large};

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;
type Context<'c> = NativeCallContext<'c>;

pub(super) fn register(engine: &mut Engine, most: Most) {
    let replace = move |context: &Context<'_>, text: &mut ImmutableString, from: &str, to: &str| {
        replace(context, &most, text, from, to)
    };
    changing("replace").register_into_engine(
        engine,
        move |context: Context<'_>, text: &mut ImmutableString, from: &str, to: &str| {
            replace(&context, text, from, to)
        },
    );
    changing("replace").register_into_engine(
        engine,
        move |context: Context<'_>, text: &mut ImmutableString, from: &str, to: char| {
            replace(&context, text, from, to.encode_utf8(&mut [0; 4]))
        },
    );
    changing("replace").register_into_engine(
        engine,
        move |context: Context<'_>, text: &mut ImmutableString, from: char, to: &str| {
            replace(&context, text, from.encode_utf8(&mut [0; 4]), to)
        },
    );
}

fn replace(
    context: &Context<'_>,
    most: &Most,
    text: &mut ImmutableString,
    from: &str,
    to: &str,
) -> Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    if to.len() > from.len() {
        let grown = text.matches(from).count().saturating_mul(to.len() - from.len());
        let length = text.len().saturating_add(grown);
        if length > context.engine().max_string_size() {
            return Err(error(too_large::STRING, Position::NONE));
        }
        note(&Size { bytes: grown, ..Size::default() }, most);
    }
    *text = text.replace(from, to).into();
    Ok(())
}
