//! The settings of a call, as its tool reads them.

use super::resolve::ResolvedSettings;
use super::typed::ToolSettings;
use super::value::SettingFault;
use crate::error::{ErrorCode, ToolError};

/// Settings as the struct of a tool; the struct's defaults where there are none.
pub(crate) fn read_settings<S: ToolSettings>(
    settings: Option<&ResolvedSettings>,
) -> Result<S, ToolError> {
    match settings {
        None => Ok(S::default()),
        Some(settings) => S::from_resolved(settings).map_err(|why| foreign_settings(&why)),
    }
}

/// What a call ends with whose settings are those of another tool: the host has to put
/// it right, and a model is told no name of a setting.
pub(crate) fn foreign_settings(why: &SettingFault) -> ToolError {
    tracing::error!(%why, "a tool was called with settings that are not its own");
    let text = "the tool was called with settings that are not its own: the program that runs it \
                has to be put right";
    ToolError::new(ErrorCode::Unavailable, text)
}
