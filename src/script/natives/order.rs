//! Sorting. The engine takes an error of the comparing function, and a result
//! that is no int or bool, for "equal", and leaves the array as it is.

use std::cmp::Ordering;

use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, NativeCallContext, Position};

use super::changing::changing;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

pub(super) fn register(engine: &mut Engine) {
    let by = |context: NativeCallContext, array: &mut Array, by: FnPtr| -> Result<()> {
        *array = sorted(array, |a, b| compare_by(&context, &by, a, b))?;
        Ok(())
    };
    changing("sort").register_into_engine(engine, by);
    changing("sort_by").register_into_engine(engine, by);
    changing("sort").register_into_engine(engine, |array: &mut Array| -> Result<()> {
        *array = sorted(array, compare)?;
        Ok(())
    });
    changing("sort_desc").register_into_engine(engine, |array: &mut Array| -> Result<()> {
        *array = sorted(array, |a, b| compare(b, a))?;
        Ok(())
    });
    let by = |context: NativeCallContext, array: &mut Array, by: FnPtr| {
        sorted(array, |a, b| compare_by(&context, &by, a, b))
    };
    engine.register_fn("order", by).register_fn("order_by", by);
    engine.register_fn("order", |array: &mut Array| sorted(array, compare));
    engine.register_fn("order_desc", |array: &mut Array| sorted(array, |a, b| compare(b, a)));
}

/// The items in order: equal ones stay as they were, and a function that
/// contradicts itself gives some order. Merging takes no item for granted.
fn sorted<F>(items: &[Dynamic], mut compare: F) -> Result<Array>
where
    F: FnMut(&Dynamic, &Dynamic) -> Result<Ordering>,
{
    let mut runs: Vec<Vec<&Dynamic>> = items.iter().map(|item| vec![item]).collect();
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut pairs = runs.into_iter();
        while let Some(left) = pairs.next() {
            merged.push(match pairs.next() {
                Some(right) => merge(left, right, &mut compare)?,
                None => left,
            });
        }
        runs = merged;
    }
    Ok(runs.into_iter().flatten().cloned().collect())
}

fn merge<'a, F>(
    left: Vec<&'a Dynamic>,
    right: Vec<&'a Dynamic>,
    compare: &mut F,
) -> Result<Vec<&'a Dynamic>>
where
    F: FnMut(&Dynamic, &Dynamic) -> Result<Ordering>,
{
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        // Asked in this order, "no" to "is it less" keeps equal items in place.
        let from_right = compare(b, a)? == Ordering::Less;
        merged.extend(if from_right { right.next() } else { left.next() });
    }
    merged.extend(left.chain(right));
    Ok(merged)
}

/// What a function of the script says: a number below, at or above zero, or
/// whether the first comes before the second.
fn compare_by(
    context: &NativeCallContext,
    by: &FnPtr,
    a: &Dynamic,
    b: &Dynamic,
) -> Result<Ordering> {
    let said = by.call_raw(context, None, [a.clone(), b.clone()])?;
    if let Ok(before) = said.as_bool() {
        return Ok(if before { Ordering::Less } else { Ordering::Greater });
    }
    let sign = match (said.as_int(), said.as_float(), said.as_decimal()) {
        (Ok(int), ..) => Some(int.cmp(&0)),
        (_, Ok(float), _) => float.partial_cmp(&0.0),
        (_, _, Ok(decimal)) => Some(decimal.cmp(&Default::default())),
        _ => None,
    };
    sign.ok_or_else(|| {
        let found = context.engine().map_type_name(said.type_name());
        let message = format!(
            "the comparison gives a number: below 0 when the first item comes first, 0 when they \
             are equal, above 0 otherwise; it gave {found}"
        );
        EvalAltResult::ErrorArithmetic(message, Position::NONE).into()
    })
}

/// The order of two plain values of one type.
fn compare(a: &Dynamic, b: &Dynamic) -> Result<Ordering> {
    let order = if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        Some(a.cmp(&b))
    } else if let (Ok(a), Ok(b)) = (a.as_float(), b.as_float()) {
        a.partial_cmp(&b)
    } else if let (Ok(a), Ok(b)) = (a.as_decimal(), b.as_decimal()) {
        Some(a.cmp(&b))
    } else if let (Ok(a), Ok(b)) = (a.as_char(), b.as_char()) {
        Some(a.cmp(&b))
    } else if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
        Some(a.cmp(&b))
    } else if a.is_unit() && b.is_unit() {
        Some(Ordering::Equal)
    } else {
        let texts = (a.as_immutable_string_ref(), b.as_immutable_string_ref());
        if let (Ok(a), Ok(b)) = texts { Some(a.as_str().cmp(b.as_str())) } else { None }
    };
    order.ok_or_else(|| no_order(a, b))
}

#[cold]
fn no_order(a: &Dynamic, b: &Dynamic) -> Box<EvalAltResult> {
    let found = b.type_name().to_owned();
    let wanted = if a.is_float() && b.is_float() {
        let message = "a float that is not a number has no place in an order".to_owned();
        return EvalAltResult::ErrorArithmetic(message, Position::NONE).into();
    } else if a.type_id() == b.type_id() {
        "items that have an order".to_owned()
    } else {
        format!("items of one type, {}", a.type_name())
    };
    EvalAltResult::ErrorMismatchDataType(wanted, found, Position::NONE).into()
}
