//! The arguments of a call, to be taken by name as values of Rust types.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::{ErrorCode, Problem, ToolError};

/// The arguments of a call, to be taken by name as values of Rust types.
#[derive(Debug)]
pub struct Arguments(Map<String, Value>);

impl Arguments {
    pub(super) fn new(arguments: Map<String, Value>) -> Self {
        Self(arguments)
    }

    /// Takes an argument out; one that is absent is read as null.
    ///
    /// # Errors
    /// `invalid_arguments` when it is not of that type.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, ToolError> {
        let value = self.0.remove(name).unwrap_or_default();
        serde_path_to_error::deserialize(value).map_err(|why| {
            let problem = Problem::new(name, why.to_string());
            ToolError::with_problems(ErrorCode::InvalidArguments, vec![problem])
        })
    }
}
