//! What becomes of a call before it runs.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::catalogue::Listed;
use super::options::CallOptions;
use crate::approval::{ApprovalRequest, Permission, PermissionPolicy};
use crate::convert;
use crate::error::{ErrorCode, ToolError};
use crate::session::Session;
use crate::settings::ResolvedSettings;
use crate::tool::Tool;

/// How deep arguments may be nested that someone is asked about. Common readers of
/// JSON stop at 128, and the request may stand in the state of a host.
const DEEPEST_ASKED: usize = 100;

/// What becomes of a call.
pub(super) enum Decision {
    Run(Prepared, Map<String, Value>),
    Ask(Box<ApprovalRequest>),
}

/// A tool that does not change between being looked at and being run, and the settings
/// that it would run with.
pub(super) struct Prepared {
    pub(super) tool: Arc<dyn Tool>,
    pub(super) settings: Option<ResolvedSettings>,
}

/// Whether a call runs, is asked about, or neither. Without a policy, what requires
/// approval is asked about.
pub(super) fn decide(
    listed: &Listed,
    prepared: Prepared,
    arguments: Map<String, Value>,
    policy: Option<&PermissionPolicy>,
    options: &CallOptions,
) -> Result<Decision, ToolError> {
    let Prepared { tool, settings } = &prepared;
    let spec = tool.spec();
    if policy.is_none() && !spec.requires_approval {
        // Nobody looks at the arguments but the tool.
        return Ok(Decision::Run(prepared, arguments));
    }
    let arguments = tool.normalize(arguments)?;
    let permission = policy.map_or(Permission::Ask, |policy| policy.decide(&spec, &arguments));
    match permission {
        Permission::Allow => Ok(Decision::Run(prepared, arguments)),
        Permission::Ask => {
            let CallOptions { session, call_id, .. } = options;
            let arguments =
                convert::held_to_depth(arguments, DEEPEST_ASKED).map_err(|problem| {
                    ToolError::with_problems(ErrorCode::InvalidArguments, vec![problem])
                })?;
            let (from, call_id) = (&listed.collection, call_id.clone());
            let call = (arguments, settings.as_ref());
            let request = ApprovalRequest::new(session, from, &**tool, call, call_id);
            Ok(Decision::Ask(Box::new(request)))
        }
        Permission::Deny { reason } => Err(ToolError::new(ErrorCode::Denied, reason)),
    }
}

/// Runs what was approved if that is what would run now; asks again if not. What a
/// policy denies is not run by approval either.
pub(super) fn still_the_same(
    listed: &Listed,
    prepared: Prepared,
    request: &ApprovalRequest,
    session: &Session,
    policy: Option<&PermissionPolicy>,
) -> Result<Decision, ToolError> {
    let Prepared { tool, settings } = &prepared;
    let arguments = tool.normalize(request.arguments.clone())?;
    if let Some(Permission::Deny { reason }) =
        policy.map(|policy| policy.decide(&tool.spec(), &arguments))
    {
        return Err(ToolError::new(ErrorCode::Denied, reason));
    }
    let call = (arguments.clone(), settings.as_ref());
    match request.renewed(session, &listed.collection, &**tool, call) {
        None => Ok(Decision::Run(prepared, arguments)),
        Some(again) => Ok(Decision::Ask(Box::new(again))),
    }
}
