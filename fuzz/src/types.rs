//! Types of signatures.

use std::sync::Arc;

use rulebook::ty::{Field, Ty};

use crate::Dice;

const NAMES: &[&str] = &["a", "b", "c", "d", "aa", "A", "b c", "é", "1", "", "type"];
const WORDS: &[&str] = &["x", "y", "", "true", "1", "null", "[]", "{}", "é", "x\"", "\n", "\\"];

/// Any type, nested as deep as the choices lead but for a bound.
pub fn any_type(dice: &mut Dice<'_>, depth: usize) -> Ty {
    let plain = [Ty::Int, Ty::Bool, Ty::Float, Ty::Decimal, Ty::String];
    match dice.below(if depth == 0 { 8 } else { 14 }) {
        kind @ 0..5 => plain[kind].clone(),
        5 => Ty::Array(None),
        6 => Ty::Map(None),
        7 => {
            let mut words: Vec<Arc<str>> = Vec::new();
            for _ in 0..=dice.below(3) {
                let word = dice.of(WORDS);
                if words.iter().all(|known| **known != *word) {
                    words.push(word.into());
                }
            }
            Ty::Choice(words.into())
        }
        8 => Ty::Array(Some(any_type(dice, depth - 1).into())),
        9 => Ty::Map(Some(any_type(dice, depth - 1).into())),
        10 | 11 => match any_type(dice, depth - 1) {
            already @ Ty::Nullable(_) => already,
            ty => Ty::Nullable(ty.into()),
        },
        _ => {
            let mut fields: Vec<Field> = Vec::new();
            for _ in 0..dice.below(15) {
                let (name, optional) = (dice.of(NAMES), dice.flip());
                let ty = any_type(dice, depth - 1);
                if fields.iter().all(|field| *field.name != *name) {
                    fields.push(Field { name: name.into(), optional, ty });
                }
            }
            Ty::Record(fields.into())
        }
    }
}
