//! What a setting can hold: one kind of value a file.

mod bool;
mod decimal;
mod duration;
mod fault;
mod float;
mod int;
#[cfg(feature = "jiff")]
mod jiff;
mod key;
mod list;
mod long_int;
mod map;
mod nonzero;
mod order;
mod set;
mod text;
mod time_span;
mod traits;
#[cfg(feature = "url")]
mod url;
mod uuid;
mod whole;
mod written;

#[cfg(test)]
mod tests;

pub use fault::SettingFault;
pub use key::SettingKey;
pub use traits::{SettingField, SettingValue};
pub(super) use written::written;
