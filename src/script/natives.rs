//! Functions of the language whose own versions give wrong answers in silence.

use std::cmp::Ordering;

use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, NativeCallContext};

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// Puts our versions before the language's own.
pub(super) fn register(engine: &mut Engine) {
    name_types(engine);
    round_whole_numbers(engine);
    // Rhai's versions take a comparison that fails, or that gives a decimal, for
    // none at all, and leave the array as it is.
    for name in ["sort", "sort_by"] {
        engine.register_fn(
            name,
            |context: NativeCallContext, array: &mut Array, comparer: FnPtr| -> Result<()> {
                *array = sorted(array.clone(), &mut |a, b| compare(&context, &comparer, a, b))?;
                Ok(())
            },
        );
    }
    for name in ["order", "order_by"] {
        engine.register_fn(
            name,
            |context: NativeCallContext, array: &mut Array, comparer: FnPtr| -> Result<Array> {
                sorted(array.clone(), &mut |a, b| compare(&context, &comparer, a, b))
            },
        );
    }
    engine.register_fn(
        "dedup",
        |context: NativeCallContext, array: &mut Array, comparer: FnPtr| -> Result<()> {
            *array = without_repeats(&context, array.clone(), &comparer)?;
            Ok(())
        },
    );
}

/// `type_of` and messages say what signatures say.
fn name_types(engine: &mut Engine) {
    engine.register_type_with_name::<i64>("int").register_type_with_name::<f64>("float");
}

/// An amount that happens to be a whole number is rounded like any other.
fn round_whole_numbers(engine: &mut Engine) {
    for name in ["round", "round_up", "round_down", "round_half_up", "round_half_down"] {
        engine.register_fn(name, |number: i64, digits: i64| -> Result<i64> {
            match digits {
                0.. => Ok(number),
                _ => Err(format!("cannot round to {digits} digits").into()),
            }
        });
    }
    for name in ["round", "floor", "ceiling"] {
        engine.register_fn(name, |number: i64| number);
    }
}

/// Sorts without changing the order of equal items. The comparison may be as
/// wrong as it likes.
fn sorted<F>(mut items: Array, compare: &mut F) -> Result<Array>
where
    F: FnMut(&Dynamic, &Dynamic) -> Result<Ordering>,
{
    if items.len() <= 1 {
        return Ok(items);
    }
    let right = items.split_off(items.len() / 2);
    let mut left = sorted(items, compare)?.into_iter().peekable();
    let mut right = sorted(right, compare)?.into_iter().peekable();
    let mut merged = Array::with_capacity(left.len() + right.len());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let next = if compare(a, b)?.is_gt() { right.next() } else { left.next() };
        merged.extend(next);
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

/// What a script's comparison of two items says.
fn compare(
    context: &NativeCallContext<'_>,
    comparer: &FnPtr,
    a: &Dynamic,
    b: &Dynamic,
) -> Result<Ordering> {
    let value = comparer.call_raw(context, None, [a.clone(), b.clone()])?;
    let order = if let Ok(first) = value.as_bool() {
        Some(if first { Ordering::Less } else { Ordering::Greater })
    } else if let Ok(number) = value.as_int() {
        Some(number.cmp(&0))
    } else if let Ok(number) = value.as_float() {
        number.partial_cmp(&0.0)
    } else if let Ok(number) = value.as_decimal() {
        Some(number.cmp(&rust_decimal::Decimal::ZERO))
    } else {
        None
    };
    order.ok_or_else(|| {
        let found = context.engine().map_type_name(value.type_name()).to_owned();
        let text = "the comparison gives a number: below 0 when the first item comes first";
        format!("{text}, 0 when they are equal, above 0 otherwise; it gave {found}").into()
    })
}

/// Leaves out each item that the comparison takes for the same as the one before.
fn without_repeats(
    context: &NativeCallContext<'_>,
    items: Array,
    comparer: &FnPtr,
) -> Result<Array> {
    let mut kept = Array::with_capacity(items.len());
    for item in items {
        let repeats = match kept.last() {
            Some(before) => {
                let same =
                    comparer.call_raw(context, None, [Dynamic::clone(before), item.clone()])?;
                same.as_bool().map_err(|found| {
                    format!("the comparison of `dedup` gives true or false; it gave {found}")
                })?
            }
            None => false,
        };
        if !repeats {
            kept.push(item);
        }
    }
    Ok(kept)
}
