//! The arguments of a call, to be taken by name as values of Rust types, and its settings.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::check::invalid;
use super::reading::read;
use crate::convert::Path;
use crate::error::{Problem, ToolError};
use crate::settings::{ResolvedSettings, ToolSettings, read_settings};
use crate::tool::Caller;

/// The arguments of a call, to be taken by name as values of Rust types, and what else goes
/// with it.
///
/// To tell every problem of a call at once, take all of them and then
/// [`finish`](Self::finish).
///
/// ```
/// use rulebook::macro_support::Arguments;
///
/// # let mut arguments = Arguments::default();
/// let order = arguments.take::<String>("order");
/// let lines = arguments.take::<Vec<u32>>("lines");
/// let error = arguments.finish().unwrap_err();
/// assert_eq!(error.problems.len(), 2);
/// # assert!(order.is_err() && lines.is_err());
/// ```
#[derive(Debug, Default)]
pub struct Arguments {
    values: Map<String, Value>,
    problems: Vec<Problem>,
    settings: Option<Arc<ResolvedSettings>>,
    caller: Caller,
}

impl Arguments {
    pub(super) fn new(
        values: Map<String, Value>,
        settings: Option<Arc<ResolvedSettings>>,
        caller: Caller,
    ) -> Self {
        Self { values, problems: Vec::new(), settings, caller }
    }

    /// Whoever the call comes from.
    #[must_use]
    pub fn caller(&self) -> Caller {
        self.caller.clone()
    }

    /// The settings of the call; the defaults where it carries none.
    ///
    /// # Errors
    /// `unavailable` when they are those of another record.
    pub fn settings<S: ToolSettings>(&self) -> Result<S, ToolError> {
        read_settings(self.settings.as_deref())
    }

    /// Takes an argument out; one that is absent is read as null.
    ///
    /// # Errors
    /// `invalid_arguments` when it is not of that type.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, ToolError> {
        let value = self.values.shift_remove(name).unwrap_or_default();
        read(value, &Path::Member(&Path::Root, name)).map_err(|problem| {
            self.problems.push(problem.clone());
            invalid(vec![problem])
        })
    }

    /// Says whether all that was taken could be taken.
    ///
    /// # Errors
    /// `invalid_arguments` with every problem there was.
    pub fn finish(self) -> Result<(), ToolError> {
        if self.problems.is_empty() { Ok(()) } else { Err(invalid(self.problems)) }
    }
}
