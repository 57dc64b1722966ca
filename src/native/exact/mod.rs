//! Writing values of Rust types as JSON, without losing anything: `serde_json` writes
//! null for a float that is not finite.

mod serializer;

use serde::Serialize;
use serde_json::Value;

use super::place::place;
use crate::convert::Path;
use crate::error::{ErrorCode, Problem, ToolError};
use crate::quote::one_line;
use serializer::Exact;
pub(super) use serializer::TOO_DEEP;

/// The JSON of a result.
///
/// # Errors
/// `invalid_result` with the place of what has no JSON, and `limit_exceeded` when it
/// is nested too deep.
pub(super) fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<Value, ToolError> {
    let exact = Exact::new(serde_json::value::Serializer);
    serde_path_to_error::serialize(value, exact).map_err(|why| {
        let text = why.inner().to_string();
        if text == TOO_DEEP {
            return ToolError::new(ErrorCode::LimitExceeded, text);
        }
        let problem = Problem::new(place(why.path(), &Path::Root), one_line(&text));
        ToolError::with_problems(ErrorCode::InvalidResult, vec![problem])
    })
}
