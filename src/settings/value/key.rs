//! What a map of settings can be keyed by.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Value, json};

use super::fault::SettingFault;

/// What a map in a setting can be keyed by: a string, or an enum by name, which gets it
/// from `#[derive(SettingValue)]`.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use rulebook::SettingValue;
/// use serde_json::json;
///
/// let limits = <BTreeMap<String, u8>>::from_json(json!({ "eu": 3, "us": 5 }))?;
/// assert_eq!(limits["us"], 5);
/// # Ok::<(), rulebook::SettingFault>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a map of settings cannot be keyed by `{Self}`",
    label = "no key of a map of settings",
    note = "key it by a string, or by an enum with `#[derive(SettingValue)]`"
)]
pub trait SettingKey: Sized {
    /// The JSON Schema of the keys, as strings.
    fn key_schema() -> Value;

    /// The key as a member of an object is named.
    fn to_key(&self) -> String;

    /// The key that a name is.
    ///
    /// # Errors
    /// What was expected, and what was found.
    fn from_key(name: &str) -> Result<Self, SettingFault>;
}

macro_rules! texts {
    ($($ty:ty),*) => {$(
        impl SettingKey for $ty {
            fn key_schema() -> Value {
                json!({ "type": "string" })
            }

            fn to_key(&self) -> String {
                (**self).to_owned()
            }

            fn from_key(name: &str) -> Result<Self, SettingFault> {
                Ok(name.to_owned().into())
            }
        }
    )*};
}

texts!(String, Box<str>, Arc<str>, Cow<'static, str>);
