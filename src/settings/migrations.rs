//! From older documents to what the host knows now.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::document::SettingsDocument;
use super::store::{StoreError, StoreErrorKind};
use super::values::SettingsValues;
use crate::panics;
use crate::quote::one_line;

type Step = dyn Fn(&mut SettingsValues) -> Result<(), Failed> + Send + Sync;

/// What a step fails with: any error, or a text.
type Failed = Box<dyn Error + Send + Sync>;

/// What raises older documents of settings, version by version.
///
/// A host that has none knows version 1; each step makes one version more.
///
/// ```
/// use rulebook::{Migrations, SettingsDocument};
///
/// let migrations = Migrations::new()
///     // From 1 to 2: a member has another name.
///     .then(|values| {
///         values.rename("search", "max", "limit");
///         Ok(())
///     })
///     // From 2 to 3: it was text, and is a number.
///     .then(|values| {
///         if let Some(text) = values.get("search", "limit").and_then(|limit| limit.as_str()) {
///             let number: u32 = text.parse()?;
///             values.insert("search", "limit", number);
///         }
///         Ok(())
///     });
/// assert_eq!(migrations.version(), 3);
///
/// let old = r#"{ "schemaVersion": 1, "tools": { "search": { "max": "20" } } }"#;
/// let raised = migrations.raise(SettingsDocument::parse(old)?)?;
/// assert_eq!(raised.schema_version, 3);
/// assert_eq!(raised.values.get("search", "limit"), Some(&20.into()));
/// # Ok::<(), rulebook::StoreError>(())
/// ```
#[derive(Clone, Default)]
pub struct Migrations(Vec<Arc<Step>>);

impl Migrations {
    /// None: documents are of version 1.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, and a step to one version more, which changes what is there. A step that
    /// fails, with any error or text, leaves the stored document as it is, and what it
    /// says is told to the host.
    #[must_use]
    pub fn then(
        mut self,
        step: impl Fn(&mut SettingsValues) -> Result<(), Failed> + Send + Sync + 'static,
    ) -> Self {
        self.0.push(Arc::new(step));
        self
    }

    /// The version that documents are raised to.
    #[must_use]
    pub fn version(&self) -> u64 {
        u64::try_from(self.0.len()).unwrap_or(u64::MAX).saturating_add(1)
    }

    /// Raises a document to the version of the host, step by step.
    ///
    /// # Errors
    /// When it is of a newer version, or a step fails or panics.
    pub fn raise(&self, document: SettingsDocument) -> Result<SettingsDocument, StoreError> {
        let SettingsDocument { schema_version: found, mut values } = document;
        let known = self.version();
        if found > known {
            let text = format!(
                "the stored settings are of version {found}, and this program knows them up to \
                 version {known}: use the newer program, or a copy from before"
            );
            return Err(StoreError::new(StoreErrorKind::NewerVersion, text));
        }
        let done = usize::try_from(found.saturating_sub(1)).unwrap_or(usize::MAX);
        for (step, from) in self.0.iter().skip(done).zip(found..) {
            let changed =
                panics::contain(|| step(&mut values).map(|()| std::mem::take(&mut values)));
            let why = match changed {
                Some(Ok(changed)) => {
                    values = changed;
                    continue;
                }
                Some(Err(why)) => one_line(&why.to_string()),
                None => "it panicked, as the log says".to_owned(),
            };
            let text = format!(
                "the stored settings cannot be raised from version {from} to {}: {why}",
                from.saturating_add(1)
            );
            return Err(StoreError::new(StoreErrorKind::Migration, text));
        }
        Ok(SettingsDocument { schema_version: known, values })
    }
}

impl fmt::Debug for Migrations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Migrations").field("version", &self.version()).finish()
    }
}
