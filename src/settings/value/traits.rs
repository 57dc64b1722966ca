//! What a setting can hold: read from JSON and written as JSON, without losing
//! anything.

use std::fmt;

use serde_json::Value;

use super::fault::SettingFault;

/// A value that a setting can hold.
///
/// It is there for strings, bools, numbers, decimals, uuids, dates and times,
/// durations, URLs, and for arrays, lists, sets and maps of such. An enum without
/// fields and a struct of such get it from `#[derive(SettingValue)]`.
///
/// | Rust | JSON |
/// |---|---|
/// | `String`, `Box<str>`, `Arc<str>`, `Cow<'static, str>` | string |
/// | `bool` | true, false |
/// | ints of up to 64 bits, `NonZero` ones | a whole number, in their range |
/// | ints of 128 bits | the same; past 64 bits a string of its digits |
/// | `f32`, `f64` | a finite number; an `f32` by its shortest decimal |
/// | [`Decimal`](crate::Decimal) | a number where that keeps every digit, else a string of it |
/// | `uuid::Uuid` | string, in groups with hyphens |
/// | `std::time::Duration` | string such as `1h 30m`, `2s` or `300ms` |
/// | arrays, `Vec`, `VecDeque` | array |
/// | `BTreeSet`, `HashSet` | array, no item twice |
/// | `BTreeMap`, `HashMap`, by a [`SettingKey`](crate::SettingKey) | object |
/// | `jiff`'s `Date`, `Time`, `DateTime`, `Timestamp`, `Zoned` with an offset, `SignedDuration` (feature `jiff`) | string, as in RFC 3339 |
/// | `url::Url` (feature `url`) | string |
///
/// ```
/// use std::time::Duration;
///
/// use rulebook::SettingValue;
/// use serde_json::json;
///
/// assert_eq!(SettingValue::to_json(&Duration::from_secs(5400)), "1h 30m");
/// assert_eq!(<u8 as SettingValue>::from_json(json!(25))?, 25);
///
/// // What is stored is of the type: a string is no int.
/// let fault = <u8 as SettingValue>::from_json(json!("25")).unwrap_err();
/// assert_eq!(fault.to_string(), "expected int from 0 to 255, found the string `25`");
/// # Ok::<(), rulebook::SettingFault>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored as a setting",
    label = "no setting can hold this",
    note = "a setting holds strings, bools, numbers, decimals, uuids, dates, times, durations, \
            URLs, and arrays, lists, sets and maps (by string or enum) of such",
    note = "an `Option` is written out as the type of a member or a field, and is no item",
    note = "for an enum or a struct of your own, write `#[derive(SettingValue)]` on it"
)]
pub trait SettingValue: Sized + Clone + fmt::Debug + Send + Sync + 'static {
    /// Worked out when the program is compiled, which stops at a type that contains
    /// itself.
    #[doc(hidden)]
    const NEVER_CONTAINS_ITSELF: () = ();

    /// The JSON Schema of its values, which refers to no other.
    fn schema() -> Value;

    /// Its JSON: what [`from_json`](Self::from_json) reads; null where it has none.
    fn to_json(&self) -> Value;

    /// The value of a JSON.
    ///
    /// # Errors
    /// What was expected, and what was found.
    fn from_json(value: Value) -> Result<Self, SettingFault>;
}

/// What a member of a settings record, or a field of a struct in it, can be: a
/// [`SettingValue`], or an `Option` of one, which is `None` where no layer says anything.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored as a setting",
    label = "no setting can hold this",
    note = "a setting holds strings, bools, numbers, decimals, uuids, dates, times, durations, \
            URLs, and arrays, lists, sets and maps (by string or enum) of such",
    note = "an `Option` is written out as the type of a member or a field, and is no item",
    note = "for an enum or a struct of your own, write `#[derive(SettingValue)]` on it"
)]
pub trait SettingField: Sized + Clone + fmt::Debug + Send + Sync + 'static {
    /// As [`SettingValue::NEVER_CONTAINS_ITSELF`].
    #[doc(hidden)]
    const NEVER_CONTAINS_ITSELF: ();

    /// Whether a field may be absent.
    const OPTIONAL: bool;

    /// The JSON Schema of its values.
    fn schema() -> Value;

    /// Its JSON; null for `None`, and for what has none.
    fn to_json(&self) -> Value;

    /// Whether it is `None`, and says nothing.
    fn says_nothing(&self) -> bool;

    /// The value of a JSON.
    ///
    /// # Errors
    /// What was expected, and what was found.
    fn from_json(value: Value) -> Result<Self, SettingFault>;
}

impl<T: SettingValue> SettingField for T {
    const NEVER_CONTAINS_ITSELF: () = <T as SettingValue>::NEVER_CONTAINS_ITSELF;
    const OPTIONAL: bool = false;

    fn schema() -> Value {
        <T as SettingValue>::schema()
    }

    fn to_json(&self) -> Value {
        <T as SettingValue>::to_json(self)
    }

    fn says_nothing(&self) -> bool {
        false
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        <T as SettingValue>::from_json(value)
    }
}

impl<T: SettingValue> SettingField for Option<T> {
    const NEVER_CONTAINS_ITSELF: () = <T as SettingValue>::NEVER_CONTAINS_ITSELF;
    const OPTIONAL: bool = true;

    fn schema() -> Value {
        serde_json::json!({ "anyOf": [<T as SettingValue>::schema(), { "type": "null" }] })
    }

    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, <T as SettingValue>::to_json)
    }

    fn says_nothing(&self) -> bool {
        self.is_none()
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        if value.is_null() { Ok(None) } else { <T as SettingValue>::from_json(value).map(Some) }
    }
}
