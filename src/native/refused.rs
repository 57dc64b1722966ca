//! Arguments that were not taken.

use crate::error::{ErrorCode, Problem, ToolError};

/// One error of everything that is wrong with the arguments of a call: of each that
/// was not taken.
pub fn refused<const N: usize>(errors: [Option<ToolError>; N]) -> ToolError {
    let problems = errors.into_iter().flatten().flat_map(|error| {
        if error.problems.is_empty() {
            vec![Problem::new("", error.message)]
        } else {
            error.problems
        }
    });
    ToolError::with_problems(ErrorCode::InvalidArguments, problems.collect())
}
