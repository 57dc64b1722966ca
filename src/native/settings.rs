//! The settings that a call of a tool in Rust runs with.

use std::sync::Arc;

use crate::error::{ErrorCode, ToolError};
use crate::settings::{ResolvedSettings, SettingsLayers, SettingsRecord, foreign_settings};

/// Those that the call carries, held to the record of its tool, or else the record's
/// defaults.
pub(super) fn held(
    record: &SettingsRecord,
    given: Option<Arc<ResolvedSettings>>,
    tool: &str,
) -> Result<Arc<ResolvedSettings>, ToolError> {
    match given {
        Some(given) => match record.check(&given) {
            Ok(()) => Ok(given),
            Err(why) => Err(foreign_settings(&why)),
        },
        None => match record.resolve(tool, SettingsLayers::default()) {
            Ok(defaults) => Ok(Arc::new(defaults)),
            Err(why) => {
                tracing::error!(%why, tool, "the defaults of a tool are none that it takes");
                let text = "the tool has no settings that it can run with: the program that runs \
                            it has to be put right";
                Err(ToolError::new(ErrorCode::Unavailable, text))
            }
        },
    }
}
