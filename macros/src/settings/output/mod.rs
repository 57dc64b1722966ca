//! From what a type is to the code that makes it that.

mod fields;
mod overrides;
mod record;
mod value;

pub(super) use record::write as record;
pub(super) use value::write as value;
