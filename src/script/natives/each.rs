//! Functions that call another with every item. The engine looks at what all of
//! them gave, or made of the items, when it is all there.

use rhai::{Array, Engine, EvalAltResult, FnPtr, INT, Map, NativeCallContext};

use crate::script::size::Room;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;
type Context<'c> = NativeCallContext<'c>;

pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("map", |context: Context<'_>, array: &mut Array, map: FnPtr| {
        let mut room = Room::new(context.engine());
        let mut given = Array::with_capacity(array.len());
        for (index, item) in array.iter_mut().enumerate() {
            let index = [INT::try_from(index).unwrap_or(INT::MAX).into()];
            let value =
                map.call_raw_with_extra_args("map", &context, Some(item), [], index, Some(0))?;
            room.take(&value)?;
            given.push(value);
        }
        Ok::<Array, Box<EvalAltResult>>(given)
    });
    engine.register_fn("map", |context: Context<'_>, map: &mut Map, mapper: FnPtr| {
        let mut room = Room::new(context.engine());
        let mut given = Map::new();
        for (key, item) in map.iter_mut() {
            let name = [key.clone().into()];
            let value =
                mapper.call_raw_with_extra_args("map", &context, Some(item), name, [], Some(1))?;
            room.take(&value)?;
            given.insert(key.clone(), value);
        }
        Ok::<Map, Box<EvalAltResult>>(given)
    });
    engine.register_fn("zip", zip);
    super::changing::changing("for_each").register_into_engine(
        engine,
        |context: Context<'_>, array: &mut Array, run: FnPtr| {
            let mut room = Room::new(context.engine());
            for (index, item) in array.iter_mut().enumerate() {
                let index = [INT::try_from(index).unwrap_or(INT::MAX).into()];
                let _ = run.call_raw_with_extra_args(
                    "for_each",
                    &context,
                    Some(item),
                    [],
                    index,
                    None,
                )?;
                room.take(item)?;
            }
            Ok::<(), Box<EvalAltResult>>(())
        },
    );
}

fn zip(context: Context<'_>, array: &mut Array, other: Array, with: FnPtr) -> Result<Array> {
    let mut room = Room::new(context.engine());
    let mut given = Array::with_capacity(array.len().min(other.len()));
    for (index, (a, b)) in array.iter().zip(other).enumerate() {
        let index = [INT::try_from(index).unwrap_or(INT::MAX).into()];
        let pair = [a.clone(), b];
        let value = with.call_raw_with_extra_args("zip", &context, None, pair, index, None)?;
        room.take(&value)?;
        given.push(value);
    }
    Ok(given)
}
