//! Values as scripts make them.

use rulebook::Decimal;
use rulebook::rhai::{Array, Dynamic, FnPtr, Map};

use crate::{Dice, json};

const DECIMALS: &[&str] = &[
    "0",
    "-0",
    "0.10",
    "1",
    "-1.5",
    "0.045",
    "79228162514264337593543950335",
    "-79228162514264337593543950335",
    "0.0000000000000000000000000001",
    "12345678901234567.89",
    "9007199254740993",
    "9007199254740992",
    "1000000000000000.5",
    "123456789012345.6",
    "1.00",
];

const FLOATS: &[f64] =
    &[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 9_007_199_254_740_993.0, 1e300];

/// Any value, nested as deep as the choices lead but for a bound.
pub fn any_value(dice: &mut Dice<'_>, depth: usize) -> Dynamic {
    match dice.below(if depth == 0 { 12 } else { 20 }) {
        0 => Dynamic::UNIT,
        1 => dice.flip().into(),
        2 | 3 => json::int(dice).into(),
        4 => json::float(dice).into(),
        5 => dice.of(FLOATS).into(),
        6 => dice.of(DECIMALS).parse::<Decimal>().unwrap_or_default().into(),
        7 => Decimal::try_from_i128_with_scale(
            i128::from(json::int(dice)),
            u32::from(dice.byte()) % 29,
        )
        .unwrap_or_default()
        .into(),
        8 | 9 => json::text(dice).into(),
        10 => char::from(dice.byte()).into(),
        11 => match dice.below(4) {
            0 => Dynamic::from_blob(vec![1, 2]),
            1 => FnPtr::new("f").map_or(Dynamic::UNIT, Into::into),
            2 => Dynamic::from(0..3_i64),
            _ => Dynamic::from(()),
        },
        12..15 => {
            let items: Array = (0..dice.below(4)).map(|_| any_value(dice, depth - 1)).collect();
            items.into()
        }
        15..18 => {
            let members =
                (0..dice.below(4)).map(|_| (json::key(dice).into(), any_value(dice, depth - 1)));
            members.collect::<Map>().into()
        }
        _ => any_value(dice, depth - 1).into_shared(),
    }
}
