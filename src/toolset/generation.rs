//! One successful load of a manifest: immutable, numbered, hashed.

use std::collections::HashMap;
use std::sync::Arc;

use rhai::Dynamic;
use serde_json::Value;

use crate::convert::{self, Shape};
use crate::error::{ErrorCode, Frame, ToolError};
use crate::script::{Entry, Environment, Runtime};
use crate::tool::{ToolCall, ToolSpec};

/// Everything that calls need, and nothing that changes.
pub(super) struct Generation {
    pub(super) number: u64,
    pub(super) hash: String,
    pub(super) instructions: Vec<String>,
    pub(super) constraints: Vec<String>,
    pub(super) runtime: Arc<Runtime>,
    pub(super) value_depth: usize,
    pub(super) tools: Vec<Arc<Linked>>,
    pub(super) by_name: HashMap<String, usize>,
    pub(super) context: Option<Function>,
}

/// An export with the function behind it.
pub(super) struct Linked {
    pub(super) spec: Arc<ToolSpec>,
    pub(super) parameters: Box<[convert::Param]>,
    pub(super) returns: Shape,
    pub(super) function: Function,
}

/// A function and the environment it runs in.
pub(super) struct Function {
    pub(super) environment: Arc<Environment>,
    pub(super) entry: Entry,
    /// Where its result is declared.
    pub(super) place: Frame,
}

impl Generation {
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    pub(super) fn hash(&self) -> &str {
        &self.hash
    }

    pub(super) fn instructions(&self) -> &[String] {
        &self.instructions
    }

    pub(super) fn constraints(&self) -> &[String] {
        &self.constraints
    }

    pub(super) fn tools(&self) -> &[Arc<Linked>] {
        &self.tools
    }

    pub(super) fn find(&self, name: &str) -> Option<&Arc<Linked>> {
        self.by_name.get(name).and_then(|index| self.tools.get(*index))
    }

    /// The script values of a call's arguments, in the order of the parameters.
    pub(super) fn arguments(
        &self,
        tool: &Linked,
        call: ToolCall,
    ) -> Result<Vec<Dynamic>, ToolError> {
        convert::arguments(&tool.parameters, call.arguments, self.value_depth)
            .map_err(|problems| ToolError::with_problems(ErrorCode::InvalidArguments, problems))
    }

    /// Runs a tool on this thread, and holds what it gives to its declared type.
    pub(super) fn run(&self, tool: &Linked, arguments: Vec<Dynamic>) -> Result<Value, ToolError> {
        self.run_function(&tool.function, &tool.returns, arguments)
    }

    fn run_function(
        &self,
        function: &Function,
        returns: &Shape,
        arguments: Vec<Dynamic>,
    ) -> Result<Value, ToolError> {
        let Function { environment, entry, place } = function;
        let value = self.runtime.call(environment, entry, arguments)?;
        convert::result(returns, value, self.value_depth).map_err(|problems| ToolError {
            trace: vec![place.clone()],
            ..ToolError::with_problems(ErrorCode::InvalidResult, problems)
        })
    }

    pub(super) fn has_context(&self) -> bool {
        self.context.is_some()
    }

    /// What the context function says.
    pub(super) fn context(&self) -> Result<Option<String>, ToolError> {
        let Some(function) = &self.context else { return Ok(None) };
        let text = Shape::Nullable(Arc::new(Shape::String));
        match self.run_function(function, &text, Vec::new())? {
            Value::String(text) => Ok(Some(text)),
            _ => Ok(None),
        }
    }
}
