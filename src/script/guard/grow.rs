//! Variables that grow in one of their parts.
//!
//! The engine looks at the part alone, or at nothing. To look at the whole variable
//! every time would take long, so what went into it is added up, in the tag that
//! every value has and takes with it, and the variable is measured when that has
//! come to a part of what it may hold.

use std::cell::Cell;

use rhai::{Dynamic, Engine, EvalContext, Expression, Position};

use super::key::{GROWING, MEASURED};
use crate::script::size::{Most, Size, error};

/// How much may go into a variable until it is measured.
const UNMEASURED: i32 = 1 << 26;

thread_local! {
    /// How much went into variables on this thread, in [`Size::share`].
    static GROWN: Cell<u64> = const { Cell::new(0) };
}

fn grow(share: u64) {
    GROWN.set(GROWN.get().wrapping_add(share));
}

/// Takes note of a size that goes into a variable, by a function of the engine.
pub(in crate::script) fn note(size: &Size, most: &Most) {
    grow(size.share(most));
}

pub(super) fn register(engine: &mut Engine, most: Most) {
    let measured = move |context: &mut EvalContext<'_, '_, '_, '_, '_, '_>,
                         inputs: &[Expression<'_>],
                         _: &Dynamic| {
        let [value] = inputs else { return Ok(Dynamic::UNIT) };
        let value = context.eval_expression_tree(value)?.flatten();
        note(&Size::of(&value), &most);
        Ok(value)
    };
    let growing = move |context: &mut EvalContext<'_, '_, '_, '_, '_, '_>,
                        inputs: &[Expression<'_>],
                        state: &Dynamic| {
        let [change] = inputs else { return Ok(Dynamic::UNIT) };
        let before = GROWN.get();
        let result = context.eval_expression_tree(change)?;
        // What holds one thing more has grown by that at least.
        grow(Size { entries: 1, ..Size::default() }.share(&most));
        let grown = GROWN.get().wrapping_sub(before);
        if let Some(root) = root(context, state) {
            charge(root, grown, &most, change.position())?;
        }
        Ok(result)
    };
    // Fails for nothing.
    let _ = engine.register_custom_syntax_handler(MEASURED, false, measured);
    let _ = engine.register_custom_syntax_handler(GROWING, false, growing);
}

/// The variable with a name.
fn root<'c>(
    context: &'c mut EvalContext<'_, '_, '_, '_, '_, '_>,
    name: &Dynamic,
) -> Option<&'c mut Dynamic> {
    let name = name.as_immutable_string_ref().ok()?;
    if name.as_str() == "this" {
        context.this_ptr_mut()
    } else {
        context.scope_mut().get_mut(&name)
    }
}

fn charge(
    root: &mut Dynamic,
    grown: u64,
    most: &Most,
    position: Position,
) -> Result<(), Box<rhai::EvalAltResult>> {
    // One that is in use is measured when it is charged the next time.
    let Some(mut value) = root.write_lock::<Dynamic>() else { return Ok(()) };
    let grown = i32::try_from(grown).unwrap_or(i32::MAX);
    let tag = value.tag().max(0).saturating_add(grown);
    if tag < UNMEASURED {
        value.set_tag(tag);
        return Ok(());
    }
    value.set_tag(0);
    match Size::of(&value).excess(most) {
        Some(what) => Err(error(what, position)),
        None => Ok(()),
    }
}
