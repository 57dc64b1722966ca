//! What a change makes of what is stored: the same for a file as for a database.

use rulebook::{Migrations, SettingsChange, SettingsDocument, SettingsValues, StoreError};

use crate::text;

/// What a transaction ends with.
pub(crate) struct Outcome {
    /// The settings from now on.
    pub(crate) values: SettingsValues,
    /// The document to write; none where it is as it was.
    pub(crate) text: Option<String>,
}

/// Raises what was found, and changes it.
pub(crate) fn changed(
    found: Option<SettingsDocument>,
    migrations: &Migrations,
    change: &mut SettingsChange<'_>,
) -> Result<Outcome, StoreError> {
    let before = found.as_ref().map(SettingsDocument::to_text);
    let values = match found {
        Some(found) => migrations.raise(found)?.values,
        None => SettingsValues::new(),
    };
    let values = change(values)?;
    if before.is_none() && values == SettingsValues::new() {
        return Ok(Outcome { values, text: None });
    }
    let document = SettingsDocument { schema_version: migrations.version(), values };
    let text = text::write(&document)?;
    // Compared as they are written, what a person laid out in another way is the same.
    let text = (before.as_ref() != Some(&text)).then_some(text);
    Ok(Outcome { values: document.values, text })
}

/// The settings of what was found; none where that is older, and has to be raised in a
/// transaction.
pub(crate) fn as_found(
    found: Option<SettingsDocument>,
    migrations: &Migrations,
) -> Result<Option<SettingsValues>, StoreError> {
    match found {
        None => Ok(Some(SettingsValues::new())),
        Some(found) if found.schema_version < migrations.version() => Ok(None),
        Some(found) => Ok(Some(migrations.raise(found)?.values)),
    }
}

/// Runs a transaction, and says of its errors what was stored where; those of the change
/// itself are the caller's own, word for word.
pub(crate) fn told(
    what: &str,
    change: &mut SettingsChange<'_>,
    run: impl FnOnce(&mut SettingsChange<'_>) -> Result<SettingsValues, StoreError>,
) -> Result<SettingsValues, StoreError> {
    let mut own = None;
    let outcome = run(&mut |values| change(values).inspect_err(|error| own = Some(error.clone())));
    match own {
        Some(error) => Err(error),
        None => outcome.map_err(|error| error.of(what)),
    }
}
