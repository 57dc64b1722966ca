//! One successful load of a manifest: everything that calls need, and nothing
//! that changes.

use std::sync::Arc;

use rhai::Dynamic;
use serde_json::{Map, Value};

use super::outline::Outline;
use super::oversize::held_to_size;
use crate::convert::{self, Misfit, Shape};
use crate::error::{ErrorCode, Frame, ToolError};
use crate::script::{Entry, Environment, Limits, Runtime};
use crate::tool::ToolCall;

/// One successful load of a manifest.
pub(super) struct Generation {
    pub(super) outline: Arc<Outline>,
    pub(super) runtime: Arc<Runtime>,
    pub(super) limits: Limits,
    /// In the order of the outline.
    pub(super) tools: Vec<Linked>,
    pub(super) context: Option<Function>,
}

/// The function behind an export, with the types of what goes in and out.
pub(super) struct Linked {
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
    fn tool(&self, tool: usize) -> Result<&Linked, ToolError> {
        let missing = || ToolError::new(ErrorCode::UnknownTool, "there is no such tool");
        self.tools.get(tool).ok_or_else(missing)
    }

    /// The script values of a call's arguments, in the order of the parameters.
    pub(super) fn arguments(&self, tool: usize, call: ToolCall) -> Result<Vec<Dynamic>, ToolError> {
        self.converted(tool, held_to_size(call.arguments, &self.limits)?)
    }

    /// The same, of arguments whose size was looked at.
    pub(super) fn converted(
        &self,
        tool: usize,
        arguments: Map<String, Value>,
    ) -> Result<Vec<Dynamic>, ToolError> {
        let parameters = &self.tool(tool)?.parameters;
        convert::arguments(parameters, arguments, self.limits.value_depth)
            .map_err(|problems| ToolError::with_problems(ErrorCode::InvalidArguments, problems))
    }

    /// Runs a tool on this thread, and holds what it gives to its declared type.
    pub(super) fn run(&self, tool: usize, arguments: Vec<Dynamic>) -> Result<Value, ToolError> {
        let Linked { function, returns, .. } = self.tool(tool)?;
        self.run_function(function, returns, arguments)
    }

    fn run_function(
        &self,
        function: &Function,
        returns: &Shape,
        arguments: Vec<Dynamic>,
    ) -> Result<Value, ToolError> {
        let Function { environment, entry, place } = function;
        let value = self.runtime.call(environment, entry, arguments)?;
        convert::result(returns, value, self.limits.value_depth).map_err(|misfit| ToolError {
            trace: vec![place.clone()],
            ..match misfit {
                Misfit::Shape(problems) => {
                    ToolError::with_problems(ErrorCode::InvalidResult, problems)
                }
                Misfit::Depth(message) => ToolError::new(ErrorCode::LimitExceeded, message),
            }
        })
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
