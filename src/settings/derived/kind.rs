//! How the type of a field is read and written.

use std::fmt;

use serde_json::Value;

use crate::settings::record::SettingsMember;
use crate::settings::value::{SettingFault, SettingField, SettingValue, written};

/// How the type of a field is read and written: asked for by one function, so that a
/// type that cannot be stored is told once.
#[derive(Debug)]
pub struct Kind<T> {
    pub(super) schema: fn() -> Value,
    pub(super) optional: bool,
    pub(super) write: fn(&T) -> Value,
    says_nothing: fn(&T) -> bool,
    pub(super) read: fn(Value) -> Result<T, SettingFault>,
    clone: fn(&T) -> T,
    debug: fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
}

/// That of a member or a field.
#[must_use]
pub const fn field<T: SettingField>() -> Kind<T> {
    let () = T::NEVER_CONTAINS_ITSELF;
    Kind {
        schema: T::schema,
        optional: T::OPTIONAL,
        write: T::to_json,
        says_nothing: T::says_nothing,
        read: T::from_json,
        clone: T::clone,
        debug: T::fmt,
    }
}

/// That of what is stored without a name of its own.
#[must_use]
pub const fn value<T: SettingValue>() -> Kind<T> {
    let () = T::NEVER_CONTAINS_ITSELF;
    Kind {
        schema: T::schema,
        optional: false,
        write: T::to_json,
        says_nothing: |_| false,
        read: T::from_json,
        clone: T::clone,
        debug: T::fmt,
    }
}

impl<T> Kind<T> {
    /// The schema of its values.
    #[must_use]
    pub fn schema(&self) -> Value {
        (self.schema)()
    }

    /// The JSON of a value.
    pub fn to_json(&self, value: &T) -> Value {
        (self.write)(value)
    }

    /// The JSON of a value, which is null for what says nothing only.
    pub(super) fn written(&self, value: &T) -> Result<Value, SettingFault> {
        written((self.write)(value), (self.says_nothing)(value))
    }

    /// The same value again.
    pub fn cloned(&self, value: &T) -> T {
        (self.clone)(value)
    }

    /// A value as developers see it.
    pub fn shown<'a>(&self, value: &'a T) -> impl fmt::Debug + use<'a, T> {
        let debug = self.debug;
        fmt::from_fn(move |f| debug(value, f))
    }

    /// The value of a JSON.
    ///
    /// # Errors
    /// What was expected, and what was found.
    pub fn from_json(&self, value: Value) -> Result<T, SettingFault> {
        (self.read)(value)
    }
}

/// A fixed member with its default.
pub fn member<T: 'static>(name: &str, default: &T, kind: Kind<T>) -> SettingsMember {
    let (schema, default) = (kind.schema(), kind.written(default));
    let read = move |value| kind.written(&kind.from_json(value)?);
    SettingsMember::written(name, default, schema, read)
}
