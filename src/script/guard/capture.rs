//! What closures capture, and what functions are given by `curry`.
//!
//! A variable that is captured is shared from then on, and lives as long as any
//! closure that captured it. Chains of closures would be dropped from link to link,
//! as deep as they are long, and circles never. So every captured variable is held
//! until the call ends, and emptied then, one after the other.

use std::cell::RefCell;

use rhai::{Dynamic, Engine, EvalAltResult, EvalContext, Expression, FnPtr, ImmutableString};

use super::key::{CLOSURE, CURRY};
use crate::script::limits::Limits;
use crate::script::size::{Most, Size, error, too_large};

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// How often the most that one value may hold may be captured, together.
const WHOLES: u64 = 64;

/// How much a function may be given by `curry`: its copies hold it again.
const CURRIED: Most = Most::of(1_000, 1_000, 64 * 1024);

/// Captured variables. They are emptied when this is dropped.
#[derive(Default)]
pub(in crate::script) struct Captures {
    variables: Vec<Dynamic>,
    /// What they held when they were captured, in [`Size::share`].
    share: u64,
}

thread_local! {
    /// What is captured on this thread.
    static CAPTURES: RefCell<Captures> = RefCell::default();
}

/// Holds what is captured on this thread from now on.
pub(in crate::script) fn begin() -> Holding {
    Holding(CAPTURES.take())
}

/// Empties what was captured when it is dropped; what was before comes back.
pub(in crate::script) struct Holding(Captures);

impl Holding {
    /// What was captured, to be emptied later.
    pub(in crate::script) fn end(self) -> Captures {
        CAPTURES.take()
    }
}

impl Captures {
    /// The same, constant from now on. What outlives a call is the same in every
    /// call, and holds nothing that is emptied when one ends.
    pub(in crate::script) fn constant(mut self) -> Self {
        for variable in &mut self.variables {
            if let Some(mut value) = variable.write_lock::<Dynamic>() {
                *value = value.take().into_read_only();
            }
        }
        self
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        let before = std::mem::take(&mut self.0);
        // Out of its cell first: to empty it may run anything.
        let captured = CAPTURES.replace(before);
        drop(captured);
    }
}

impl Drop for Captures {
    fn drop(&mut self) {
        for variable in &mut self.variables {
            // One that a panic left locked stays as it is.
            let value = variable.write_lock::<Dynamic>().map(|mut value| value.take());
            // Other variables in it are in the list too, so this goes no deeper.
            drop(value);
        }
    }
}

pub(super) fn register(engine: &mut Engine, limits: &Limits) {
    let (most, closures) = (Most::new(limits), limits.closures);
    // Fails for nothing.
    let _ = engine.register_custom_syntax_handler(CLOSURE, false, move |context, inputs, names| {
        let [closure] = inputs else { return Ok(Dynamic::UNIT) };
        let names = names.as_array_ref().map(|names| names.clone()).unwrap_or_default();
        capture(context, closure, &names, closures, &most)
    });
    let _ = engine.register_custom_syntax_handler(CURRY, false, |context, inputs, _| {
        let [curry] = inputs else { return Ok(Dynamic::UNIT) };
        let function = context.eval_expression_tree(curry)?;
        match Size::of(&function).excess(&CURRIED) {
            Some(_) if function.is::<FnPtr>() => Err(error(too_large::CURRIED, curry.position())),
            _ => Ok(function),
        }
    });
}

/// Makes a closure, and holds the variables that it is the first to capture.
fn capture(
    context: &mut EvalContext<'_, '_, '_, '_, '_, '_>,
    closure: &Expression<'_>,
    names: &[Dynamic],
    closures: usize,
    most: &Most,
) -> Result<Dynamic> {
    let mut share = 0_u64;
    let mut first = Vec::new();
    for name in names.iter().filter_map(|name| name.as_immutable_string_ref().ok()) {
        if let Some(value) = context.scope().get(&name)
            && !value.is_shared()
        {
            share = share.saturating_add(Size::of(value).share(most));
            first.push(ImmutableString::clone(&name));
        }
    }
    let too_much = CAPTURES.with_borrow_mut(|captures| {
        captures.share = captures.share.saturating_add(share);
        if captures.variables.len() + first.len() > closures {
            return Some(too_large::CLOSURES);
        }
        (captures.share > WHOLES * Size::WHOLE).then_some(too_large::CAPTURED)
    });
    if let Some(what) = too_much {
        return Err(error(what, closure.position()));
    }
    let function = context.eval_expression_tree(closure)?;
    let held = first.iter().filter_map(|name| context.scope().get(name));
    let held: Vec<_> = held.filter(|value| value.is_shared()).cloned().collect();
    CAPTURES.with_borrow_mut(|captures| captures.variables.extend(held));
    Ok(function)
}
