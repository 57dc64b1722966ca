//! From what is written to what it means, with every problem told.

mod case;
mod fields;
mod marks;
mod names;
mod owner;
mod record;
mod serde;
mod types;
mod value;

pub(super) use record::read as record;
pub(super) use value::read as value;
