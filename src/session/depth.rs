//! How deep state may be nested.

use serde_json::Value;

use crate::convert::is_nested_deeper;
use crate::dismantle::dismantle;

/// Arrays and objects within each other, how deep, in one piece of state. Common
/// readers of JSON stop at 128, and a session may stand in the state of a host.
pub(crate) const MOST_DEPTH: usize = 100;

/// How many levels a session puts around a piece of state.
pub(super) const AROUND: usize = 3;

/// The value, when it is nested at most so deep.
pub(super) fn held_to(most: usize, value: Value) -> Option<Value> {
    if is_nested_deeper(&value, most) {
        dismantle(value);
        return None;
    }
    Some(value)
}
