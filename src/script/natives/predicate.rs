//! Functions that ask another whether something holds. The engine takes every
//! answer that is no bool for "no".

use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, INT, Map, NativeCallContext, Position};

use super::changing::changing;
use super::equality::equal;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

pub(super) fn register(engine: &mut Engine) {
    of_arrays(engine);
    of_maps(engine);
    changing("dedup").register_into_engine(
        engine,
        |context: NativeCallContext, array: &mut Array, same: FnPtr| {
            dedup(array, |a, b| {
                truth(&context, "dedup", same.call_raw(&context, None, [a.clone(), b.clone()])?)
            })
        },
    );
    changing("dedup")
        .register_into_engine(engine, |context: NativeCallContext, array: &mut Array| {
            dedup(array, |a, b| equal(&context, a, b))
        });
}

fn of_arrays(engine: &mut Engine) {
    type Context<'c> = NativeCallContext<'c>;
    engine.register_fn("filter", |context: Context, array: &mut Array, test: FnPtr| {
        let holds = answers(&context, "filter", array, &test)?;
        let kept = array.iter().zip(holds).filter(|(_, holds)| *holds);
        Ok::<Array, Box<EvalAltResult>>(kept.map(|(item, _)| item.clone()).collect())
    });
    engine.register_fn("some", |context: Context, array: &mut Array, test: FnPtr| {
        Ok::<bool, Box<EvalAltResult>>(first(&context, "some", array, &test, 0, true)?.is_some())
    });
    engine.register_fn("all", |context: Context, array: &mut Array, test: FnPtr| {
        Ok::<bool, Box<EvalAltResult>>(first(&context, "all", array, &test, 0, false)?.is_none())
    });
    let find = |context: Context, array: &mut Array, test: FnPtr, start: INT| {
        let found = first(&context, "find", array, &test, start, true)?;
        let item = found.and_then(|index| array.get(index).cloned());
        Ok::<Dynamic, Box<EvalAltResult>>(item.unwrap_or(Dynamic::UNIT))
    };
    engine.register_fn("find", find);
    engine.register_fn("find", move |context: Context, array: &mut Array, test: FnPtr| {
        find(context, array, test, 0)
    });
    let index_of = |context: Context, array: &mut Array, test: FnPtr, start: INT| {
        let found = first(&context, "index_of", array, &test, start, true)?;
        Ok::<INT, Box<EvalAltResult>>(found.map_or(-1, number))
    };
    engine.register_fn("index_of", index_of);
    engine.register_fn("index_of", move |context: Context, array: &mut Array, test: FnPtr| {
        index_of(context, array, test, 0)
    });
    for (name, stays) in [("retain", true), ("drain", false)] {
        changing(name).register_into_engine(
            engine,
            move |context: Context, array: &mut Array, test: FnPtr| {
                let holds = answers(&context, name, array, &test)?;
                let (kept, gone): (Vec<_>, Vec<_>) = std::mem::take(array)
                    .into_iter()
                    .zip(holds)
                    .partition(|(_, holds)| *holds == stays);
                array.extend(kept.into_iter().map(|(item, _)| item));
                let gone: Array = gone.into_iter().map(|(item, _)| item).collect();
                Ok::<Array, Box<EvalAltResult>>(gone)
            },
        );
    }
}

fn of_maps(engine: &mut Engine) {
    type Context<'c> = NativeCallContext<'c>;
    engine.register_fn("filter", |context: Context, map: &mut Map, test: FnPtr| {
        let holds = answers_of_map(&context, "filter", map, &test)?;
        let kept = map.iter().zip(holds).filter(|(_, holds)| *holds);
        let kept = kept.map(|((name, value), _)| (name.clone(), value.clone()));
        Ok::<Map, Box<EvalAltResult>>(kept.collect())
    });
    for (name, stays) in [("retain", true), ("drain", false)] {
        changing(name).register_into_engine(
            engine,
            move |context: Context, map: &mut Map, test: FnPtr| {
                let holds = answers_of_map(&context, name, map, &test)?;
                let (kept, gone): (Vec<_>, Vec<_>) = std::mem::take(map)
                    .into_iter()
                    .zip(holds)
                    .partition(|(_, holds)| *holds == stays);
                map.extend(kept.into_iter().map(|(entry, _)| entry));
                let gone: Map = gone.into_iter().map(|(entry, _)| entry).collect();
                Ok::<Map, Box<EvalAltResult>>(gone)
            },
        );
    }
}

/// The answer for every item; the array is left as it is when one fails.
fn answers(
    context: &NativeCallContext,
    name: &str,
    array: &mut Array,
    test: &FnPtr,
) -> Result<Vec<bool>> {
    let items = array.iter_mut().enumerate();
    items.map(|(index, item)| holds(context, name, item, index, test)).collect()
}

fn answers_of_map(
    context: &NativeCallContext,
    name: &str,
    map: &mut Map,
    test: &FnPtr,
) -> Result<Vec<bool>> {
    let answer = |(key, value): (&rhai::Identifier, &mut Dynamic)| {
        let key = [key.clone().into()];
        let answer = test.call_raw_with_extra_args(name, context, Some(value), key, [], Some(1))?;
        truth(context, name, answer)
    };
    map.iter_mut().map(answer).collect()
}

/// The first item from `start` on, which counts from the end when it is
/// negative, for which the answer is `wanted`.
fn first(
    context: &NativeCallContext,
    name: &str,
    array: &mut Array,
    test: &FnPtr,
    start: INT,
    wanted: bool,
) -> Result<Option<usize>> {
    let from_end = usize::try_from(start.unsigned_abs()).unwrap_or(usize::MAX);
    let start = if start < 0 { array.len().saturating_sub(from_end) } else { from_end };
    for (index, item) in array.iter_mut().enumerate().skip(start) {
        if holds(context, name, item, index, test)? == wanted {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

fn holds(
    context: &NativeCallContext,
    name: &str,
    item: &mut Dynamic,
    index: usize,
    test: &FnPtr,
) -> Result<bool> {
    let index = [number(index).into()];
    let answer = test.call_raw_with_extra_args(name, context, Some(item), [], index, Some(0))?;
    truth(context, name, answer)
}

fn truth(context: &NativeCallContext, name: &str, answer: Dynamic) -> Result<bool> {
    answer.as_bool().map_err(|_| {
        let found = context.engine().map_type_name(answer.type_name()).to_owned();
        let wanted = format!("bool from the function given to `{name}`");
        EvalAltResult::ErrorMismatchDataType(wanted, found, Position::NONE).into()
    })
}

/// Leaves out each item that is the same as the one before it.
fn dedup<F>(array: &mut Array, mut same: F) -> Result<()>
where
    F: FnMut(&Dynamic, &Dynamic) -> Result<bool>,
{
    let mut kept: Vec<&Dynamic> = Vec::with_capacity(array.len());
    for item in array.iter() {
        match kept.last() {
            Some(last) if same(last, item)? => {}
            _ => kept.push(item),
        }
    }
    *array = kept.into_iter().cloned().collect();
    Ok(())
}

fn number(index: usize) -> INT {
    INT::try_from(index).unwrap_or(INT::MAX)
}
