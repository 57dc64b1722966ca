//! Requests that are none that this server reads.

use rmcp::ErrorData;
use rmcp::model::ErrorCode;

/// The requests that are answered in every revision, where their members are in order.
const KNOWN: [&str; 3] = ["resources/read", "tools/call", "tools/list"];

/// The same, in revisions with sessions.
const WITH_SESSIONS: [&str; 4] =
    ["initialize", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"];

/// The same, where each request stands alone.
const STATELESS: [&str; 2] = ["server/discover", "subscriptions/listen"];

/// The longest name of a method that is said again.
const LONGEST: usize = 100;

/// What such a request is answered with: it has a method that is known, and members that
/// are not what they should be; or another method.
pub(super) fn refused(method: &str, stateless: bool) -> ErrorData {
    let of_era: &[&str] = if stateless { &STATELESS } else { &WITH_SESSIONS };
    match method {
        "tools/call" => ErrorData::invalid_params(
            "the params of `tools/call` need `name`, a string, and may have `arguments`, an object",
            None,
        ),
        known if KNOWN.contains(&known) || of_era.contains(&known) => {
            let message = format!("the params of `{known}` are not those that the protocol names");
            ErrorData::invalid_params(message, None)
        }
        other => {
            let named: String = other.chars().take(LONGEST).collect();
            ErrorData::new(
                ErrorCode::METHOD_NOT_FOUND,
                format!("there is no method `{named}`"),
                None,
            )
        }
    }
}
