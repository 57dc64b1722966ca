//! What the tools of a generation take, made ready for converting.

use rhai::Dynamic;
use serde_json::{Map, Value};

use super::outline::Takes;
use super::oversize::held_to_size;
use crate::convert::{self, Param, Shapes};
use crate::error::{ErrorCode, Problem, ToolError};
use crate::script::Limits;

/// What the tools of a generation take, in the order of the outline.
pub(super) struct Parameters {
    tools: Vec<Box<[Param]>>,
    limits: Limits,
}

impl Parameters {
    pub(super) fn new(takes: &[Takes], shapes: &mut Shapes, limits: Limits) -> Self {
        let mut tool = |takes: &Takes| {
            takes.parameters.iter().map(|(name, ty)| shapes.param(name, ty)).collect()
        };
        Self { tools: takes.iter().map(&mut tool).collect(), limits }
    }

    fn of(&self, tool: usize) -> Result<&[Param], ToolError> {
        let missing = || ToolError::new(ErrorCode::UnknownTool, "there is no such tool");
        self.tools.get(tool).map(|params| &**params).ok_or_else(missing)
    }

    /// The script values of a call's arguments, in the order of the parameters.
    pub(super) fn convert(
        &self,
        tool: usize,
        arguments: Map<String, Value>,
    ) -> Result<Vec<Dynamic>, ToolError> {
        let arguments = held_to_size(arguments, &self.limits)?;
        convert::arguments(self.of(tool)?, arguments, self.limits.value_depth).map_err(invalid)
    }

    /// A call's arguments as they are, when they could be converted.
    pub(super) fn checked(
        &self,
        tool: usize,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, ToolError> {
        let arguments = held_to_size(arguments, &self.limits)?;
        convert::checked(self.of(tool)?, arguments, self.limits.value_depth).map_err(invalid)
    }

    /// The same as JSON again: what will run.
    pub(super) fn normalize(
        &self,
        tool: usize,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, ToolError> {
        let arguments = held_to_size(arguments, &self.limits)?;
        convert::normalized(self.of(tool)?, arguments, self.limits.value_depth).map_err(invalid)
    }

    pub(super) const fn limits(&self) -> &Limits {
        &self.limits
    }
}

fn invalid(problems: Vec<Problem>) -> ToolError {
    ToolError::with_problems(ErrorCode::InvalidArguments, problems)
}
