//! One successful load of a manifest: everything that calls need, and nothing
//! that changes.

use std::sync::Arc;

use rhai::Dynamic;
use serde_json::Value;

use super::kept;
use super::outline::Outline;
use super::parameters::Parameters;
use crate::convert::{self, Misfit, Shape};
use crate::error::{ErrorCode, Frame, ToolError};
use crate::script::{Entry, Environment, Given, Limits, Runtime};

/// One successful load of a manifest.
pub(super) struct Generation {
    pub(super) outline: Arc<Outline>,
    pub(super) runtime: Arc<Runtime>,
    pub(super) parameters: Arc<Parameters>,
    /// In the order of the outline.
    pub(super) tools: Vec<Linked>,
    pub(super) context: Option<Function>,
}

/// The function behind an export, with the type of what it gives.
pub(super) struct Linked {
    pub(super) session: Option<Slot>,
    pub(super) returns: Shape,
    pub(super) function: Function,
}

/// The parameter that holds what is kept for a session.
pub(super) struct Slot {
    /// Its place among all parameters.
    pub(super) place: usize,
    pub(super) name: Arc<str>,
}

/// A function and the environment it runs in.
pub(super) struct Function {
    pub(super) environment: Arc<Environment>,
    pub(super) entry: Entry,
    /// Where its result is declared.
    pub(super) place: Frame,
}

/// What a call of a tool came to: its result, and what is to be kept for its session.
pub(super) type Outcome = (Value, Option<Value>);

impl Generation {
    pub(super) fn limits(&self) -> &Limits {
        self.parameters.limits()
    }

    /// Runs a tool on this thread, and holds what it gives to its declared type, and
    /// what it leaves for its session to what can be kept.
    pub(super) fn run(
        &self,
        tool: usize,
        mut arguments: Vec<Dynamic>,
        state: Dynamic,
    ) -> Result<Outcome, ToolError> {
        let missing = || ToolError::new(ErrorCode::UnknownTool, "there is no such tool");
        let Linked { session, returns, function } = self.tools.get(tool).ok_or_else(missing)?;
        let Some(Slot { place, name }) = session else {
            return Ok((self.run_function(function, returns, arguments)?.0, None));
        };
        arguments.insert((*place).min(arguments.len()), state);
        let (value, left) = self.run_function(function, returns, arguments)?;
        let kept = kept::left(name, &left.unwrap_or(Dynamic::UNIT), self.limits());
        let kept =
            kept.map_err(|error| ToolError { trace: vec![function.place.clone()], ..error })?;
        Ok((value, Some(kept)))
    }

    fn run_function(
        &self,
        function: &Function,
        returns: &Shape,
        arguments: Vec<Dynamic>,
    ) -> Result<(Value, Option<Dynamic>), ToolError> {
        let Function { environment, entry, place } = function;
        let Given { value, left } = self.runtime.call(environment, entry, arguments)?;
        let depth = self.limits().value_depth;
        let value = convert::result(returns, value, depth).map_err(|misfit| ToolError {
            trace: vec![place.clone()],
            ..match misfit {
                Misfit::Shape(problems) => {
                    ToolError::with_problems(ErrorCode::InvalidResult, problems)
                }
                Misfit::Depth(message) => ToolError::new(ErrorCode::LimitExceeded, message),
            }
        })?;
        Ok((value, left))
    }

    /// What the context function says, which may look at what is kept for a session.
    pub(super) fn context(&self, state: Dynamic) -> Result<Option<String>, ToolError> {
        let Some(function) = &self.context else { return Ok(None) };
        let text = Shape::Nullable(Arc::new(Shape::String));
        let looks = self.outline.context.is_some_and(|context| context.session);
        let arguments = if looks { vec![state] } else { Vec::new() };
        match self.run_function(function, &text, arguments)?.0 {
            Value::String(text) => Ok(Some(text)),
            _ => Ok(None),
        }
    }
}
