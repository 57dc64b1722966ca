//! JSON to script values and back, by declared type: lossless or refused.
//!
//! Nothing here goes through `serde`: its route gives numbers that are wrong
//! without an error as soon as any crate of the build turns on
//! `serde_json/arbitrary_precision`.

mod arguments;
mod cursor;
mod decimal;
mod depth;
mod digits;
mod document;
mod input;
mod literal;
mod number;
mod output;
mod parse;
mod path;
mod plain;
mod problems;
mod reader;
mod result;
pub(crate) mod scalar;
mod setting;
mod shape;
mod shapes;
mod state;
mod text;
mod thrown;
pub(crate) mod words;
pub(crate) mod written;

#[cfg(test)]
mod tests;

pub(crate) use arguments::{Param, arguments, checked, held_to_depth, normalized};
pub(crate) use decimal::to_exact_json as decimal_to_json;
pub(crate) use depth::{is_deeper, is_nested_deeper};
pub(crate) use document::{from_json_text, read_json, to_json_text};
pub(crate) use number::{Numeral, float_of as float, keeps_text, numeral};
pub use parse::parse_arguments;
pub(crate) use path::Path;
pub(crate) use problems::Problems;
pub(crate) use result::{Misfit, result};
pub(crate) use setting::{seen_setting, setting};
pub(crate) use shape::Shape;
pub(crate) use shapes::Shapes;
pub(crate) use state::{kept, restored};
pub(crate) use text::{container, no_container};
pub(crate) use thrown::thrown;
