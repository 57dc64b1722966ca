//! What is wrong with settings.

use std::fmt;

use serde::Serialize;

use super::layer::SettingsLayer;
use crate::quote::quoted;

/// One value of a layer that cannot be taken, or that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SettingsProblem {
    /// The tool whose setting it is.
    pub tool: String,
    /// The member; empty when it is about all that is said of the tool.
    pub member: String,
    /// The layer that says it.
    pub layer: SettingsLayer,
    /// What is wrong, and what to write instead.
    pub message: String,
}

impl fmt::Display for SettingsProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tool, member, layer, message } = self;
        write!(f, "the {layer} settings of {}: ", quoted(tool))?;
        if !member.is_empty() {
            write!(f, "{}: ", quoted(member))?;
        }
        f.write_str(message)
    }
}

/// Every value of a layer that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    problems: Vec<SettingsProblem>,
}

impl SettingsError {
    pub(crate) fn unless_none(problems: Vec<SettingsProblem>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self { problems }) }
    }

    /// Each problem, in the order of the layers.
    #[must_use]
    pub fn problems(&self) -> &[SettingsProblem] {
        &self.problems
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.problems.iter().enumerate() {
            let separator = if number == 0 { "" } else { "\n" };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SettingsError {}
