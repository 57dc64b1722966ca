//! Values that have no JSON, which are never taken for `None`.

use serde_json::Value;

use super::fault::SettingFault;

/// The JSON of a value, which is null for what says nothing only.
///
/// # Errors
/// When the value has no JSON.
pub(in crate::settings) fn written(json: Value, says_nothing: bool) -> Result<Value, SettingFault> {
    if json.is_null() && !says_nothing { Err(not_written()) } else { Ok(json) }
}

/// Why a value cannot be stored that is of a type that can.
fn not_written() -> SettingFault {
    SettingFault::new(
        "this value cannot be stored: floats are finite, and a date and time has an offset in \
         whole minutes in the place of a time zone",
    )
}
